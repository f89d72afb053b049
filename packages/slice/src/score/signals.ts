/** Score signals: pure functions, each with a result in 0..1. */
import { CACHE_BYTES, estimatedBytes, RecentMap, type SymbolKind } from "@sdl/model";
import { type MarkedFiles, marksOf, PATH_PRIORS, type PathClass, pathClass } from "@sdl/model/paths";
import { pathTermsOf, queryTerms } from "@sdl/model/text";
import type { TraceRanks } from "../seeds/trace-seeds.js";
import { HOTNESS_WEIGHTS, KIND_SCORES, SCORE_WEIGHTS } from "./weights.js";

/** Q: the maximum of the retrieval score and a share of the proximity to the start symbols. */
export function queryRelevance(retrieved: number, proximity: number): number {
  return clampToUnit(Math.max(retrieved, SCORE_WEIGHTS.proximity * proximity));
}

/** T: 1/(1+rank) for the symbol of a frame, half of that for other symbols of its file. */
export function traceLocality({ exact, file, weight = 1 }: TraceRanks): number {
  const own = exact === undefined ? 0 : 1 / (1 + exact);
  const near = file === undefined ? 0 : 0.5 / (1 + file);
  return clampToUnit(Math.max(own, near) * weight);
}

/**
 * H: saturating measure of fan-in and fan-out: 0 without edges, about one half at twenty dependents, towards 1 for hubs.
 * A fixed curve instead of a percentile of the repository: it costs two lookups, and edits elsewhere do not change it.
 */
export function hotnessSignal(fanIn: number, fanOut: number): number {
  const mass = HOTNESS_WEIGHTS.fanIn * Math.log2(1 + fanIn) + HOTNESS_WEIGHTS.fanOut * Math.log2(1 + fanOut);
  return clampToUnit(1 - 2 ** (-mass / 2.5));
}

/** Path and marks of a file, as the signals need them. */
export interface ScoredFile {
  readonly path: string;
  /** Bits of `FileMark`, from the repository's configuration. */
  readonly marks: number;
}

/** P: the path's prior. Half of it depends on the share of the path's last terms that occur in the task. */
export function structureSignal(file: ScoredFile, queryTermSet: ReadonlySet<string>, taskIsAboutTests = false): number {
  return pathPrior(file, taskIsAboutTests) * (0.5 + 0.5 * pathMatch(file.path, queryTermSet));
}

/** K: score of the symbol's kind. */
export function kindScore(kind: SymbolKind): number {
  return KIND_SCORES[kind];
}

/** Whether the file is not product code: tests and their support, examples, documentation, benchmarks. */
export function isNonProductFile(file: ScoredFile): boolean {
  return NON_PRODUCT.has(fileClass(file));
}

/** Same as {@link isBesideProduct}, for a file of a graph. */
export function isNonProductPath(graph: MarkedFiles, path: string): boolean {
  return isNonProductFile({ path, marks: marksOf(graph, path) });
}

/** Prior of a path by its class. @param taskIsAboutTests gives non-product files the prior of product files */
export function pathPrior(file: ScoredFile, taskIsAboutTests = false): number {
  return taskIsAboutTests && isNonProductFile(file) ? PATH_PRIORS.plain : PATH_PRIORS[fileClass(file)];
}

/** Class of a file. For unmarked files, which are the majority, the result is cached by path. */
function fileClass({ path, marks }: ScoredFile): PathClass {
  return marks === 0 ? pathFacts(path).kind : pathClass(path, marks);
}

/** Stems of the words of a task text, for comparison with path terms. */
export function taskTerms(taskText: string | undefined): ReadonlySet<string> {
  return new Set(taskText === undefined ? [] : queryTerms(taskText).map(({ term }) => term));
}

const NON_PRODUCT: ReadonlySet<PathClass> = new Set(["test", "example", "documentation", "benchmark"]);

interface PathFacts {
  readonly kind: PathClass;
  /** Terms of the last two path segments; outer folders say little. */
  readonly terms: readonly string[];
}

/** Cache of values derived from a path: they never change, and each symbol of a file needs them. */
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

function clampToUnit(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}
