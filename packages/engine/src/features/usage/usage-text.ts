/** Text form of usage: calls, tokens of answers, and tokens of reading the files instead. */
import type { TextStyle } from "../../contract/answer-form.js";
import { countText, textOf, wrapText } from "../../text/layout.js";
import { minuteText } from "../../text/quantities.js";

interface Measures {
  readonly calls: number;
  readonly tokensReturned: number;
  readonly tokensOfFiles: number;
}

interface ToolMeasures extends Measures {
  readonly tool: string;
}

/** Fields of usage figures that the text form shows. */
export interface UsageAnswer {
  readonly session?:
    | (Measures & { readonly tools?: readonly ToolMeasures[] | undefined; readonly since: string })
    | undefined;
  readonly history?:
    | (Measures & { readonly tools?: readonly ToolMeasures[] | undefined; readonly sessionCount: number })
    | undefined;
}

/** Formats as text: this session, then past sessions. */
export function usageText({ session, history }: UsageAnswer, style: TextStyle): string {
  return textOf([
    ...(session === undefined ? [] : partLines(`This session, since ${minuteText(session.since)}`, session, style)),
    ...(history === undefined ? [] : partLines(`Past sessions (${history.sessionCount})`, history, style)),
  ]);
}

function partLines(
  title: string,
  part: Measures & { readonly tools?: readonly ToolMeasures[] | undefined },
  style: TextStyle,
): string[] {
  const { tools = [] } = part;
  return [
    ...wrapText(`${title}: ${measureWords(part)}`),
    ...tools.map((tool) => `  ${style.words(tool.tool)}: ${measureWords(tool)}`),
  ];
}

function measureWords({ calls, tokensReturned, tokensOfFiles }: Measures): string {
  if (calls === 0) return "no calls";
  const instead = tokensOfFiles === 0 ? "" : `; the files concerned have ${tokensOfFiles}`;
  return `${countText(calls, "call")} answered with ${countText(tokensReturned, "token")}${instead}`;
}
