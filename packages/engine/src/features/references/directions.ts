/** Neighbours of a symbol in each direction of references. Knows graphs only. */
import { EDGE_CODE, type SymbolHandle, type SymbolKind } from "@sdl/model";
import type { Adjacency, SymbolGraph } from "@sdl/model/graph";

/** Directions walked in the graph; `tests` is answered by the derived layers. */
const WALKS = ["callers", "callees", "references", "implementations", "supertypes"] as const;
/** One of {@link WALKS}. */
export type Walk = (typeof WALKS)[number];
/** All values of the parameter `direction`. */
export const DIRECTIONS = [...WALKS, "tests"] as const;

/** A neighbour with the confidence of the edge to it. */
export interface Step {
  readonly symbol: SymbolHandle;
  /** In hundredths. */
  readonly confidence: number;
}

const CALLS: ReadonlySet<number> = new Set([EDGE_CODE.call]);
const HERITAGE: ReadonlySet<number> = new Set([EDGE_CODE.extends, EDGE_CODE.implements]);
const MEMBERS: ReadonlySet<SymbolKind> = new Set(["method", "constructor", "variable", "function"]);

/** Neighbours of a symbol; a neighbour connected by several edges is listed several times. */
export function neighbourSteps(graph: SymbolGraph, symbol: SymbolHandle, walk: Walk): readonly Step[] {
  switch (walk) {
    case "callers":
      return listStepsByKind(graph.incoming(symbol), CALLS);
    case "callees":
      return listStepsByKind(graph.outgoing(symbol), CALLS);
    case "references":
      return listStepsByKind(graph.incoming(symbol));
    case "implementations":
      return followHeritage(graph, symbol, (type) => listStepsByKind(graph.incoming(type), HERITAGE));
    case "supertypes":
      return followHeritage(graph, symbol, (type) => listStepsByKind(graph.outgoing(type), HERITAGE));
  }
}

/** @param wanted edge codes; all if absent */
function listStepsByKind({ length, symbols, kinds, confidences }: Adjacency, wanted?: ReadonlySet<number>): Step[] {
  const steps: Step[] = [];
  for (let i = 0; i < length; i++) {
    if (wanted !== undefined && !wanted.has(kinds[i] as number)) continue;
    steps.push({ symbol: symbols[i] as SymbolHandle, confidence: confidences[i] as number });
  }
  return steps;
}

/** Heritage of a type; for a member, the members of the same name in the nearest super- or subtypes that have one. */
function followHeritage(
  graph: SymbolGraph,
  symbol: SymbolHandle,
  next: (type: SymbolHandle) => readonly Step[],
): readonly Step[] {
  const { kind, container, name } = graph.symbol(symbol);
  if (container === undefined || !MEMBERS.has(kind) || !isType(graph.kindOf(container))) return next(symbol);
  const found: Step[] = [];
  const seen = new Set<SymbolHandle>([container]);
  let types: readonly Step[] = next(container);
  while (types.length > 0) {
    const beyond: Step[] = [];
    for (const type of types) {
      if (seen.has(type.symbol)) continue;
      seen.add(type.symbol);
      const members = findMembersNamed(graph, type.symbol, name);
      for (const member of members) found.push({ symbol: member, confidence: type.confidence });
      if (members.length === 0) beyond.push(...next(type.symbol).map((step) => combineConfidence(step, type)));
    }
    types = beyond;
  }
  return found;
}

function combineConfidence(step: Step, than: Step): Step {
  return { symbol: step.symbol, confidence: Math.round((step.confidence * than.confidence) / 100) };
}

function isType(kind: SymbolKind): boolean {
  return kind === "class" || kind === "interface";
}

function findMembersNamed(graph: SymbolGraph, type: SymbolHandle, name: string): SymbolHandle[] {
  return graph.fileSymbols(graph.fileOf(type)).filter((other) => {
    const record = graph.symbol(other);
    return record.container === type && record.name === name;
  });
}
