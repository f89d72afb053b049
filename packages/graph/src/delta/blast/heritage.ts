/** Types above and below others, and their members. Knows one graph at a time. */
import { EDGE_CODE, type SymbolGraph, type SymbolHandle, type SymbolKind } from "@sdl/model";

/** A type directly above or below another. */
export interface Heir {
  readonly symbol: SymbolHandle;
  readonly kind: "extends" | "implements";
  /** 0..1 */
  readonly confidence: number;
}

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

export function typesBelow(graph: SymbolGraph, type: SymbolHandle): Heir[] {
  return along(graph.incoming(type));
}

export function typesAbove(graph: SymbolGraph, type: SymbolHandle): Heir[] {
  return along(graph.outgoing(type));
}

function along({ start, length, shared }: ReturnType<SymbolGraph["incoming"]>): Heir[] {
  const found: Heir[] = [];
  for (let i = start; i < start + length; i++) {
    const code = shared.kinds[i];
    if (code !== EDGE_CODE.extends && code !== EDGE_CODE.implements) continue;
    found.push({
      symbol: shared.symbols[i] as SymbolHandle,
      kind: code === EDGE_CODE.extends ? "extends" : "implements",
      confidence: (shared.confidences[i] as number) / 100,
    });
  }
  return found;
}
