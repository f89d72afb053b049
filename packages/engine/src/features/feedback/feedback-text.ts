/** Text form of feedback on slices. */
import { countText, textOf, wrapText } from "../../text/layout.js";

/** States that feedback was recorded, and its effect. */
export function recordedText({ symbolsRecorded }: { readonly symbolsRecorded: number }): string {
  return textOf([
    `Recorded for ${countText(symbolsRecorded, "symbol")}: slices for similar tasks will rank them accordingly`,
  ]);
}

interface SymbolCount {
  readonly name?: string | undefined;
  readonly file?: string | undefined;
  readonly count: number;
}

interface SentReport {
  readonly usefulSymbols: readonly string[];
  readonly missingSymbols?: readonly string[] | undefined;
  readonly taskTags?: readonly string[] | undefined;
  readonly taskType?: string | undefined;
  readonly taskText?: string | undefined;
  readonly createdAt: string;
}

/** Fields of the answer of a feedback query that the text form shows. */
export interface FeedbackAnswer {
  readonly feedback?: readonly SentReport[] | undefined;
  readonly aggregatedStats: {
    readonly totalFeedback: number;
    readonly topUsefulSymbols?: readonly SymbolCount[] | undefined;
    readonly topMissingSymbols?: readonly SymbolCount[] | undefined;
  };
  readonly hasMore: boolean;
  readonly warnings?: readonly string[] | undefined;
}

/** Formats as text: counts, then each report. */
export function feedbackText({ feedback = [], aggregatedStats, hasMore, warnings = [] }: FeedbackAnswer): string {
  const { totalFeedback, topUsefulSymbols, topMissingSymbols } = aggregatedStats;
  return textOf([
    totalFeedback === 0 ? "No reports" : countText(totalFeedback, "report"),
    ...warnings.flatMap((warning) => wrapText(`Note: ${warning}`)),
    ...countLines("Most often useful", topUsefulSymbols),
    ...countLines("Most often missing", topMissingSymbols),
    ...(feedback.length === 0 ? [] : ["", ...feedback.flatMap(reportLines)]),
    ...(hasMore ? ["Older reports are left out: raise limit"] : []),
  ]);
}

function countLines(title: string, counts: readonly SymbolCount[] = []): string[] {
  const named = counts.flatMap(({ name, file, count }) =>
    name === undefined ? [] : [`${name} (${file ?? ""}) ${count}`],
  );
  return named.length === 0 ? [] : wrapText(`${title}: ${named.join(", ")}`);
}

function reportLines({
  createdAt,
  taskType,
  taskText,
  taskTags = [],
  usefulSymbols,
  missingSymbols = [],
}: SentReport): string[] {
  const about = [taskType, ...taskTags.map((tag) => `#${tag}`)].filter((part) => part !== undefined).join(" ");
  const counts = `${usefulSymbols.length} useful, ${missingSymbols.length} missing`;
  return [
    `${createdAt.slice(0, 10)}  ${about === "" ? "" : `${about}: `}${counts}`,
    ...(taskText === undefined ? [] : wrapText(taskText.replace(/\s+/g, " "), "  ")),
  ];
}
