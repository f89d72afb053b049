/**
 * Dependency walk from one root symbol along outgoing edges, for logic slices. Knows no source text and no budget.
 * A symbol represents all symbols nested in it: a class its methods, a function its inner functions.
 * Invariants: breadth first, each symbol once; the edges of one symbol in order of kind, confidence and id.
 */
import { EDGE_CODE, EDGE_KINDS, type EdgeKind, type SymbolHandle, type SymbolId } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";

/** Minimum confidence of an edge, in hundredths; equals the default of slices. */
const MIN_CONFIDENCE = 50;

/** A direct or indirect dependency of the root. */
export interface Dependency {
  readonly symbol: SymbolHandle;
  /** Number of edges from the root; 0 for the root itself. */
  readonly depth: number;
}

/** A dependency between two entries of a logic slice. */
export interface LogicEdge {
  readonly from: SymbolId;
  readonly to: SymbolId;
  readonly kind: EdgeKind;
  /** 0..1, a multiple of 0.01. */
  readonly confidence: number;
}

interface DependencyStep {
  readonly to: SymbolHandle;
  readonly kind: number;
  readonly confidence: number;
}

/** Walks the dependencies of one root; each symbol is expanded once. */
export class LogicGraph {
  private readonly byFile = new Map<string, ReadonlyMap<SymbolHandle, readonly SymbolHandle[]>>();
  private readonly known = new Map<SymbolHandle, readonly DependencyStep[]>();

  constructor(
    private readonly graph: SymbolGraph,
    private readonly root: SymbolHandle,
  ) {}

  /** Yields the root, then its direct and indirect dependencies, lazily and breadth first. */
  *walk(maxDepth = Number.POSITIVE_INFINITY): Iterable<Dependency> {
    const seen = new Set([this.root]);
    let frontier = [this.root];
    for (let depth = 0; frontier.length > 0; depth++) {
      for (const symbol of frontier) yield { symbol, depth };
      if (depth >= maxDepth) return;
      const next: SymbolHandle[] = [];
      for (const { to } of frontier.flatMap((symbol) => this.strongestSteps(symbol))) {
        if (seen.has(to)) continue;
        seen.add(to);
        next.push(to);
      }
      frontier = next;
    }
  }

  /** Edges with both ends among `symbols`, grouped by source symbol in the given order. */
  edgesAmong(symbols: readonly SymbolHandle[]): LogicEdge[] {
    const among = new Set(symbols);
    return symbols.flatMap((from) =>
      this.strongestSteps(from)
        .filter(({ to }) => among.has(to))
        .map(({ to, kind, confidence }) => ({
          from: this.graph.symbol(from).id,
          to: this.graph.symbol(to).id,
          kind: EDGE_KINDS[kind] ?? "uses",
          confidence: confidence / 100,
        })),
    );
  }

  /** The strongest edge to each symbol outside of this symbol and its nested symbols. */
  private strongestSteps(symbol: SymbolHandle): readonly DependencyStep[] {
    let steps = this.known.get(symbol);
    if (steps === undefined) {
      steps = this.readSteps(symbol);
      this.known.set(symbol, steps);
    }
    return steps;
  }

  private readSteps(symbol: SymbolHandle): readonly DependencyStep[] {
    const inside = this.withNestedSymbols(symbol);
    const best = new Map<SymbolHandle, DependencyStep>();
    for (const member of inside) {
      const { start, length, shared } = this.graph.outgoing(member);
      for (let i = start; i < start + length; i++) {
        const step = { to: shared.symbols[i] ?? 0, kind: shared.kinds[i] ?? 0, confidence: shared.confidences[i] ?? 0 };
        const isPart = step.confidence >= MIN_CONFIDENCE && step.kind !== EDGE_CODE.config && !inside.has(step.to);
        const known = best.get(step.to);
        if (isPart && (known === undefined || compareSteps(step, known) < 0)) best.set(step.to, step);
      }
    }
    const idOf = ({ to }: DependencyStep) => this.graph.symbol(to).id;
    return [...best.values()].sort((a, b) => compareSteps(a, b) || (idOf(a) < idOf(b) ? -1 : 1));
  }

  /** The symbol and all symbols nested in it. A module other than the root represents only its top-level code. */
  private withNestedSymbols(symbol: SymbolHandle): ReadonlySet<SymbolHandle> {
    const found = new Set([symbol]);
    if (this.graph.kindOf(symbol) === "module" && symbol !== this.root) return found;
    const children = this.childrenInFile(this.graph.fileOf(symbol));
    for (const outer of found) for (const child of children.get(outer) ?? []) found.add(child);
    return found;
  }

  private childrenInFile(file: string): ReadonlyMap<SymbolHandle, readonly SymbolHandle[]> {
    let children = this.byFile.get(file);
    if (children === undefined) {
      children = nestedSymbolsByContainer(this.graph, file);
      this.byFile.set(file, children);
    }
    return children;
  }
}

function nestedSymbolsByContainer(
  graph: SymbolGraph,
  file: string,
): ReadonlyMap<SymbolHandle, readonly SymbolHandle[]> {
  const children = new Map<SymbolHandle, SymbolHandle[]>();
  for (const handle of graph.fileSymbols(file)) {
    const { container } = graph.symbol(handle);
    if (container === undefined) continue;
    const siblings = children.get(container);
    if (siblings === undefined) children.set(container, [handle]);
    else siblings.push(handle);
  }
  return children;
}

/** Order by kind (calls first), then by descending confidence. */
function compareSteps(a: DependencyStep, b: DependencyStep): number {
  return a.kind - b.kind || b.confidence - a.confidence;
}
