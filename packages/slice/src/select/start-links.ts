/**
 * Links between text hits and the best start symbols. A hit is selected by its own score, but its edge with a start symbol explains it better than
 * the matching words do.
 */
import { EDGE_CODE, type SymbolHandle } from "@sdl/model";
import { bestStartSymbols, type Candidate, type Claim } from "../search/candidate.js";
import { edgeStrength } from "../search/neighbours.js";
import type { CandidateEdge } from "./candidate-edges.js";

type LinkStep = NonNullable<Claim["via"]>;

/** Finds edges between hits and start symbols. */
export class StartLinks {
  private readonly starts: readonly Candidate[];

  /** @param ranked all candidates, best first @param edges edges among the candidates */
  constructor(
    ranked: readonly Candidate[],
    private readonly edges: ReadonlyMap<SymbolHandle, readonly CandidateEdge[]>,
  ) {
    this.starts = bestStartSymbols(ranked);
  }

  /**
   * The last step to a candidate: the search's step, or a hit's strongest edge with a best start symbol; on ties, that of the better start symbol.
   */
  lastStep(candidate: Candidate): LinkStep | undefined {
    if (candidate.via !== undefined || candidate.depth === 0) return candidate.via;
    let best: LinkStep | undefined;
    for (const from of this.starts) {
      for (const step of this.stepsBetween(from, candidate.symbol))
        if (best === undefined || step.edge.strength > best.edge.strength) best = step;
    }
    return best;
  }

  private stepsBetween(from: Candidate, symbol: SymbolHandle): LinkStep[] {
    const out = this.edgeBetween(from.symbol, symbol);
    const back = this.edgeBetween(symbol, from.symbol);
    return [
      ...(out === undefined ? [] : [makeStep(from, symbol, out, "out")]),
      ...(back === undefined ? [] : [makeStep(from, symbol, back, "in")]),
    ];
  }

  private edgeBetween(from: SymbolHandle, to: SymbolHandle): CandidateEdge | undefined {
    return this.edges.get(from)?.find((edge) => edge.to === to);
  }
}

function makeStep(
  from: Candidate,
  symbol: SymbolHandle,
  { kind, confidence }: CandidateEdge,
  direction: "out" | "in",
): LinkStep {
  const strength = edgeStrength(EDGE_CODE[kind], confidence, direction);
  return { from, edge: { symbol, kind, direction, strength } };
}
