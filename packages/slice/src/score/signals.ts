/** The signals of a score: pure functions, each in 0..1. */
import { CACHE_BYTES, estimatedBytes, pathTermsOf, queryTerms, RecentMap, type SymbolKind } from "@sdl/model";
import type { TracePlace } from "../seeds/trace-seeds.js";
import { HOTNESS_WEIGHTS, KIND_SCORES, PATH_PRIORS, SCORE_WEIGHTS } from "./weights.js";

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

/** P: the path's prior, half of it for the share of the path's last terms that the task names. */
export function structure(path: string, queryTermSet: ReadonlySet<string>, taskIsAboutTests = false): number {
  return pathPrior(path, taskIsAboutTests) * (0.5 + 0.5 * pathMatch(path, queryTermSet));
}

/** K. */
export function kindScore(kind: SymbolKind): number {
  return KIND_SCORES[kind];
}

export function isTestPath(path: string): boolean {
  return pathFacts(path).isTest;
}

/** @param taskIsAboutTests lifts the penalty of tests */
export function pathPrior(path: string, taskIsAboutTests = false): number {
  const { prior, isTest } = pathFacts(path);
  return isTest && taskIsAboutTests ? PATH_PRIORS.other : prior;
}

/** The stems that paths are compared with, of a task text. */
export function taskTerms(taskText: string | undefined): ReadonlySet<string> {
  return new Set(taskText === undefined ? [] : queryTerms(taskText).map(({ term }) => term));
}

const TEST_PATH =
  /(^|\/)(tests?|__tests__|specs?|examples?|docs?|bench(marks?)?|fixtures|testing)\/|(^|\/)(test_[^/]*|[^/]*_test|conftest)\.py$|\.(test|spec|test-d|bench)\.[mc]?[jt]sx?$/i;
const GENERATED_PATH = /(^|\/)(generated|__generated__|vendor|vendored|third_party)\/|\.(generated|min)\.[a-z]+$/i;

interface PathFacts {
  readonly prior: number;
  readonly isTest: boolean;
  /** Of the last two parts: deeper ones say little. */
  readonly terms: readonly string[];
}

/** What paths say does not change, and every symbol of a file asks. */
const knownPaths = new RecentMap<PathFacts, string>({ maxBytes: CACHE_BYTES.pathFacts, sizeOf: estimatedBytes });

function pathFacts(path: string): PathFacts {
  let facts = knownPaths.get(path);
  if (facts === undefined) {
    const terms = pathTermsOf(path.split("/").slice(-2).join("/")).map(({ term }) => term);
    const isGenerated = GENERATED_PATH.test(path);
    const isTest = !isGenerated && TEST_PATH.test(path);
    facts = {
      prior: isGenerated ? PATH_PRIORS.generated : isTest ? PATH_PRIORS.test : plainPrior(path),
      isTest,
      terms,
    };
    knownPaths.put(path, facts);
  }
  return facts;
}

function plainPrior(path: string): number {
  if (/\.d\.[mc]?ts$/.test(path)) return PATH_PRIORS.declaration;
  return /(^|\/)(index\.[mc]?[jt]sx?|__init__\.py)$/.test(path) ? PATH_PRIORS.barrel : PATH_PRIORS.other;
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
