/**
 * What agents reported of earlier slices, as factors on relevance for similar tasks. Pure.
 * A report speaks for the symbols that were useful or missed, and as much, all in all, against those that were shown and not useful: of
 * fifty that are shown most are bystanders, which says little of each. It weighs as much as its task resembles this one (cosine of
 * their sets of words, or of their start symbols), halved every 90 days.
 * Factors grow with agreeing reports and stay in 0.8..1.25.
 */
import { queryTerms, type SymbolId } from "@sdl/model";
import { ageInDays } from "../age.js";
import type { Feedback } from "./feedback-book.js";

export interface FeedbackTask {
  readonly taskText?: string | undefined;
  readonly startSymbols: readonly SymbolId[];
  /** The UTC day that ages are counted to. */
  readonly asOfDay: string;
}

const HALF_LIFE_DAYS = 90;
const MOST_GAIN = 0.25;
const MOST_LOSS = 0.2;
/** Two tasks that share less have a word in common by chance. */
const LEAST_RESEMBLANCE = 0.1;

/** @returns a factor for each symbol that a resembling task's report names; 1 for all others */
export function feedbackFactors(reports: readonly Feedback[], task: FeedbackTask): ReadonlyMap<SymbolId, number> {
  const words = wordSet(task.taskText);
  const starts = new Set<string>(task.startSymbols);
  const evidence = new Map<SymbolId, number>();
  const add = (symbol: SymbolId, weight: number): void => {
    evidence.set(symbol, (evidence.get(symbol) ?? 0) + weight);
  };
  for (const report of reports) {
    const resemblance = Math.max(cosine(words, wordSet(report.taskText)), cosine(starts, new Set(report.startSymbols)));
    if (resemblance < LEAST_RESEMBLANCE) continue;
    const weight = resemblance * decay(report.createdAt, task.asOfDay);
    const wanted = new Set([...report.usefulSymbols, ...report.missingSymbols]);
    for (const symbol of wanted) add(symbol, weight);
    const bystanders = report.shownSymbols.filter((symbol) => !wanted.has(symbol));
    const against = weight * Math.min(1, wanted.size / bystanders.length);
    for (const symbol of bystanders) add(symbol, -against);
  }
  return new Map([...evidence].map(([symbol, sum]) => [symbol, factor(sum)]));
}

/** 1 without evidence, halving what is left to the bound with every full report. */
function factor(evidence: number): number {
  const share = 1 - 2 ** -Math.abs(evidence);
  return 1 + (evidence >= 0 ? MOST_GAIN : -MOST_LOSS) * share;
}

function decay(createdAt: string, asOfDay: string): number {
  return 0.5 ** (ageInDays(createdAt, asOfDay) / HALF_LIFE_DAYS);
}

function wordSet(text: string | undefined): ReadonlySet<string> {
  return new Set(
    text === undefined ? [] : queryTerms(text).flatMap(({ term, weight }) => (weight === 1 ? [term] : [])),
  );
}

function cosine(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const value of a) if (b.has(value)) shared++;
  return shared / Math.sqrt(a.size * b.size);
}
