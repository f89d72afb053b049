/** Symbol scorer of one request; scores each symbol once. */
import type { SymbolHandle, SymbolId } from "@sdl/model";
import type { DerivedLayers, SymbolGraph } from "@sdl/model/graph";
import { marksOf } from "@sdl/model/paths";
import type { SeedSet } from "../seeds/collect-seeds.js";
import type { ScoreParts } from "../slice.js";
import { ClusterBonus } from "./cluster-bonus.js";
import type { Proximity } from "./proximity.js";
import { combineScore } from "./score.js";
import {
  hotnessSignal,
  isNonProductFile,
  kindScore,
  queryRelevance,
  type ScoredFile,
  structureSignal,
  traceLocality,
} from "./signals.js";

/** A symbol's score and its parts. */
export interface ScoredSymbol {
  readonly parts: ScoreParts;
  readonly score: number;
}

/** What scores depend on. */
export interface ScorerInput {
  readonly graph: SymbolGraph;
  readonly seeds: SeedSet;
  readonly proximity: Proximity;
  /** Stems of the task text's words. */
  readonly terms: ReadonlySet<string>;
  readonly derived?: DerivedLayers | undefined;
  /** Relevance factors by symbol, from feedback. */
  readonly feedback?: ReadonlyMap<SymbolId, number> | undefined;
}

/** Signals that all symbols of a file share. */
interface FileSignals {
  readonly nearPrior: number;
  readonly structure: number;
}

/** Computes scores on demand and keeps them. */
export class SymbolScorer {
  private readonly scored = new Map<SymbolHandle, ScoredSymbol>();
  private readonly startScores: ReadonlyMap<SymbolHandle, number>;
  private readonly files = new Map<string, FileSignals>();
  private readonly aboutTests: boolean;
  private readonly clusters: ClusterBonus | undefined;

  constructor(private readonly input: ScorerInput) {
    this.startScores = new Map(input.seeds.starts.map(({ symbol, score }) => [symbol, score]));
    if (input.derived !== undefined) this.clusters = new ClusterBonus(input.derived, input.seeds.starts);
    this.aboutTests = input.terms.has("test") || input.seeds.symptomType === "failingTest";
  }

  score(symbol: SymbolHandle): ScoredSymbol {
    const known = this.scored.get(symbol);
    if (known !== undefined) return known;
    const parts = this.scoreParts(symbol);
    const scored = { parts, score: combineScore(parts, parts.cluster) };
    this.scored.set(symbol, scored);
    return scored;
  }

  /** Computes the score's parts. A start symbol's own score counts like a retrieval score. */
  private scoreParts(symbol: SymbolHandle): ScoreParts {
    const { graph, seeds, proximity, feedback } = this.input;
    const own = Math.max(seeds.retrieved.get(symbol) ?? 0, this.startScores.get(symbol) ?? 0);
    const path = graph.fileOf(symbol);
    const file = this.fileSignals(path);
    const factor = feedback === undefined ? 1 : (feedback.get(graph.symbol(symbol).id) ?? 1);
    const query = Math.min(1, factor * queryRelevance(own, proximity.of(symbol) * file.nearPrior));
    const heat = hotnessSignal(graph.incoming(symbol).length, graph.outgoing(symbol).length);
    const kind = kindScore(graph.kindOf(symbol));
    const relation = this.clusters?.clusterRelationOf(symbol) ?? "other";
    const cluster = relation === "other" ? {} : { cluster: relation };
    if (seeds.trace === undefined) return { query, hotness: heat, structure: file.structure, kind, ...cluster };
    const trace = this.traceSignal(symbol, path);
    return { query, trace, hotness: heat, structure: file.structure, kind, ...cluster };
  }

  private fileSignals(path: string): FileSignals {
    let signals = this.files.get(path);
    if (signals === undefined) {
      const file = { path, marks: marksOf(this.input.graph, path) };
      signals = {
        nearPrior: nearPrior(file, this.aboutTests),
        structure: structureSignal(file, this.input.terms, this.aboutTests),
      };
      this.files.set(path, signals);
    }
    return signals;
  }

  private traceSignal(symbol: SymbolHandle, file: string): number {
    const trace = this.input.seeds.trace;
    const exact = traceLocality(trace?.exact.get(symbol) ?? {});
    return Math.max(exact, traceLocality(trace?.files.get(file) ?? {}));
  }
}

/** Factor on proximity: 0.5 for non-product files unless the task is about tests, because a symbol's tests are near it and numerous. */
function nearPrior(file: ScoredFile, aboutTests: boolean): number {
  return isNonProductFile(file) && !aboutTests ? 0.5 : 1;
}
