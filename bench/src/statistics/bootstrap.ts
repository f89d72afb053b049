/** Means over repositories, and confidence intervals of paired differences. */
import { randomNumbers } from "./random.js";

const ROUNDS = 1000;
const SEED = 20261122;

/** Values of one measure, one list per repository. */
export type ByRepository = readonly (readonly number[])[];

/** Mean of the repositories' means; repositories without values are ignored. */
export function macroMean(values: ByRepository): number {
  const means = values.filter(({ length }) => length > 0).map(mean);
  return means.length === 0 ? Number.NaN : mean(means);
}

/** A mean with its confidence interval. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** 95 % interval of the macro mean of `a` − `b`, question by question; resampled within each repository. */
export function pairedDifference(a: ByRepository, b: ByRepository): Interval {
  const differences = a.map((values, at) => values.map((value, row) => value - (b[at]?.[row] ?? 0)));
  const random = randomNumbers(SEED);
  const rounds = Array.from({ length: ROUNDS }, () =>
    macroMean(differences.map((values) => values.map(() => values[Math.floor(random() * values.length)] ?? 0))),
  ).sort((x, y) => x - y);
  return { mean: macroMean(differences), low: rounds[ROUNDS * 0.025] ?? 0, high: rounds[ROUNDS * 0.975 - 1] ?? 0 };
}

/** Ratio of the macro means of `a` and `b`, and the lower bound of its 95 % interval over resampled repositories. */
export function ratioOfMeans(a: ByRepository, b: ByRepository): { readonly ratio: number; readonly low: number } {
  const random = randomNumbers(SEED);
  const ratioOf = (rows: readonly number[]) =>
    macroMean(rows.map((row) => a[row] ?? [])) / macroMean(rows.map((row) => b[row] ?? []));
  const rounds = Array.from({ length: ROUNDS }, () => ratioOf(a.map(() => Math.floor(random() * a.length))));
  return { ratio: ratioOf([...a.keys()]), low: rounds.sort((x, y) => x - y)[ROUNDS * 0.025] ?? 0 };
}

/** Formats a share: `.012`. */
export function share(value: number): string {
  return value.toFixed(3).replace(/^0/, "");
}

/** Formats an interval: `+.012 [−.003, +.026]`. */
export function intervalText({ mean: middle, low, high }: Interval): string {
  return `${formatSigned(middle)} [${formatSigned(low)}, ${formatSigned(high)}]`;
}

function formatSigned(value: number): string {
  return `${value < 0 ? "−" : "+"}${share(Math.abs(value))}`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
