/** Index of a history that answers queries on its commits. */
import type { SymbolId } from "../ids.js";
import type { CoChange, Contribution, History, HistoryCommit, HistoryData, HistoryTouch } from "./history.js";

const DAY_MS = 86_400_000;
const CHURN_MS = 30 * DAY_MS;
/** Limits of a commit that counts for co-changes; larger commits carry no information on pairs (measured). */
const MAX_SYMBOLS = 25;
const MAX_FILES = 30;
const HALF_LIFE_MS = 365 * DAY_MS;
const CONFIDENCE_PRIOR = 3;

/** Indexes history data for queries. */
export function openHistory(data: HistoryData): History {
  return new HistoryView(data);
}

class HistoryView implements History {
  readonly commit: string;
  readonly timeMs: number;
  readonly commits: readonly HistoryCommit[];
  private readonly numbers: ReadonlyMap<SymbolId, number>;
  private readonly fileNumbers: ReadonlyMap<string, number>;
  private readonly touchesOfSymbols: readonly (readonly number[])[];
  private readonly touchesOfFiles: readonly (readonly number[])[];

  constructor(private readonly data: HistoryData) {
    const { commit, timeMs, symbols, paths, touches } = data;
    this.commit = commit;
    this.timeMs = timeMs;
    this.commits = touches.map(({ id, timeMs: at, author, message }) => ({ id, timeMs: at, author, message }));
    this.numbers = new Map(symbols.map((symbol, i) => [symbol, i]));
    this.fileNumbers = new Map(paths.map((path, i) => [path, i]));
    this.touchesOfSymbols = indexTouches(touches, symbols.length, (touch) => [...touch.symbols, ...touch.containers]);
    this.touchesOfFiles = indexTouches(touches, paths.length, (touch) => touch.files);
  }

  churnOf(symbol: SymbolId): number {
    return this.recentCount(this.touchesOf(symbol));
  }

  churnOfFile(path: string): number {
    return this.recentCount(this.fileTouches(path));
  }

  symbolsOf(commit: number): readonly SymbolId[] {
    return (this.data.touches[commit]?.symbols ?? []).map((number) => this.data.symbols[number] as SymbolId);
  }

  commitsOf(symbol: SymbolId): readonly HistoryCommit[] {
    return this.touchesOf(symbol).map((i) => this.commits[i] as HistoryCommit);
  }

  commitsOfFile(path: string): readonly HistoryCommit[] {
    return this.fileTouches(path).map((i) => this.commits[i] as HistoryCommit);
  }

  commitsSince(path: string): number | undefined {
    return this.fileTouches(path)[0];
  }

  coChangesOf(symbol: SymbolId): readonly CoChange[] {
    return this.coChangesOfGroup([symbol]).filter(({ symbol: other }) => other !== symbol);
  }

  coChangesOfGroup(symbols: Iterable<SymbolId>): readonly CoChange[] {
    const group = this.nonModuleIndexes(symbols);
    const touches = new Set([...group].flatMap((own) => this.touchesOfSymbols[own] ?? []));
    const pairs = new Map<number, { support: number; weight: number }>();
    let count = 0;
    for (const i of touches) {
      const touch = this.data.touches[i] as HistoryTouch;
      const changed = this.symbolsChangedTogether(touch, group);
      if (changed === undefined) continue;
      count++;
      const weight = this.commitWeight(touch, changed.length);
      for (const other of changed) {
        const pair = pairs.get(other) ?? { support: 0, weight: 0 };
        pairs.set(other, { support: pair.support + 1, weight: pair.weight + weight });
      }
    }
    // The prior ranks symbols that changed together once below those that did so repeatedly; most symbols have few commits.
    return Array.from(pairs, ([other, { support, weight }]) => ({
      symbol: this.data.symbols[other] as SymbolId,
      support,
      confidence: support / (count + CONFIDENCE_PRIOR),
      weight,
    })).sort((a, b) => b.confidence - a.confidence || b.weight - a.weight || (a.symbol < b.symbol ? -1 : 1));
  }

  authorsOf(symbol: SymbolId): readonly Contribution[] {
    return countContributions(this.commitsOf(symbol));
  }

  authorsOfFile(path: string): readonly Contribution[] {
    return countContributions(this.commitsOfFile(path));
  }

  private touchesOf(symbol: SymbolId): readonly number[] {
    return this.touchesOfSymbols[this.numbers.get(symbol) ?? -1] ?? [];
  }

  private fileTouches(path: string): readonly number[] {
    return this.touchesOfFiles[this.fileNumbers.get(path) ?? -1] ?? [];
  }

  private recentCount(touches: readonly number[]): number {
    return touches.filter((i) => this.timeMs - (this.commits[i] as HistoryCommit).timeMs < CHURN_MS).length;
  }

  /** Indexes of the symbols without modules, which change with each of their members and carry no information. */
  private nonModuleIndexes(symbols: Iterable<SymbolId>): ReadonlySet<number> {
    const numbers = new Set<number>();
    for (const symbol of symbols) {
      const number = this.numbers.get(symbol);
      if (number !== undefined && this.data.modules[number] !== 1) numbers.add(number);
    }
    return numbers;
  }

  /** Symbols that the commit changed, without modules; `undefined` if the commit is too large or changed no member of the group. */
  private symbolsChangedTogether(
    { symbols, fileCount }: HistoryTouch,
    group: ReadonlySet<number>,
  ): number[] | undefined {
    if (fileCount > MAX_FILES || !symbols.some((symbol) => group.has(symbol))) return undefined;
    const all = symbols.filter((symbol) => this.data.modules[symbol] !== 1);
    return all.length > MAX_SYMBOLS ? undefined : all;
  }

  private commitWeight({ timeMs }: HistoryTouch, symbols: number): number {
    const ageMs = Math.max(0, this.timeMs - timeMs);
    return 2 ** (-ageMs / HALF_LIFE_MS) / Math.log2(1 + symbols);
  }
}

function indexTouches(
  touches: readonly HistoryTouch[],
  size: number,
  pick: (touch: HistoryTouch) => readonly number[],
): number[][] {
  const lists = Array.from({ length: size }, (): number[] => []);
  touches.forEach((touch, i) => {
    for (const number of pick(touch)) lists[number]?.push(i);
  });
  return lists;
}

function countContributions(commits: readonly HistoryCommit[]): Contribution[] {
  const byAuthor = new Map<string, { commits: number; lastMs: number }>();
  for (const { author, timeMs } of commits) {
    const known = byAuthor.get(author) ?? { commits: 0, lastMs: 0 };
    byAuthor.set(author, { commits: known.commits + 1, lastMs: Math.max(known.lastMs, timeMs) });
  }
  return Array.from(byAuthor, ([author, counts]) => ({ author, ...counts })).sort(
    (a, b) => b.commits - a.commits || b.lastMs - a.lastMs || (a.author < b.author ? -1 : 1),
  );
}
