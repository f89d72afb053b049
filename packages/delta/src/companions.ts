/**
 * What usually changes together with what changed, and did not: apart from the blast radius, which is about code. Most symbols have few
 * commits or none, so those of the whole file count as well, for less, and what stands near by counts for what neighbours usually do.
 */
import { getOrMake, type SymbolHandle, type SymbolId } from "@sdl/model";
import type { CoChange, History, SymbolGraph, SymbolRecord } from "@sdl/model/graph";
import { byCodeUnits } from "@sdl/model/text";
import type { SymbolChange } from "./describe-change.js";
import type { SymbolPairs } from "./symbol-pairs.js";

export interface Companion {
  readonly symbolId: SymbolId;
  /** 0..1: about how often such a symbol changes in the commit that changes the other one. */
  readonly confidence: number;
  /** Commits in which it changed with a changed symbol, or if there are none with that one's file; 0 of what only stands near by. */
  readonly support: number;
}

/** A changed symbol's best; the rest is chance. */
const MAX_COMPANIONS = 10;
/**
 * Shares of what changed with the symbol itself, of what changed with its file, and how often its nearest neighbour changes with it; the
 * neighbour of rank r, from 0, does so `1 / (1 + r / RANK_SCALE)` as often. Chosen on the histories of click, httpx, hono and werkzeug
 * (bench/results/co-change.md), where they came out as often as they say.
 */
const SHARES = { own: 0.7, file: 0.2, nearest: 0.2 };
const RANK_SCALE = 3;
/** Neighbours on either side that are looked at. */
const REACH = 20;
/** Changed symbols whose neighbours count: of more, history knows some, and near by is everywhere. */
const MAX_WITH_NEIGHBOURS = 500;

/** A symbol that changed before with another one or its file, or stands near by. */
interface Ranked extends Companion {
  /** Lines between the two in one file. */
  readonly away: number;
}

/**
 * Most confident first; empty without a history. Symbols that are gone are no advice.
 * @param among restricts them to some symbols, and to those that commits support; all when absent
 */
export function findCompanions(
  pairs: SymbolPairs,
  changes: readonly SymbolChange[],
  among?: ReadonlySet<SymbolId>,
): Companion[] {
  const { graph, layers } = pairs.after;
  const history = changes.length === 0 ? undefined : layers?.history();
  if (history === undefined) return [];
  const changed = new Set<SymbolId>();
  for (const { before, after } of changes) {
    if (before !== undefined) changed.add(pairs.before.graph.symbol(before).id);
    if (after !== undefined) changed.add(graph.symbol(after).id);
  }
  return companionsOf(graph, history, changed, among);
}

/**
 * @param changed may hold symbols that the graph does not have
 * @param among as {@link findCompanions} takes it
 */
export function companionsOf(
  graph: SymbolGraph,
  history: History,
  changed: ReadonlySet<SymbolId>,
  among?: ReadonlySet<SymbolId>,
): Companion[] {
  const best = new Map<SymbolId, Ranked>();
  const search = new Search(graph, history, changed.size <= MAX_WITH_NEIGHBOURS);
  for (const id of changed) {
    for (const one of search.companionsOfOne(id)) {
      const known = best.get(one.symbolId);
      if (!changed.has(one.symbolId) && (known === undefined || compare(one, known) < 0)) best.set(one.symbolId, one);
    }
  }
  return [...best.values()]
    .filter(({ symbolId, support }) => among === undefined || (support > 0 && among.has(symbolId)))
    .sort(compare)
    .slice(0, MAX_COMPANIONS)
    .map(({ symbolId, confidence, support }) => ({
      symbolId,
      confidence: Math.round(confidence * 100) / 100,
      support,
    }));
}

/** What is known of one file, whichever of its symbols is asked about. */
interface KnownFile {
  readonly coChanges: readonly CoChange[];
  /** In source order, the module left out. */
  readonly symbols: readonly SymbolRecord[];
  readonly places: ReadonlyMap<SymbolHandle, number>;
}

/** What speaks for one symbol. */
interface Evidence {
  readonly own?: CoChange;
  readonly file?: CoChange;
  /** How often such a neighbour changes as well, 0..1. */
  readonly near?: number;
}

class Search {
  private readonly files = new Map<string, KnownFile>();

  constructor(
    private readonly graph: SymbolGraph,
    private readonly history: History,
    private readonly withNeighbours: boolean,
  ) {}

  companionsOfOne(id: SymbolId): Ranked[] {
    const handle = this.graph.findSymbol(id);
    const found = new Map<SymbolId, Evidence>();
    const add = (symbol: SymbolId, evidence: Evidence): void => {
      found.set(symbol, { ...found.get(symbol), ...evidence });
    };
    for (const own of this.history.coChangesOf(id)) add(own.symbol, { own });
    const file = handle === undefined ? undefined : this.file(this.graph.fileOf(handle));
    for (const one of file?.coChanges ?? []) add(one.symbol, { file: one });
    if (handle !== undefined && file !== undefined && this.withNeighbours) {
      nearest(file, handle).forEach((symbol, rank) => {
        add(symbol.id, { near: SHARES.nearest / (1 + rank / RANK_SCALE) });
      });
    }
    return Array.from(found).flatMap(([symbol, evidence]) => this.rank(handle, symbol, evidence));
  }

  /** Independent reasons: the symbol does not change if none of them makes it. */
  private rank(asked: SymbolHandle | undefined, symbolId: SymbolId, { own, file, near = 0 }: Evidence): Ranked[] {
    const symbol = this.graph.findSymbol(symbolId);
    if (symbol === undefined) return [];
    const not = (1 - SHARES.own * (own?.confidence ?? 0)) * (1 - SHARES.file * (file?.confidence ?? 0)) * (1 - near);
    const support = own?.support ?? file?.support ?? 0;
    return [{ symbolId, confidence: 1 - not, support, away: linesBetween(this.graph, asked, symbol) }];
  }

  private file(path: string): KnownFile {
    return getOrMake(this.files, path, () => this.readFile(path));
  }

  private readFile(path: string): KnownFile {
    const all = this.graph.fileSymbols(path).map((symbol) => this.graph.symbol(symbol));
    const symbols = all.filter(({ kind }) => kind !== "module");
    return {
      coChanges: this.history.coChangesOfGroup(all.map(({ id }) => id)),
      symbols,
      places: new Map(symbols.map(({ handle }, place) => [handle, place])),
    };
  }
}

/** The nearest first; none of a module. */
function nearest({ symbols, places }: KnownFile, handle: SymbolHandle): SymbolRecord[] {
  const place = places.get(handle);
  const asked = symbols[place ?? -1];
  if (place === undefined || asked === undefined) return [];
  const away = ({ line }: SymbolRecord): number => Math.abs(line - asked.line);
  return symbols
    .slice(Math.max(0, place - REACH), place + REACH + 1)
    .filter((symbol) => symbol !== asked)
    .sort((a, b) => away(a) - away(b));
}

function linesBetween(graph: SymbolGraph, one: SymbolHandle | undefined, other: SymbolHandle): number {
  if (one === undefined || graph.fileOf(one) !== graph.fileOf(other)) return Number.MAX_SAFE_INTEGER;
  return Math.abs(graph.symbol(one).line - graph.symbol(other).line);
}

function compare(a: Ranked, b: Ranked): number {
  return b.confidence - a.confidence || a.away - b.away || b.support - a.support || byCodeUnits(a.symbolId, b.symbolId);
}
