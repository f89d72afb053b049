/**
 * What agents reported of earlier slices, as factors on relevance for similar tasks. Pure.
 * A report speaks for the symbols that were useful or missed. Of fifty that are shown most are bystanders, so what was shown and not
 * useful shares the weight of one report's useful symbols, and loses only where reports agree: the one that says most against a symbol
 * does not count. A report weighs as much as its task resembles this one, halved every 90 days.
 * Factors grow with agreeing reports and stay in 0.8..1.25. The constants were chosen on replayed commits, see bench/results/replay.md.
 */
import type { SymbolId } from "@sdl/model";
import { ageInDays } from "../age.js";
import type { Feedback } from "./feedback-book.js";
import { type ComparedTask, Resemblance, type TermStatistics } from "./resemblance.js";

export interface FeedbackTask extends ComparedTask {
  /** The UTC day that ages are counted to. */
  readonly asOfDay: string;
  /** Of the repository's code: says how rare words are. */
  readonly index: TermStatistics;
}

const HALF_LIFE_DAYS = 90;
const MOST_GAIN = 0.25;
const MOST_LOSS = 0.2;
/** Tasks that share less are about something else. */
const LEAST_RESEMBLANCE = 0.3;
/** How often what is left to the bound is halved by one report of the same task today. */
const HALVINGS = 3;

/** What reports say of one symbol; weights of reports, 1 for the same task today. */
interface Evidence {
  gained: number;
  lost: number;
  /** The report that says most against it. */
  mostLost: number;
}

/** @returns a factor for each symbol that a resembling task's report names; 1 for all others */
export function feedbackFactors(reports: readonly Feedback[], task: FeedbackTask): ReadonlyMap<SymbolId, number> {
  const resemblance = new Resemblance(task, task.index);
  const evidence = new Map<SymbolId, Evidence>();
  const of = (symbol: SymbolId): Evidence => {
    const known = evidence.get(symbol) ?? { gained: 0, lost: 0, mostLost: 0 };
    evidence.set(symbol, known);
    return known;
  };
  for (const report of reports) {
    const weight = resemblance.with(report, LEAST_RESEMBLANCE) * decay(report.createdAt, task.asOfDay);
    if (weight === 0) continue;
    const wanted = new Set([...report.usefulSymbols, ...report.missingSymbols]);
    for (const symbol of wanted) of(symbol).gained += weight;
    const bystanders = report.shownSymbols.filter((symbol) => !wanted.has(symbol));
    const against = weight * Math.min(1, wanted.size / bystanders.length);
    for (const symbol of bystanders) lose(of(symbol), against);
  }
  return new Map([...evidence].map(([symbol, sum]) => [symbol, factor(sum)]));
}

function lose(evidence: Evidence, weight: number): void {
  evidence.lost += weight;
  evidence.mostLost = Math.max(evidence.mostLost, weight);
}

/** 1 without evidence. */
function factor({ gained, lost, mostLost }: Evidence): number {
  const sum = gained - (lost - mostLost);
  const share = 1 - 2 ** (-HALVINGS * Math.abs(sum));
  return 1 + (sum >= 0 ? MOST_GAIN : -MOST_LOSS) * share;
}

function decay(createdAt: string, asOfDay: string): number {
  return 0.5 ** (ageInDays(createdAt, asOfDay) / HALF_LIFE_DAYS);
}
