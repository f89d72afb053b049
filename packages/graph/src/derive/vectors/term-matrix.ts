/**
 * Sparse matrix of the symbols' terms: one row per symbol, one column per term that at least two symbols and at most half of them have. Numbered by
 * symbol id and term hash, so it is the same for a ledger built edit by edit and one built from scratch.
 */
import { addFrequency, FieldIndex, fieldFrequency, pathTermsOf, TERM_FIELDS } from "@sdl/model/text";
import type { CodeGraph } from "../code-graph.js";
import type { DerivationSource } from "../source.js";
import { Cells } from "./cells.js";

/** The matrix in compressed rows. */
export interface TermMatrix {
  /** Upper bound of the number of symbols that have cells. */
  readonly rows: number;
  /** Cells of symbol `i` are `offsets[i]` up to, not including, `offsets[i + 1]`. */
  readonly offsets: Uint32Array;
  /** Index into `terms` for each cell. */
  readonly columns: Uint32Array;
  /** Weight of each cell; each row has length 1. */
  readonly weights: Float32Array;
  /** Term hashes, ascending. */
  readonly terms: readonly number[];
}

/** Weighted field frequency at which the saturated weight is one half. */
const SATURATION = 2;
const MIN_SYMBOLS = 2;
const MAX_SHARE = 0.5;

/** @param isTest 1 for each symbol that is test code; these get no cells */
export function buildTermMatrix(code: CodeGraph, isTest: Uint8Array, source: DerivationSource): TermMatrix {
  const cells = new Cells();
  let rows = 0;
  code.members.forEach((members, file) => {
    if (isTest[members[0] as number] === 1) return;
    rows += members.length;
    addFile(cells, members, code.paths[file] as string, source);
  });
  const columns = cells.toColumns(({ symbols }) => symbols >= MIN_SYMBOLS && symbols <= rows * MAX_SHARE);
  const inverse = columns.symbols.map((symbols) => Math.log(1 + (rows - symbols + 0.5) / (symbols + 0.5)));
  const matrix = cells.groupByRow(code.symbolCount, columns);
  const weights = Float32Array.from(
    matrix.frequencies,
    (packed, i) => saturatedWeight(packed) * (inverse[matrix.columns[i] as number] as number),
  );
  for (let row = 0; row < code.symbolCount; row++)
    normaliseWeights(weights, matrix.offsets[row] as number, matrix.offsets[row + 1] as number);
  return { rows, offsets: matrix.offsets, columns: matrix.columns, weights, terms: columns.terms };
}

/** Adds the terms of a file; the words of its path count for each of its symbols. */
function addFile(cells: Cells, members: Uint32Array, path: string, source: DerivationSource): void {
  const { hashes, starts, ordinals, frequencies } = source.terms(path);
  const ofPath = new Map(
    pathTermsOf(path).map(({ hash, count }) => [
      hash,
      new Array<number>(members.length).fill(addFrequency(0, FieldIndex.Path, count)),
    ]),
  );
  hashes.forEach((hash, term) => {
    const shared = ofPath.get(hash);
    for (let i = starts[term] as number; i < (starts[term + 1] as number); i++) {
      const ordinal = ordinals[i] as number;
      if (shared === undefined) cells.add(members[ordinal] as number, hash, frequencies[i] as number);
      else shared[ordinal] = (shared[ordinal] as number) + (frequencies[i] as number);
    }
  });
  for (const [hash, packed] of ofPath) {
    packed.forEach((one, ordinal) => {
      cells.add(members[ordinal] as number, hash, one);
    });
  }
}

/** Saturated weight of packed field frequencies, 0..1. */
function saturatedWeight(packed: number): number {
  let weight = 0;
  for (let field = 0; field < TERM_FIELDS.length; field++)
    weight += fieldFrequency(packed, field) * (TERM_FIELDS[field]?.weight ?? 0);
  return weight / (SATURATION + weight);
}

function normaliseWeights(weights: Float32Array, from: number, to: number): void {
  let squares = 0;
  for (let i = from; i < to; i++) squares += (weights[i] as number) ** 2;
  const length = Math.sqrt(squares);
  if (length > 0) for (let i = from; i < to; i++) weights[i] = (weights[i] as number) / length;
}
