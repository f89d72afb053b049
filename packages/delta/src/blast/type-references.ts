/** Where types are named, and by whom: by a parameter, by what a symbol refers to, by what it stands in. Knows one graph at a time. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { endsOf } from "../adjacent.js";
import { referrers, type Step } from "./dependents.js";
import { membersNamed } from "./heritage.js";

/** Of those who call what takes an object, some leave the member out; of classes that hold one, some hold another. */
export const INDIRECT = 0.5;

/** Who names a symbol or calls it; a class is called by its constructor's name too. Types below it are none. */
export function usersOf(graph: SymbolGraph, symbol: SymbolHandle): Step[] {
  const constructors = membersNamed(graph, symbol, "constructor").flatMap((at) => referrers(graph, at));
  return [...referrers(graph, symbol), ...constructors].filter(({ symbol: user, kind }) => {
    return kind === "uses" || kind === "call" || (kind === "import" && graph.kindOf(user) !== "module");
  });
}

export function targetsOf(graph: SymbolGraph, symbol: SymbolHandle): SymbolHandle[] {
  return endsOf(graph.outgoing(symbol));
}

export function containersOf(graph: SymbolGraph, symbol: SymbolHandle): SymbolHandle[] {
  const found: SymbolHandle[] = [];
  for (let at = graph.symbol(symbol).container; at !== undefined; at = graph.symbol(at).container) found.push(at);
  return found;
}

/** Whether a function's parameters, or those of a class's constructor, are of the type of that name; a class without one may be anything. */
export function takes(graph: SymbolGraph, symbol: SymbolHandle, name: string): boolean {
  if (graph.kindOf(symbol) !== "class") return hasParameter(graph, symbol, name);
  const constructors = membersNamed(graph, symbol, "constructor");
  return constructors.length === 0 || constructors.some((one) => hasParameter(graph, one, name));
}

function hasParameter(graph: SymbolGraph, symbol: SymbolHandle, type: string): boolean {
  return (graph.details(symbol).signature?.params ?? []).some((param) => mentions(param.type ?? "", type));
}

export function mentions(type: string, name: string): boolean {
  return type.split(/[^\p{L}\p{N}_$]+/u).includes(name);
}

export function asTyped(step: Step): Step {
  return { ...step, kind: "typed" };
}
