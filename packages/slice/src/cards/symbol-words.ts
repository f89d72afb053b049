/** What a card says of a symbol's promises and effects, complete and without lines: what two versions of it are compared by. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { allInvariants } from "./invariants.js";
import { allSideEffects } from "./side-effects.js";

/** @throws when `symbol` is no symbol of the graph */
export function symbolWords(
  graph: SymbolGraph,
  symbol: SymbolHandle,
): { readonly invariants: readonly string[]; readonly sideEffects: readonly string[] } {
  const record = graph.symbol(symbol);
  const { effects, guards } = graph.behaviour(symbol);
  return {
    invariants: allInvariants(guards, record.file),
    sideEffects: allSideEffects(graph, record, effects),
  };
}
