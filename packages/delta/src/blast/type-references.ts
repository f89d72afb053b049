/** References to types: by parameters, by references of a symbol, by its containers. Knows one graph at a time. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { edgeEnds } from "../adjacent.js";
import { type DependentStep, referringSymbols } from "./dependents.js";
import { membersNamed } from "./heritage.js";

/** Factor on the confidence of indirect users: some callers do not use the changed member, and some holders hold another type. */
export const INDIRECT_FACTOR = 0.5;

/** Symbols that name or call a symbol; for a class, also callers of its constructor. Subtypes are excluded. */
export function usersOfSymbol(graph: SymbolGraph, symbol: SymbolHandle): DependentStep[] {
  const constructors = membersNamed(graph, symbol, "constructor").flatMap((at) => referringSymbols(graph, at));
  return [...referringSymbols(graph, symbol), ...constructors].filter(({ symbol: user, kind }) => {
    return kind === "uses" || kind === "call" || (kind === "import" && graph.kindOf(user) !== "module");
  });
}

/** Symbols that a symbol refers to. */
export function referredSymbols(graph: SymbolGraph, symbol: SymbolHandle): SymbolHandle[] {
  return edgeEnds(graph.outgoing(symbol));
}

/** Containers of a symbol, innermost first. */
export function containingSymbols(graph: SymbolGraph, symbol: SymbolHandle): SymbolHandle[] {
  const found: SymbolHandle[] = [];
  for (let at = graph.symbol(symbol).container; at !== undefined; at = graph.symbol(at).container) found.push(at);
  return found;
}

/** Whether a parameter of a function, or of a class's constructor, has the named type; true for a class without a constructor. */
export function hasParameterOfType(graph: SymbolGraph, symbol: SymbolHandle, name: string): boolean {
  if (graph.kindOf(symbol) !== "class") return hasParameter(graph, symbol, name);
  const constructors = membersNamed(graph, symbol, "constructor");
  return constructors.length === 0 || constructors.some((one) => hasParameter(graph, one, name));
}

function hasParameter(graph: SymbolGraph, symbol: SymbolHandle, type: string): boolean {
  return (graph.details(symbol).signature?.params ?? []).some((param) => mentionsTypeName(param.type ?? "", type));
}

/** Whether a type's text contains a name as a whole word. */
export function mentionsTypeName(type: string, name: string): boolean {
  return type.split(/[^\p{L}\p{N}_$]+/u).includes(name);
}

/** A step that uses a type, for weights. */
export function asTypeUse(step: DependentStep): DependentStep {
  return { ...step, kind: "typed" };
}
