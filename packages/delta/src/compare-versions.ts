/**
 * Comparison of two versions of a repository: symbols that differ.
 *
 * A symbol is modified if its syntax (without comments and white space) or its visibility changed. A container (a file, class or namespace) is not
 * modified because of its members: only its own part counts, such as imports, statements, base types and fields.
 * A moved or renamed symbol is a modified one with two handles (`match-moved.ts`).
 */
import type { SymbolHandle, SymbolId, SymbolKind } from "@sdl/model";
import type { SymbolDetails, SymbolGraph } from "@sdl/model/graph";
import { byCodeUnits } from "@sdl/model/text";
import type { DeltaSide } from "./delta-side.js";
import { type MoveSide, matchMoved } from "./match-moved.js";
import { compareByPosition } from "./order.js";

/** A symbol that exists in both versions and differs. */
export interface ModifiedSymbol {
  readonly before: SymbolHandle;
  readonly after: SymbolHandle;
  /** Whether its id differs: it was moved or renamed, or its kind changed. */
  readonly isMoved: boolean;
}

/** Symbols that differ, by handle. */
export interface VersionChanges {
  /** Handles of the later graph, by file and position. */
  readonly added: readonly SymbolHandle[];
  /** Handles of the earlier graph, by file and position. */
  readonly removed: readonly SymbolHandle[];
  /** Modified symbols by file and position in the later version. */
  readonly modified: readonly ModifiedSymbol[];
  /** Files whose facts differ, including added and removed ones. */
  readonly files: readonly string[];
}

/** Finds added, removed and modified symbols; only files with different facts are read. */
export function compareVersions(before: DeltaSide, after: DeltaSide): VersionChanges {
  const files = changedFiles(before, after);
  const old = symbolsById(before.graph, files);
  const now = symbolsById(after.graph, files);
  const removed = [...old].filter(([id]) => !now.has(id)).map(([, symbol]) => symbol);
  const added = [...now].filter(([id]) => !old.has(id)).map(([, symbol]) => symbol);
  const modified: ModifiedSymbol[] = [];
  for (const [id, symbol] of now) {
    const earlier = old.get(id);
    if (earlier === undefined || isSame(before.graph, earlier, after.graph, symbol)) continue;
    modified.push({ before: earlier, after: symbol, isMoved: false });
  }
  const pairs = matchMoved(moveSide(before, removed), moveSide(after, added));
  for (const [from, to] of pairs) modified.push({ before: from, after: to, isMoved: true });
  const movedFrom = new Set(pairs.keys());
  const movedTo = new Set(pairs.values());
  return {
    added: added.filter((symbol) => !movedTo.has(symbol)),
    removed: removed.filter((symbol) => !movedFrom.has(symbol)),
    modified: modified.sort((a, b) => compareByPosition(after.graph, a.after, b.after)),
    files,
  };
}

/** Paths of files whose facts differ, in the order of code units. */
function changedFiles(before: DeltaSide, after: DeltaSide): string[] {
  const paths = new Set([...before.graph.files(), ...after.graph.files()]);
  return [...paths].filter((path) => hasOtherFacts(before.factsKey(path), after.factsKey(path))).sort(byCodeUnits);
}

function hasOtherFacts(before: string | undefined, after: string | undefined): boolean {
  return before === undefined || before !== after;
}

function symbolsById(graph: SymbolGraph, files: readonly string[]): Map<SymbolId, SymbolHandle> {
  const symbols = new Map<SymbolId, SymbolHandle>();
  for (const file of files) for (const symbol of graph.fileSymbols(file)) symbols.set(graph.symbol(symbol).id, symbol);
  return symbols;
}

function moveSide({ graph, factsKey }: DeltaSide, symbols: readonly SymbolHandle[]): MoveSide {
  return { graph, factsKey, symbols };
}

/** Whether a kind is callable: function, method or constructor. */
export function isFunction(kind: SymbolKind): boolean {
  return kind === "function" || kind === "method" || kind === "constructor";
}

function isSame(before: SymbolGraph, old: SymbolHandle, after: SymbolGraph, now: SymbolHandle): boolean {
  const { exported, visibility, kind } = after.symbol(now);
  const earlier = before.symbol(old);
  if (earlier.exported !== exported || earlier.visibility !== visibility) return false;
  const details = after.details(now);
  const was = before.details(old);
  if (details.astFingerprint === was.astFingerprint) return true;
  return !isFunction(kind) && hasSamePart(was, details);
}

/** Whether the own part of a symbol is unchanged, so that it differs in its members only. */
export function hasSamePart(before: SymbolDetails, after: SymbolDetails): boolean {
  return before.bodyPrint !== undefined && before.bodyPrint === after.bodyPrint;
}
