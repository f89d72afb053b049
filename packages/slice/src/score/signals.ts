/** The signals of a score: pure functions, each in 0..1. */
import { CACHE_BYTES, estimatedBytes, RecentMap, type SymbolKind } from "@sdl/model";
import { type MarkedFiles, marksOf, PATH_PRIORS, type PathClass, pathClass } from "@sdl/model/paths";
import { pathTermsOf, queryTerms } from "@sdl/model/text";
import type { TracePlace } from "../seeds/trace-seeds.js";
import { HOTNESS_WEIGHTS, KIND_SCORES, SCORE_WEIGHTS } from "./weights.js";

/** Q: the better of what retrieval says and a share of the proximity to the start symbols. */
export function queryRelevance(retrieved: number, proximity: number): number {
  return clamp(Math.max(retrieved, SCORE_WEIGHTS.proximity * proximity));
}

/** T: 1/(1+rank) for the symbol of a frame, half of that for its file. */
export function traceLocality({ exact, file, weight = 1 }: TracePlace): number {
  const own = exact === undefined ? 0 : 1 / (1 + exact);
  const near = file === undefined ? 0 : 0.5 / (1 + file);
  return clamp(Math.max(own, near) * weight);
}

/**
 * H: how much leans on a symbol and how much it leans on, saturating: 0 alone, about a half at twenty dependents, towards 1 for hubs.
 * A fixed curve instead of a percentile of the repository, so that it costs two look-ups and an edit elsewhere leaves it alone.
 */
export function hotness(fanIn: number, fanOut: number): number {
  const mass = HOTNESS_WEIGHTS.fanIn * Math.log2(1 + fanIn) + HOTNESS_WEIGHTS.fanOut * Math.log2(1 + fanOut);
  return clamp(1 - 2 ** (-mass / 2.5));
}

/** A file as signals see it. */
export interface ScoredFile {
  readonly path: string;
  /** What the repository's configuration says of it: bits of `FileMark`. */
  readonly marks: number;
}

/** P: the path's prior, half of it for the share of the path's last terms that the task names. */
export function structure(file: ScoredFile, queryTermSet: ReadonlySet<string>, taskIsAboutTests = false): number {
  return pathPrior(file, taskIsAboutTests) * (0.5 + 0.5 * pathMatch(file.path, queryTermSet));
}

/** K. */
export function kindScore(kind: SymbolKind): number {
  return KIND_SCORES[kind];
}

/** Whether the file's code is beside the product: tests and what they need, examples, documentation, benchmarks. */
export function isBesideProduct(file: ScoredFile): boolean {
  return BESIDE_PRODUCT.has(kindOf(file));
}

/** {@link isBesideProduct} of a graph's file. */
export function liesBesideProduct(graph: MarkedFiles, path: string): boolean {
  return isBesideProduct({ path, marks: marksOf(graph, path) });
}

/** @param taskIsAboutTests lifts the penalty of what {@link isBesideProduct} names */
export function pathPrior(file: ScoredFile, taskIsAboutTests = false): number {
  return taskIsAboutTests && isBesideProduct(file) ? PATH_PRIORS.plain : PATH_PRIORS[kindOf(file)];
}

/** What paths alone say is remembered; few files are marked. */
function kindOf({ path, marks }: ScoredFile): PathClass {
  return marks === 0 ? pathFacts(path).kind : pathClass(path, marks);
}

/** The stems that paths are compared with, of a task text. */
export function taskTerms(taskText: string | undefined): ReadonlySet<string> {
  return new Set(taskText === undefined ? [] : queryTerms(taskText).map(({ term }) => term));
}

const BESIDE_PRODUCT: ReadonlySet<PathClass> = new Set(["test", "example", "documentation", "benchmark"]);

interface PathFacts {
  readonly kind: PathClass;
  /** Of the last two parts: deeper ones say little. */
  readonly terms: readonly string[];
}

/** What paths say does not change, and every symbol of a file asks. */
const knownPaths = new RecentMap<PathFacts, string>({ maxBytes: CACHE_BYTES.pathFacts, sizeOf: estimatedBytes });

function pathFacts(path: string): PathFacts {
  let facts = knownPaths.get(path);
  if (facts === undefined) {
    const terms = pathTermsOf(path.split("/").slice(-2).join("/")).map(({ term }) => term);
    facts = { kind: pathClass(path), terms };
    knownPaths.put(path, facts);
  }
  return facts;
}

function pathMatch(path: string, queryTermSet: ReadonlySet<string>): number {
  if (queryTermSet.size === 0) return 0;
  const { terms } = pathFacts(path);
  if (terms.length === 0) return 0;
  return terms.filter((term) => queryTermSet.has(term)).length / terms.length;
}

function clamp(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}
