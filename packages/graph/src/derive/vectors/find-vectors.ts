/**
 * Vectors of symbols by latent semantic analysis of this repository alone: words that stand together in its symbols come to point the same
 * way, so that `evict` and `cache` are near where the code brings them together. No model, no table of words, nothing that must be shipped.
 * Test code has none: it would double the work, and ranking rarely means it.
 * Source: Deerwester et al., JASIS 1990; which variant, and what it gains, is in bench/results/replay.md.
 */
import { scaleVector } from "@sdl/model/graph";
import { VECTOR_DIMENSIONS, VECTOR_PEAK } from "../../records/vectors.js";
import type { CodeGraph } from "../code-graph.js";
import type { DerivationSource } from "../source.js";
import { latentRows } from "./latent-space.js";
import { buildTermMatrix } from "./term-matrix.js";

/** Fewer say nothing of how words stand together. */
const MIN_ROWS = 2 * VECTOR_DIMENSIONS;

/** @returns `VECTOR_DIMENSIONS` numbers of −`VECTOR_PEAK`..`VECTOR_PEAK` for each symbol; empty for a small repository */
export function findVectors(code: CodeGraph, isTest: Uint8Array, source: DerivationSource): Int8Array {
  const matrix = buildTermMatrix(code, isTest, source);
  if (matrix.rows < MIN_ROWS || matrix.terms.length < MIN_ROWS) return new Int8Array(0);
  const rows = latentRows(matrix, VECTOR_DIMENSIONS);
  const vectors = new Int8Array(code.size * VECTOR_DIMENSIONS);
  for (let from = 0; from < vectors.length; from += VECTOR_DIMENSIONS) {
    const to = from + VECTOR_DIMENSIONS;
    scaleVector(rows.subarray(from, to), vectors.subarray(from, to), VECTOR_PEAK);
  }
  return vectors;
}
