/** How fast this machine is, beside the one that the bars in milliseconds were set on. Pure. */
import { median } from "../statistics.js";
import type { CorpusFigures } from "./figures.js";

/**
 * Two-worker parse floors of that machine, in milliseconds a megabyte: the figures from which the bars were derived
 * (Node 20.20, 2 cores).
 */
const REFERENCE_FLOORS: ReadonlyMap<string, number> = new Map([
  ["zod", 472 / 3.1],
  ["django", 571 / 5],
  ["effect", 1421 / 21.6],
  ["sympy", 3753 / 31.2],
]);
const MEGABYTE = 1e6;

/**
 * How many times as long this machine takes: the median over the corpora of this run that have a reference, by their parse floors.
 * @returns `undefined` when no such corpus was measured
 */
export function slowness(all: readonly CorpusFigures[]): number | undefined {
  const factors = all.flatMap(({ corpus, floors }) => {
    const reference = REFERENCE_FLOORS.get(corpus);
    return reference === undefined ? [] : [floors.parse2.wallMs / (floors.bytes / MEGABYTE) / reference];
  });
  return factors.length === 0 ? undefined : median(factors);
}
