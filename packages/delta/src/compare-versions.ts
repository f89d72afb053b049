/**
 * Which symbols differ between two versions of a repository.
 *
 * A symbol is modified when its syntax is (comments and white space aside), or who may see it. What holds others (a file, a class, a
 * namespace) is not modified because one of them is: only its own part counts, such as imports, statements, bases and fields.
 * Symbols that were moved or renamed are modified ones with two handles (`match-moved.ts`).
 */
import type { SymbolHandle, SymbolId, SymbolKind } from "@sdl/model";
import type { SymbolDetails, SymbolGraph } from "@sdl/model/graph";
import { byCodeUnits } from "@sdl/model/text";
import type { DeltaSide } from "./delta-side.js";
import { matchMoved, type Side } from "./match-moved.js";
import { byPlace } from "./order.js";

/** A symbol that is in both versions and not the same. */
export interface ModifiedSymbol {
  readonly before: SymbolHandle;
  readonly after: SymbolHandle;
  /** Its id is another: it was moved, renamed, or is of another kind. */
  readonly isMoved: boolean;
}

export interface VersionChanges {
  /** Handles of the later graph, by file and place. */
  readonly added: readonly SymbolHandle[];
  /** Handles of the earlier graph, by file and place. */
  readonly removed: readonly SymbolHandle[];
  /** By file and place in the later version. */
  readonly modified: readonly ModifiedSymbol[];
  /** Files whose facts differ, with those that came and went. */
  readonly files: readonly string[];
}

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
    modified: modified.sort((a, b) => byPlace(after.graph, a.after, b.after)),
    files,
  };
}

/** By code units. */
function changedFiles(before: DeltaSide, after: DeltaSide): string[] {
  const paths = new Set([...before.graph.files(), ...after.graph.files()]);
  return [...paths].filter((path) => isOtherFile(before.factsKey(path), after.factsKey(path))).sort(byCodeUnits);
}

function isOtherFile(before: string | undefined, after: string | undefined): boolean {
  return before === undefined || before !== after;
}

function symbolsById(graph: SymbolGraph, files: readonly string[]): Map<SymbolId, SymbolHandle> {
  const symbols = new Map<SymbolId, SymbolHandle>();
  for (const file of files) for (const symbol of graph.fileSymbols(file)) symbols.set(graph.symbol(symbol).id, symbol);
  return symbols;
}

function moveSide({ graph, factsKey }: DeltaSide, symbols: readonly SymbolHandle[]): Side {
  return { graph, factsKey, symbols };
}

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

/** Whether two states of what has members differ in members alone. */
export function hasSamePart(before: SymbolDetails, after: SymbolDetails): boolean {
  return before.bodyPrint !== undefined && before.bodyPrint === after.bodyPrint;
}
