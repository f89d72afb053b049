/** Dependents of a symbol on its card. The etag excludes them: a new caller does not change the symbol. */
import { EDGE_KINDS, EDGE_WEIGHTS, type EdgeKind, type SymbolHandle } from "@sdl/model";
import { type SymbolGraph, wholeName } from "@sdl/model/graph";
import { isTestCode } from "@sdl/model/paths";
import { byCodeUnits } from "@sdl/model/text";

/** A symbol with an edge to the card's symbol. */
export interface CardDependent {
  /** Qualified name; for a module its path. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Kind of its strongest edge to the card's symbol. */
  readonly by: EdgeKind;
}

/** Maximum number of dependents on a card; `metrics.fanIn` counts all. */
const MAX_DEPENDENTS = 4;

interface DependentEdge {
  readonly by: EdgeKind;
  /** Edge weight × confidence in hundredths. */
  readonly strength: number;
  readonly count: number;
}

/** Dependents, best first: code before tests, then by edge strength, number of references, file and line. */
export function dependentsOf(graph: SymbolGraph, symbol: SymbolHandle): CardDependent[] {
  const ranked = [...strongestEdgesTo(graph, symbol)].map(([handle, link]) => {
    const { file, line, name, qualifiedName } = graph.symbol(handle);
    const dependent = { name: wholeName({ name, qualifiedName }), file, line, by: link.by };
    return { dependent, link, isTest: isTestCode(graph, file) };
  });
  ranked.sort(
    (a, b) =>
      Number(a.isTest) - Number(b.isTest) ||
      b.link.strength - a.link.strength ||
      b.link.count - a.link.count ||
      byCodeUnits(a.dependent.file, b.dependent.file) ||
      a.dependent.line - b.dependent.line,
  );
  return ranked.slice(0, MAX_DEPENDENTS).map(({ dependent }) => dependent);
}

/** The strongest edge from each dependent. */
function strongestEdgesTo(graph: SymbolGraph, symbol: SymbolHandle): Map<SymbolHandle, DependentEdge> {
  const { start, length, shared } = graph.incoming(symbol);
  const links = new Map<SymbolHandle, DependentEdge>();
  for (let i = start; i < start + length; i++) {
    const from = shared.symbols[i] as SymbolHandle;
    const by = EDGE_KINDS[shared.kinds[i] ?? 0];
    if (from === symbol || by === undefined) continue;
    const strength = EDGE_WEIGHTS[by] * (shared.confidences[i] ?? 0);
    if (strength > (links.get(from)?.strength ?? -1)) links.set(from, { by, strength, count: shared.counts[i] ?? 0 });
  }
  return links;
}
