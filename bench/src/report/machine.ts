/** Speed of this machine relative to the one on which the bars were set. Pure. */
import { type Floors, fasterParseFloor } from "../floors/floors.js";
import { median } from "../statistics/order.js";
import type { CorpusFigures } from "./figures.js";

/**
 * Parse floors of the reference machine in milliseconds per megabyte, from which the bars were derived (Node 20.20, 2
 * cores). Measured with the first floor program.
 */
const REFERENCE_FLOORS: ReadonlyMap<string, number> = new Map([
  ["zod", 472 / 3.1],
  ["django", 571 / 5],
  ["effect", 1421 / 21.6],
  ["sympy", 3753 / 31.2],
]);
const MEGABYTE = 1e6;

/**
 * Ratio of the first floor program's time to the present one's: medians of 3 to 8 alternating runs, two workers, 2
 * cores, real-time priority. The first one loaded the whole indexer and tested its tree reader in every thread, about
 * 0.35 s, so small corpora have larger factors. Limits relative to the first floor are multiplied by it.
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

/** The factor of a corpus; for one that was not measured, the median of all. */
export function firstFloorFactor(corpus: string): number {
  return FIRST_FLOOR_FACTORS.get(corpus) ?? median([...FIRST_FLOOR_FACTORS.values()]);
}

/**
 * How many times slower this machine is than the reference machine: the median ratio of parse floors over the run's
 * corpora with a reference.
 * @returns `undefined` if no corpus has one
 */
export function machineSlowness(all: readonly CorpusFigures[]): number | undefined {
  const factors = all.flatMap(({ corpus, floors }) => {
    const reference = REFERENCE_FLOORS.get(corpus);
    return reference === undefined ? [] : [(msPerMegabyte(floors) * firstFloorFactor(corpus)) / reference];
  });
  return factors.length === 0 ? undefined : median(factors);
}

function msPerMegabyte(floors: Floors): number {
  return fasterParseFloor(floors).wallMs / (floors.bytes / MEGABYTE);
}
