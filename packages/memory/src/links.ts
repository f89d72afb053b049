/**
 * Links of memories followed into a graph: where a linked symbol is today, and whether it is still what the memory speaks of.
 * Pure: the same memory and graph give the same answer on every machine, whatever happened in between; moved lines change nothing.
 */
import type { SymbolHandle, SymbolId } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import type { SymbolLink } from "./memory.js";

export interface FollowedLink {
  /** Today's id; the stored one when the symbol is gone. */
  readonly symbolId: SymbolId;
  readonly isStale: boolean;
}

/** The link to a symbol as it is now; only its id when the graph does not have it. */
export function linkTo(graph: SymbolGraph | undefined, symbolId: SymbolId): SymbolLink {
  const handle = graph?.findSymbol(symbolId);
  if (graph === undefined || handle === undefined) return { symbolId };
  const { qualifiedName, file } = graph.symbol(handle);
  return { symbolId, name: qualifiedName, file, fingerprint: graph.details(handle).astFingerprint };
}

export function followLink(graph: SymbolGraph, link: SymbolLink): FollowedLink {
  const { symbolId, fingerprint } = link;
  const handle = graph.findSymbol(symbolId);
  if (handle !== undefined) {
    return { symbolId, isStale: fingerprint !== undefined && graph.details(handle).astFingerprint !== fingerprint };
  }
  const moved = findMoved(graph, link);
  return moved === undefined ? { symbolId, isStale: true } : { symbolId: graph.symbol(moved).id, isStale: false };
}

/** A symbol of the same syntax: renamed in its file, or moved with its name. More than one of them is none. */
function findMoved(graph: SymbolGraph, { name, file, fingerprint }: SymbolLink): SymbolHandle | undefined {
  if (fingerprint === undefined) return undefined;
  const isSame = (handle: SymbolHandle): boolean => graph.details(handle).astFingerprint === fingerprint;
  const simple = name?.slice(name.lastIndexOf(".") + 1);
  const moved = simple === undefined ? [] : graph.symbolsNamed(simple).filter(isSame);
  if (moved.length === 1) return moved[0];
  const renamed = file === undefined ? [] : graph.fileSymbols(file).filter(isSame);
  return moved.length === 0 && renamed.length === 1 ? renamed[0] : undefined;
}
