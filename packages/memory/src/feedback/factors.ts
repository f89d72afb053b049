/**
 * Relevance factors from feedback of agents on slices of similar tasks. Pure.
 * Feedback counts for the symbols that were useful or missing. Most of fifty shown symbols are irrelevant to a task, so the shown symbols that were
 * not useful share the weight of one report's useful symbols, and lose relevance only if several reports agree: for each symbol the report with the
 * largest loss is ignored. A report's weight is the similarity of its task to this one, halved every 90 days.
 * Factors grow with the number of agreeing reports and stay in 0.8..1.25. The constants were fitted on replayed commits, see
 * bench/results/replay.md.
 */
import type { SymbolId } from "@sdl/model";
import { ageInDays } from "../age.js";
import type { Feedback } from "./feedback-book.js";
import { type ComparedTask, TaskSimilarity, type TermStatistics } from "./task-similarity.js";

/** The task whose slice is built. */
export interface FeedbackTask extends ComparedTask {
  /** UTC day relative to which ages are computed. */
  readonly asOfDay: string;
  /** Term statistics of the repository's code, which give the rarity of words. */
  readonly index: TermStatistics;
}

const HALF_LIFE_DAYS = 90;
const MAX_GAIN = 0.25;
const MAX_LOSS = 0.2;
/** Minimum similarity of tasks; less similar tasks are ignored. */
const MIN_SIMILARITY = 0.3;
/** Number of times that one report on the same task today halves the distance to the bound. */
const HALVINGS_PER_REPORT = 3;

/** Sums of report weights for one symbol; a report on the same task today has weight 1. */
interface FeedbackEvidence {
  gained: number;
  lost: number;
  /** The largest loss from a single report. */
  mostLost: number;
}

/** @returns a factor for each symbol in a report on a similar task; all other symbols have factor 1 */
export function feedbackFactors(reports: readonly Feedback[], task: FeedbackTask): ReadonlyMap<SymbolId, number> {
  const resemblance = new TaskSimilarity(task, task.index);
  const evidence = new Map<SymbolId, FeedbackEvidence>();
  const of = (symbol: SymbolId): FeedbackEvidence => {
    const known = evidence.get(symbol) ?? { gained: 0, lost: 0, mostLost: 0 };
    evidence.set(symbol, known);
    return known;
  };
  for (const report of reports) {
    const weight = resemblance.similarityTo(report, MIN_SIMILARITY) * ageDecay(report.createdAt, task.asOfDay);
    if (weight === 0) continue;
    const wanted = new Set([...report.usefulSymbols, ...report.missingSymbols]);
    for (const symbol of wanted) of(symbol).gained += weight;
    const bystanders = report.shownSymbols.filter((symbol) => !wanted.has(symbol));
    const against = weight * Math.min(1, wanted.size / bystanders.length);
    for (const symbol of bystanders) addLoss(of(symbol), against);
  }
  return new Map([...evidence].map(([symbol, sum]) => [symbol, relevanceFactor(sum)]));
}

function addLoss(evidence: FeedbackEvidence, weight: number): void {
  evidence.lost += weight;
  evidence.mostLost = Math.max(evidence.mostLost, weight);
}

/** Relevance factor of a symbol; 1 without evidence. */
function relevanceFactor({ gained, lost, mostLost }: FeedbackEvidence): number {
  const sum = gained - (lost - mostLost);
  const share = 1 - 2 ** (-HALVINGS_PER_REPORT * Math.abs(sum));
  return 1 + (sum >= 0 ? MAX_GAIN : -MAX_LOSS) * share;
}

function ageDecay(createdAt: string, asOfDay: string): number {
  return 0.5 ** (ageInDays(createdAt, asOfDay) / HALF_LIFE_DAYS);
}
