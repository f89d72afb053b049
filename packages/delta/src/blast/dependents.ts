/**
 * Who depends on a symbol, one step away: who refers to it, and members of the types above and below its own that it must agree with.
 * Knows one graph at a time.
 */
import type { EdgeKind, SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { type Adjacent, adjacent } from "../adjacent.js";
import { MAX_TYPES, membersNamed, typeOfMember, typesAbove, typesBelow } from "./heritage.js";

/** How a dependent depends: an edge, the agreement between members of related types, or the type that a member belongs to. */
export type StepKind = EdgeKind | "overrides" | "declares" | "owes" | "typed";

/** A dependent of a symbol, and how sure that is. */
export interface Step extends Omit<Adjacent, "kind"> {
  readonly kind: StepKind;
}

/** Who refers to the symbol, the surest edge of each kind; the symbol itself left out. */
export function referrers(graph: SymbolGraph, symbol: SymbolHandle): Step[] {
  return adjacent(graph.incoming(symbol)).filter((from) => from.symbol !== symbol);
}

/** Members of the same name in the types below (`overrides`) and above (`declares`) that of a member; empty for all else. */
export function agreeingMembers(graph: SymbolGraph, symbol: SymbolHandle): Step[] {
  const type = typeOfMember(graph, symbol);
  if (type === undefined) return [];
  const { name } = graph.symbol(symbol);
  return [
    ...membersAlong(graph, { type, name, kind: "overrides" }, typesBelow),
    ...membersAlong(graph, { type, name, kind: "declares" }, typesAbove),
  ];
}

/** Types directly below the one of a member that have no such member of their own and inherit none: they owe it. */
export function typesWithout(graph: SymbolGraph, symbol: SymbolHandle): Step[] {
  const type = typeOfMember(graph, symbol);
  if (type === undefined) return [];
  const { name } = graph.symbol(symbol);
  const isClass = graph.kindOf(type) === "class";
  return typesBelow(graph, type)
    .filter(({ kind }) => !isClass || kind === "implements")
    .filter(({ symbol: heir }) => membersNamed(graph, heir, name).length === 0)
    .map(({ symbol: heir, confidence }) => ({ symbol: heir, kind: "owes", confidence }));
}

/** The nearest members of a name along the heritage of a type; types that have none are passed through. */
function membersAlong(
  graph: SymbolGraph,
  { type, name, kind }: { readonly type: SymbolHandle; readonly name: string; readonly kind: StepKind },
  next: (graph: SymbolGraph, type: SymbolHandle) => readonly Adjacent[],
): Step[] {
  const found: Step[] = [];
  const seen = new Set([type]);
  const open: Pick<Adjacent, "symbol" | "confidence">[] = [{ symbol: type, confidence: 1 }];
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
