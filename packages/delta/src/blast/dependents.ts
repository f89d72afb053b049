/**
 * Dependents of a symbol, one step away: symbols that refer to it, and members of super- and subtypes that must be compatible with it.
 * Knows one graph at a time.
 */
import type { EdgeKind, SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { type AdjacentSymbol, adjacentSymbols } from "../adjacent.js";
import { MAX_TYPES, membersNamed, subtypes, supertypes, typeOfMember } from "./heritage.js";

/**
 * Kind of dependence: an edge, a member of a super- or subtype (`overrides`, `declares`), a type that lacks a member, or code that uses a member's
 * type.
 */
export type StepKind = EdgeKind | "overrides" | "declares" | "lacks" | "typed";

/** A dependent of a symbol, with the confidence of the dependence. */
export interface DependentStep extends Omit<AdjacentSymbol, "kind"> {
  readonly kind: StepKind;
}

/** Symbols with an edge to the symbol, without the symbol itself. */
export function referringSymbols(graph: SymbolGraph, symbol: SymbolHandle): DependentStep[] {
  return adjacentSymbols(graph.incoming(symbol)).filter((from) => from.symbol !== symbol);
}

/** Members with the same name in the subtypes (`overrides`) and supertypes (`declares`) of a member's type; empty if the symbol is not a member. */
export function relatedMembers(graph: SymbolGraph, symbol: SymbolHandle): DependentStep[] {
  const type = typeOfMember(graph, symbol);
  if (type === undefined) return [];
  const { name } = graph.symbol(symbol);
  return [
    ...membersAlong(graph, { type, name, kind: "overrides" }, subtypes),
    ...membersAlong(graph, { type, name, kind: "declares" }, supertypes),
  ];
}

/** Direct subtypes that must have the member but neither declare nor inherit it. */
export function subtypesLackingMember(graph: SymbolGraph, symbol: SymbolHandle): DependentStep[] {
  const type = typeOfMember(graph, symbol);
  if (type === undefined) return [];
  const { name } = graph.symbol(symbol);
  const isClass = graph.kindOf(type) === "class";
  return subtypes(graph, type)
    .filter(({ kind }) => !isClass || kind === "implements")
    .filter(({ symbol: heir }) => membersNamed(graph, heir, name).length === 0)
    .map(({ symbol: heir, confidence }) => ({ symbol: heir, kind: "lacks", confidence }));
}

/** The nearest members with a name in the super- or subtypes; types without such a member are traversed. */
function membersAlong(
  graph: SymbolGraph,
  { type, name, kind }: { readonly type: SymbolHandle; readonly name: string; readonly kind: StepKind },
  next: (graph: SymbolGraph, type: SymbolHandle) => readonly AdjacentSymbol[],
): DependentStep[] {
  const found: DependentStep[] = [];
  const seen = new Set([type]);
  const open: Pick<AdjacentSymbol, "symbol" | "confidence">[] = [{ symbol: type, confidence: 1 }];
  for (let at = open.shift(); at !== undefined && seen.size < MAX_TYPES; at = open.shift()) {
    for (const heir of next(graph, at.symbol)) {
      if (seen.has(heir.symbol)) continue;
      seen.add(heir.symbol);
      const confidence = at.confidence * heir.confidence;
      const members = membersNamed(graph, heir.symbol, name);
      for (const member of members) found.push({ symbol: member, kind, confidence });
      if (members.length === 0) open.push({ symbol: heir.symbol, confidence });
    }
  }
  return found;
}
