/** Type hierarchy: super- and subtypes, and their members. Knows one graph at a time. */
import type { SymbolHandle, SymbolKind } from "@sdl/model";
import type { Adjacency, SymbolGraph } from "@sdl/model/graph";
import { type AdjacentSymbol, adjacentSymbols } from "../adjacent.js";

const TYPES: ReadonlySet<SymbolKind> = new Set(["class", "interface"]);
const MEMBERS: ReadonlySet<SymbolKind> = new Set(["method", "variable", "function"]);
/** Maximum number of super- or subtypes that are visited. */
export const MAX_TYPES = 200;

/** Type to which a member belongs; `undefined` if the symbol is not a member of a type. */
export function typeOfMember(graph: SymbolGraph, symbol: SymbolHandle): SymbolHandle | undefined {
  const { kind, container } = graph.symbol(symbol);
  return container !== undefined && MEMBERS.has(kind) && TYPES.has(graph.kindOf(container)) ? container : undefined;
}

/** Members of a type with a given simple name. */
export function membersNamed(graph: SymbolGraph, type: SymbolHandle, name: string): SymbolHandle[] {
  return graph.symbolsNamed(name).filter((member) => graph.symbol(member).container === type);
}

/** Direct subtypes, with the inheritance edge. */
export function subtypes(graph: SymbolGraph, type: SymbolHandle): AdjacentSymbol[] {
  return inheritanceEdges(graph.incoming(type));
}

/** Direct supertypes, with the inheritance edge. */
export function supertypes(graph: SymbolGraph, type: SymbolHandle): AdjacentSymbol[] {
  return inheritanceEdges(graph.outgoing(type));
}

function inheritanceEdges(edges: Adjacency): AdjacentSymbol[] {
  return adjacentSymbols(edges).filter(({ kind }) => kind === "extends" || kind === "implements");
}

/** Whether a type symbol is an interface, by its kind. */
export function isInterface(graph: SymbolGraph, type: SymbolHandle): boolean {
  return graph.kindOf(type) === "interface";
}

/** All direct members of a type. */
export function directMembers(graph: SymbolGraph, type: SymbolHandle): SymbolHandle[] {
  return graph.fileSymbols(graph.fileOf(type)).filter((symbol) => graph.symbol(symbol).container === type);
}

/** The members of a name that a type inherits: those that its nearest supertypes declare; empty if none does. */
export function inheritedMembers(graph: SymbolGraph, type: SymbolHandle, name: string): SymbolHandle[] {
  const members = graph.symbolsNamed(name);
  const containers = new Set(members.map((member) => graph.containerOf(member)));
  const visited = new Set([type]);
  let level = [type];
  while (level.length > 0 && visited.size < MAX_TYPES) {
    const parents = level.flatMap((at) => supertypes(graph, at)).filter(({ kind }) => kind === "extends");
    level = [...new Set(parents.map(({ symbol }) => symbol))].filter((parent) => !visited.has(parent));
    const declaring = new Set(level.filter((parent) => containers.has(parent)));
    if (declaring.size > 0) return members.filter((member) => declaring.has(graph.symbol(member).container ?? type));
    for (const parent of level) visited.add(parent);
  }
  return [];
}

/** Subclasses that inherit the member from this type. */
export function subclassesInheritingMember(graph: SymbolGraph, type: SymbolHandle, name: string): SymbolHandle[] {
  const found = new Set<SymbolHandle>([type]);
  for (const at of found) {
    if (found.size >= MAX_TYPES) break;
    for (const { symbol } of subtypes(graph, at)) if (membersNamed(graph, symbol, name).length === 0) found.add(symbol);
  }
  found.delete(type);
  return [...found];
}

/** Whether subtypes must have a type's member: it belongs to an interface, or it is abstract. */
export function isRequiredMember(graph: SymbolGraph, member: SymbolHandle): boolean {
  const type = typeOfMember(graph, member);
  if (type !== undefined && isInterface(graph, type)) return true;
  const isWithoutBody = graph.kindOf(member) === "method" && graph.details(member).bodyPrint === undefined;
  return (
    isWithoutBody ||
    graph.unresolved(member).some(({ name }) => /(?:^|\.)abstract(?:method|property)$/.test(name ?? ""))
  );
}

/**
 * Whether instances of a class without this member are not instances of the member's type. True for interfaces; false for base classes, whose
 * member is inherited; true for abstract members in Python, because a class without them cannot be instantiated.
 */
export function isRequiredForConformance(graph: SymbolGraph, member: SymbolHandle): boolean {
  const type = typeOfMember(graph, member);
  const isPython = /\.pyi?$/.test(graph.fileOf(member));
  return (type !== undefined && isInterface(graph, type)) || (isPython && isRequiredMember(graph, member));
}
