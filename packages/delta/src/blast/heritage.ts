/** Types above and below others, and their members. Knows one graph at a time. */
import type { SymbolHandle, SymbolKind } from "@sdl/model";
import type { Adjacency, SymbolGraph } from "@sdl/model/graph";
import { type Adjacent, adjacent } from "../adjacent.js";

const TYPES: ReadonlySet<SymbolKind> = new Set(["class", "interface"]);
const MEMBERS: ReadonlySet<SymbolKind> = new Set(["method", "variable", "function"]);
/** Types above or below that are looked at. */
export const MAX_TYPES = 200;

/** The type that a member belongs to; `undefined` for what is no member of a type. */
export function typeOfMember(graph: SymbolGraph, symbol: SymbolHandle): SymbolHandle | undefined {
  const { kind, container } = graph.symbol(symbol);
  return container !== undefined && MEMBERS.has(kind) && TYPES.has(graph.kindOf(container)) ? container : undefined;
}

export function membersNamed(graph: SymbolGraph, type: SymbolHandle, name: string): SymbolHandle[] {
  return graph.symbolsNamed(name).filter((member) => graph.symbol(member).container === type);
}

export function typesBelow(graph: SymbolGraph, type: SymbolHandle): Adjacent[] {
  return along(graph.incoming(type));
}

export function typesAbove(graph: SymbolGraph, type: SymbolHandle): Adjacent[] {
  return along(graph.outgoing(type));
}

function along(edges: Adjacency): Adjacent[] {
  return adjacent(edges).filter(({ kind }) => kind === "extends" || kind === "implements");
}

export function isInterface(graph: SymbolGraph, type: SymbolHandle): boolean {
  return graph.kindOf(type) === "interface";
}

export function membersOf(graph: SymbolGraph, type: SymbolHandle): SymbolHandle[] {
  return graph.fileSymbols(graph.fileOf(type)).filter((symbol) => graph.symbol(symbol).container === type);
}

/** Classes below that have the member from this one. */
export function inheritors(graph: SymbolGraph, type: SymbolHandle, name: string): SymbolHandle[] {
  const found = new Set<SymbolHandle>([type]);
  for (const at of found) {
    if (found.size >= MAX_TYPES) break;
    for (const { symbol } of typesBelow(graph, at))
      if (membersNamed(graph, symbol, name).length === 0) found.add(symbol);
  }
  found.delete(type);
  return [...found];
}

/** Whether a type's member is one that those below must have: of an interface, or abstract. */
export function isDemand(graph: SymbolGraph, member: SymbolHandle): boolean {
  const type = typeOfMember(graph, member);
  if (type !== undefined && isInterface(graph, type)) return true;
  const isWithoutBody = graph.kindOf(member) === "method" && graph.details(member).bodyPrint === undefined;
  return (
    isWithoutBody ||
    graph.unresolved(member).some(({ name }) => /(?:^|\.)abstract(?:method|property)$/.test(name ?? ""))
  );
}

/**
 * Whether objects of a class that has lost a member are no objects any more of the type above that has it. Of a base class they have it all the
 * same; but where no object can be made without it, as in Python, none is.
 */
export function isBound(graph: SymbolGraph, member: SymbolHandle): boolean {
  const type = typeOfMember(graph, member);
  const isPython = /\.pyi?$/.test(graph.fileOf(member));
  return (type !== undefined && isInterface(graph, type)) || (isPython && isDemand(graph, member));
}
