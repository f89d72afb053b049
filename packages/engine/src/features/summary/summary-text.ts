/** Text form of a summary: its content in the requested format, after one head line. */
import { stateOf, type TextBasis, warningLines } from "../../text/basis-text.js";
import { textOf } from "../../text/layout.js";

/** Fields of a summary that the text form shows. */
export interface SummaryAnswer extends TextBasis {
  readonly content: string;
  readonly summary: {
    readonly metadata: {
      readonly totalTokens: number;
      readonly budget: number;
      readonly minimumRequired?: number | undefined;
      readonly truncated: boolean;
    };
  };
}

/** A head line with the cost, then the content. */
export function summaryText(answer: SummaryAnswer): string {
  const { totalTokens, budget, minimumRequired, truncated } = answer.summary.metadata;
  const least = minimumRequired === undefined ? "" : `, at least ${minimumRequired} are required`;
  const cut = truncated ? ", cut to the budget" : "";
  const head = `Summary, ${totalTokens} of ${budget} tokens${least}${cut}, ${stateOf(answer)}`;
  return textOf([head, ...warningLines(answer), "", answer.content]);
}
