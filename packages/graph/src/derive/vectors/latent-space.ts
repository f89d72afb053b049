/**
 * Projection of a sparse matrix's rows onto its strongest directions, by subspace iteration from a start that depends on the terms.
 * Invariant: sums run in a fixed order and use only + − × ÷ and √, so equal input gives equal bits on every machine.
 * Source: Halko, Martinsson, Tropp, SIAM Review 2011, algorithm 4.4.
 */
import { mix32 } from "@sdl/model/text";
import type { TermMatrix } from "./term-matrix.js";

/** Number of iterations; more than two do not change the figures of the replay benchmark. */
const ITERATIONS = 2;
/** A column is set to zero if less than this share of its length remains after removing the directions of the columns before it. */
const NEGLIGIBLE_SHARE = 1e-5;

/** @returns `dimensions` components for each row; 0 where the matrix has fewer directions */
export function latentRows(matrix: TermMatrix, dimensions: number): Float32Array {
  let basis = startBasis(matrix.terms, dimensions);
  for (let i = 0; i < ITERATIONS; i++) {
    orthonormaliseColumns(basis, dimensions);
    const rows = multiplyMatrix(matrix, basis, { width: dimensions, isTransposed: false });
    basis = multiplyMatrix(matrix, rows, { width: dimensions, isTransposed: true });
  }
  orthonormaliseColumns(basis, dimensions);
  return multiplyMatrix(matrix, basis, { width: dimensions, isTransposed: false });
}

/** Start basis: ±1 from the bits of each term's hash, so a new term does not change the rows of the others. */
function startBasis(terms: readonly number[], dimensions: number): Float32Array {
  const basis = new Float32Array(terms.length * dimensions);
  terms.forEach((hash, row) => {
    const high = Math.floor(hash / 2 ** 32);
    for (let d = 0; d < dimensions; d++)
      basis[row * dimensions + d] = (mix32((hash >>> 0) ^ Math.imul(high + d, 0x9e3779b1)) & 1) === 0 ? 1 : -1;
  });
  return basis;
}

/**
 * The matrix, or its transpose, times `operand`, which has `width` components for each term (for each symbol if transposed). Sums run symbol by
 * symbol.
 */
function multiplyMatrix(
  { offsets, columns, weights, terms }: TermMatrix,
  operand: Float32Array,
  { width, isTransposed }: { readonly width: number; readonly isTransposed: boolean },
): Float32Array {
  const symbols = offsets.length - 1;
  const product = new Float32Array((isTransposed ? terms.length : symbols) * width);
  for (let symbol = 0; symbol < symbols; symbol++) {
    for (let cell = offsets[symbol] as number; cell < (offsets[symbol + 1] as number); cell++) {
      const term = columns[cell] as number;
      const to = (isTransposed ? term : symbol) * width;
      const from = (isTransposed ? symbol : term) * width;
      const weight = weights[cell] as number;
      for (let d = 0; d < width; d++)
        product[to + d] = (product[to + d] as number) + weight * (operand[from + d] as number);
    }
  }
  return product;
}

/** Makes the columns of a basis orthogonal with length 1 (modified Gram–Schmidt); the first column keeps its direction. */
function orthonormaliseColumns(basis: Float32Array, width: number): void {
  for (let column = 0; column < width; column++) {
    const before = columnLength(basis, width, column);
    for (let other = 0; other < column; other++) subtractProjection(basis, width, column, other);
    const left = columnLength(basis, width, column);
    const scale = left > before * NEGLIGIBLE_SHARE ? 1 / left : 0;
    for (let i = column; i < basis.length; i += width) basis[i] = (basis[i] as number) * scale;
  }
}

/** Subtracts from a column its projection on another column of length 1. */
function subtractProjection(basis: Float32Array, width: number, column: number, other: number): void {
  const apart = other - column;
  let shared = 0;
  for (let i = column; i < basis.length; i += width) shared += (basis[i] as number) * (basis[i + apart] as number);
  for (let i = column; i < basis.length; i += width)
    basis[i] = (basis[i] as number) - shared * (basis[i + apart] as number);
}

function columnLength(basis: Float32Array, width: number, column: number): number {
  let squares = 0;
  for (let i = column; i < basis.length; i += width) squares += (basis[i] as number) ** 2;
  return Math.sqrt(squares);
}
