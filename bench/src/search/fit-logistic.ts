/**
 * Fits a logistic regression: the weights w under which p = 1 / (1 + e^(−w · x)) makes the labels most likely, with the
 * penalty λ|w|² on weights of inputs scaled to standard deviation 1. Newton's method from 0 (iteratively reweighted
 * least squares: McCullagh and Nelder, Generalized Linear Models, 1989).
 */

export interface LabelledRow {
  readonly signs: readonly number[];
  readonly isRight: boolean;
  /** Weight of the row in the loss. */
  readonly weight: number;
}

const LAMBDA = 2;
const STEPS = 30;

/** Fits the weights of a logistic regression to labelled rows. */
export function fitLogistic(rows: readonly LabelledRow[]): number[] {
  const width = rows[0]?.signs.length ?? 0;
  const spread = Array.from({ length: width }, (_, at) => standardDeviation(rows, at));
  const inputs = rows.map(({ signs }) => signs.map((value, at) => value / (spread[at] as number)));
  const weights = new Array<number>(width).fill(0);
  for (let step = 0; step < STEPS; step++) {
    const slope = weights.map((weight) => -LAMBDA * weight);
    const curve = weights.map((_, at) => weights.map((_other, other) => (at === other ? LAMBDA : 0)));
    inputs.forEach((row, i) => {
      const weight = rows[i]?.weight as number;
      const p = 1 / (1 + Math.exp(-dotProduct(row, weights)));
      const error = weight * (Number(rows[i]?.isRight) - p);
      addOuter(curve, row, weight * p * (1 - p));
      row.forEach((value, at) => {
        slope[at] = (slope[at] as number) + error * value;
      });
    });
    solveLinear(curve, slope).forEach((change, at) => {
      weights[at] = (weights[at] as number) + change;
    });
  }
  return weights.map((weight, at) => weight / (spread[at] as number));
}

/** Standard deviation of an input; 1 if the input is constant. */
function standardDeviation(rows: readonly LabelledRow[], at: number): number {
  const values = rows.map(({ signs }) => signs[at] as number);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1;
}

function dotProduct(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
}

/** Adds `factor` · row · rowᵀ. */
function addOuter(matrix: readonly number[][], row: readonly number[], factor: number): void {
  row.forEach((value, at) => {
    const line = matrix[at] as number[];
    const scaled = factor * value;
    if (scaled === 0) return;
    for (let other = 0; other < row.length; other++) {
      line[other] = (line[other] as number) + scaled * (row[other] as number);
    }
  });
}

/** x of `matrix` · x = `values`, by Gaussian elimination. @param matrix symmetric and positive definite */
function solveLinear(matrix: readonly number[][], values: readonly number[]): number[] {
  const rows = matrix.map((line, at) => [...line, values[at] as number]);
  const size = rows.length;
  for (let at = 0; at < size; at++) {
    const pivot = rows[at] as number[];
    for (let below = at + 1; below < size; below++) {
      const line = rows[below] as number[];
      const factor = (line[at] as number) / (pivot[at] as number);
      for (let column = at; column <= size; column++)
        line[column] = (line[column] as number) - factor * (pivot[column] as number);
    }
  }
  const found = new Array<number>(size).fill(0);
  for (let at = size - 1; at >= 0; at--) {
    const line = rows[at] as number[];
    const rest = line.slice(at + 1, size).reduce((sum, value, i) => sum + value * (found[at + 1 + i] as number), 0);
    found[at] = ((line[size] as number) - rest) / (line[at] as number);
  }
  return found;
}
