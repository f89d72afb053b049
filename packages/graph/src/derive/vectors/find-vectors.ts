/**
 * Symbol vectors by latent semantic analysis of this repository alone: words that occur together in its symbols get similar directions, so `evict`
 * and `cache` are near if the code uses them together. Needs no pretrained model and no word table. Test code gets no vectors: it would double the
 * work, and searches rarely look for it.
 * Source: Deerwester et al., JASIS 1990; the variant and its measured gain are in bench/results/replay.md.
 */
import { scaleVector } from "@sdl/model/graph";
import { VECTOR_DIMENSIONS, VECTOR_PEAK } from "../../records/vectors.js";
import type { CodeGraph } from "../code-graph.js";
import type { DerivationSource } from "../source.js";
import { latentRows } from "./latent-space.js";
import { buildTermMatrix } from "./term-matrix.js";

/** Smallest number of symbols and of terms for which vectors are computed; fewer contain too little co-occurrence. */
const MIN_ROWS = 2 * VECTOR_DIMENSIONS;

/** @returns `VECTOR_DIMENSIONS` components of −`VECTOR_PEAK`..`VECTOR_PEAK` for each symbol; empty for a small repository */
export function findVectors(code: CodeGraph, isTest: Uint8Array, source: DerivationSource): Int8Array {
  const matrix = buildTermMatrix(code, isTest, source);
  if (matrix.rows < MIN_ROWS || matrix.terms.length < MIN_ROWS) return new Int8Array(0);
  const rows = latentRows(matrix, VECTOR_DIMENSIONS);
  const vectors = new Int8Array(code.symbolCount * VECTOR_DIMENSIONS);
  for (let from = 0; from < vectors.length; from += VECTOR_DIMENSIONS) {
    const to = from + VECTOR_DIMENSIONS;
    scaleVector(rows.subarray(from, to), vectors.subarray(from, to), VECTOR_PEAK);
  }
  return vectors;
}
