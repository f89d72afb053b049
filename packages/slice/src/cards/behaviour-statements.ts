/** Behaviour statements of a symbol: all invariants and side effects, without lines. Two versions of a symbol are compared by them. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { allInvariants } from "./invariants.js";
import { allSideEffects } from "./side-effects.js";

/** @throws if the graph has no symbol `symbol` */
export function behaviourStatements(
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
