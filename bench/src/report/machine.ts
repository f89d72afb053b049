/** How fast this machine is, beside the one that the bars in milliseconds were set on. Pure. */
import { type Floors, parseFloorOf } from "../floors/floors.js";
import { median } from "../statistics/order.js";
import type { CorpusFigures } from "./figures.js";

/**
 * Parse floors of that machine, in milliseconds a megabyte: the figures from which the bars were derived (Node 20.20, 2 cores). They were
 * taken with the first floor program.
 */
const REFERENCE_FLOORS: ReadonlyMap<string, number> = new Map([
  ["zod", 472 / 3.1],
  ["django", 571 / 5],
  ["effect", 1421 / 21.6],
  ["sympy", 3753 / 31.2],
]);
const MEGABYTE = 1e6;

/**
 * What the first floor program took beside the present one: medians of 3 to 8 runs each in turns, two workers, 2 cores, real-time
 * priority. The first one loaded the whole indexer and tested its tree reader in every thread, about 0.35 s; so the less there is to parse,
 * the larger the factor. Limits that were set by the first floor are multiplied by it.
 */
const FIRST_FLOOR_FACTORS: ReadonlyMap<string, number> = new Map([
  ["rxjs", 2.9],
  ["blueprint", 2.01],
  ["django", 1.72],
  ["zod", 1.57],
  ["sqlalchemy", 1.49],
  ["webpack", 1.25],
  ["effect", 1.2],
  ["sympy", 1.04],
]);

/** How many times as long as the present floor the first floor program took on a corpus; the median of all corpora for one that was not measured. */
export function firstFloorFactor(corpus: string): number {
  return FIRST_FLOOR_FACTORS.get(corpus) ?? median([...FIRST_FLOOR_FACTORS.values()]);
}

/**
 * How many times as long this machine takes: the median over the corpora of this run that have a reference, by their parse floors.
 * @returns `undefined` when no such corpus was measured
 */
export function slowness(all: readonly CorpusFigures[]): number | undefined {
  const factors = all.flatMap(({ corpus, floors }) => {
    const reference = REFERENCE_FLOORS.get(corpus);
    return reference === undefined ? [] : [(msPerMegabyte(floors) * firstFloorFactor(corpus)) / reference];
  });
  return factors.length === 0 ? undefined : median(factors);
}

function msPerMegabyte(floors: Floors): number {
  return parseFloorOf(floors).wallMs / (floors.bytes / MEGABYTE);
}
