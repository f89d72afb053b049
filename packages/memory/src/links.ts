/**
 * Links from memories to symbols, followed in a graph: the current id of a linked symbol, and whether the symbol has changed since.
 * Pure: the same memory and graph give the same answer on every machine; moved lines have no effect.
 */
import type { SymbolHandle, SymbolId } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import type { SymbolLink } from "./memory.js";

/** Where a link leads now. */
export interface FollowedLink {
  /** Current id of the symbol; the stored id if the symbol no longer exists. */
  readonly symbolId: SymbolId;
  readonly isStale: boolean;
}

/** Link to a symbol in its current state; the id only if the graph does not contain the symbol. */
export function makeSymbolLink(graph: SymbolGraph | undefined, symbolId: SymbolId): SymbolLink {
  const handle = graph?.findSymbol(symbolId);
  if (graph === undefined || handle === undefined) return { symbolId };
  const { qualifiedName, file } = graph.symbol(handle);
  return { symbolId, name: qualifiedName, file, fingerprint: graph.details(handle).astFingerprint };
}

/** Finds the linked symbol, by id or, if it moved, by fingerprint. */
export function followLink(graph: SymbolGraph, link: SymbolLink): FollowedLink {
  const { symbolId, fingerprint } = link;
  const handle = graph.findSymbol(symbolId);
  if (handle !== undefined) {
    return { symbolId, isStale: fingerprint !== undefined && graph.details(handle).astFingerprint !== fingerprint };
  }
  const moved = findMoved(graph, link);
  return moved === undefined ? { symbolId, isStale: true } : { symbolId: graph.symbol(moved).id, isStale: false };
}

/** The only symbol with the same syntax fingerprint: moved under its name, or renamed within its file. `undefined` if there are several. */
function findMoved(graph: SymbolGraph, { name, file, fingerprint }: SymbolLink): SymbolHandle | undefined {
  if (fingerprint === undefined) return undefined;
  const isSame = (handle: SymbolHandle): boolean => graph.details(handle).astFingerprint === fingerprint;
  const simple = name?.slice(name.lastIndexOf(".") + 1);
  const moved = simple === undefined ? [] : graph.symbolsNamed(simple).filter(isSame);
  if (moved.length === 1) return moved[0];
  const renamed = file === undefined ? [] : graph.fileSymbols(file).filter(isSame);
  return moved.length === 0 && renamed.length === 1 ? renamed[0] : undefined;
}
