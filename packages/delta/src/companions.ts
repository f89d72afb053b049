/**
 * Companions: symbols that usually change together with the changed symbols, and did not. Independent of the blast radius, which is based on code.
 * Most symbols have few commits or none, so co-changes of the file count with less weight, and neighbours in the file with the average frequency of
 * neighbours.
 */
import { getOrMake, type SymbolHandle, type SymbolId } from "@sdl/model";
import type { CoChange, History, SymbolGraph, SymbolRecord } from "@sdl/model/graph";
import { byCodeUnits } from "@sdl/model/text";
import type { SymbolChange } from "./describe-change.js";
import type { SymbolPairs } from "./symbol-pairs.js";

/** A symbol that usually changes too. */
export interface Companion {
  readonly symbolId: SymbolId;
  /** Approximate frequency, 0..1, with which the symbol changes in a commit that changes the other one. */
  readonly confidence: number;
  /** Number of commits that changed it together with a changed symbol, or else with that symbol's file; 0 for a mere neighbour. */
  readonly support: number;
}

/** Maximum number of companions; lower ranked ones are coincidences. */
const MAX_COMPANIONS = 10;
/**
 * Probabilities: of a co-change with the symbol, relative to its confidence; of a co-change with the file, likewise; and of the nearest neighbour.
 * The neighbour of rank r, from 0, has the last one times `1 / (1 + r / RANK_SCALE)`. Fitted on the histories of click, httpx, hono and werkzeug
 * (bench/results/co-change.md), where the resulting confidences are calibrated.
 */
const CO_CHANGE_SHARES = { own: 0.7, file: 0.2, nearest: 0.2 };
const RANK_SCALE = 3;
/** Maximum number of neighbours on either side. */
const MAX_NEIGHBOUR_RANK = 20;
/** Maximum number of changed symbols for which neighbours count; for more, history contains some, and neighbours are too numerous. */
const MAX_WITH_NEIGHBOURS = 500;

/** A symbol that earlier changed together with another symbol or its file, or is its neighbour. */
interface RankedCompanion extends Companion {
  /** Number of lines between the two symbols; maximal for different files. */
  readonly away: number;
}

/**
 * Companions of the changes, most confident first; empty without a history. Removed symbols are excluded.
 * @param among restricts the result to these symbols, and to those with support from commits; default: all
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
  return findCompanionsInGraph(graph, history, changed, among);
}

/**
 * @param changed ids of changed symbols; the graph need not contain them
 * @param among as in {@link findCompanions}
 */
export function findCompanionsInGraph(
  graph: SymbolGraph,
  history: History,
  changed: ReadonlySet<SymbolId>,
  among?: ReadonlySet<SymbolId>,
): Companion[] {
  const best = new Map<SymbolId, RankedCompanion>();
  const search = new CompanionSearch(graph, history, changed.size <= MAX_WITH_NEIGHBOURS);
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

/** Data of one file that are shared by all of its symbols. */
interface KnownFile {
  readonly coChanges: readonly CoChange[];
  /** Symbols in source order, without the module. */
  readonly symbols: readonly SymbolRecord[];
  readonly places: ReadonlyMap<SymbolHandle, number>;
}

/** Reasons for one companion. */
interface CompanionEvidence {
  readonly own?: CoChange;
  readonly file?: CoChange;
  /** Probability that a neighbour of this rank changes as well, 0..1. */
  readonly near?: number;
}

class CompanionSearch {
  private readonly files = new Map<string, KnownFile>();

  constructor(
    private readonly graph: SymbolGraph,
    private readonly history: History,
    private readonly withNeighbours: boolean,
  ) {}

  companionsOfOne(id: SymbolId): RankedCompanion[] {
    const handle = this.graph.findSymbol(id);
    const found = new Map<SymbolId, CompanionEvidence>();
    const add = (symbol: SymbolId, evidence: CompanionEvidence): void => {
      found.set(symbol, { ...found.get(symbol), ...evidence });
    };
    for (const own of this.history.coChangesOf(id)) add(own.symbol, { own });
    const file = handle === undefined ? undefined : this.knownFile(this.graph.fileOf(handle));
    for (const one of file?.coChanges ?? []) add(one.symbol, { file: one });
    if (handle !== undefined && file !== undefined && this.withNeighbours) {
      nearestNeighbours(file, handle).forEach((symbol, rank) => {
        add(symbol.id, { near: CO_CHANGE_SHARES.nearest / (1 + rank / RANK_SCALE) });
      });
    }
    return Array.from(found).flatMap(([symbol, evidence]) => this.rankCompanion(handle, symbol, evidence));
  }

  /** Combines independent probabilities: the symbol does not change only if no reason applies. */
  private rankCompanion(
    asked: SymbolHandle | undefined,
    symbolId: SymbolId,
    { own, file, near = 0 }: CompanionEvidence,
  ): RankedCompanion[] {
    const symbol = this.graph.findSymbol(symbolId);
    if (symbol === undefined) return [];
    const not =
      (1 - CO_CHANGE_SHARES.own * (own?.confidence ?? 0)) *
      (1 - CO_CHANGE_SHARES.file * (file?.confidence ?? 0)) *
      (1 - near);
    const support = own?.support ?? file?.support ?? 0;
    return [{ symbolId, confidence: 1 - not, support, away: linesBetween(this.graph, asked, symbol) }];
  }

  private knownFile(path: string): KnownFile {
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

/** Neighbours of a symbol, nearest first; none for a module. */
function nearestNeighbours({ symbols, places }: KnownFile, handle: SymbolHandle): SymbolRecord[] {
  const place = places.get(handle);
  const asked = symbols[place ?? -1];
  if (place === undefined || asked === undefined) return [];
  const away = ({ line }: SymbolRecord): number => Math.abs(line - asked.line);
  return symbols
    .slice(Math.max(0, place - MAX_NEIGHBOUR_RANK), place + MAX_NEIGHBOUR_RANK + 1)
    .filter((symbol) => symbol !== asked)
    .sort((a, b) => away(a) - away(b));
}

function linesBetween(graph: SymbolGraph, one: SymbolHandle | undefined, other: SymbolHandle): number {
  if (one === undefined || graph.fileOf(one) !== graph.fileOf(other)) return Number.MAX_SAFE_INTEGER;
  return Math.abs(graph.symbol(one).line - graph.symbol(other).line);
}

function compare(a: RankedCompanion, b: RankedCompanion): number {
  return b.confidence - a.confidence || a.away - b.away || b.support - a.support || byCodeUnits(a.symbolId, b.symbolId);
}
