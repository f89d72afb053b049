/** Floors: lower bounds on the cost of indexing given files. Pure. */
import { median, medianOf } from "../statistics/order.js";

/** Milliseconds to walk and stat a folder, to read its sources, and to hash them. */
export interface IoFloor {
  readonly walkMs: number;
  readonly readMs: number;
  readonly hashMs: number;
  readonly files: number;
  readonly bytes: number;
}

/** Time and memory of one process. */
export interface Timing {
  readonly wallMs: number;
  readonly cpuSeconds: number | undefined;
  readonly peakRssBytes: number | undefined;
}

/** All floors of one folder. */
export interface Floors extends IoFloor {
  /** Parsing on one thread, from spawn to exit. */
  readonly parse1: Timing;
  /** Parsing in two workers, from spawn to exit. */
  readonly parse2: Timing;
}

/** The parse floor of a corpus: the faster of the two ways. */
export function fasterParseFloor({ parse1, parse2 }: Floors): Timing {
  return parse2.wallMs < parse1.wallMs ? parse2 : parse1;
}

/** Medians of each figure. @param rounds at least one */
export function medianFloors(rounds: readonly Floors[]): Floors {
  return {
    walkMs: median(rounds.map((round) => round.walkMs)),
    readMs: median(rounds.map((round) => round.readMs)),
    hashMs: median(rounds.map((round) => round.hashMs)),
    files: median(rounds.map((round) => round.files)),
    bytes: median(rounds.map((round) => round.bytes)),
    parse1: medianTiming(rounds.map((round) => round.parse1)),
    parse2: medianTiming(rounds.map((round) => round.parse2)),
  };
}

/** Medians of wall time, CPU time and memory, each computed separately. */
export function medianTiming(timings: readonly Timing[]): Timing {
  return {
    wallMs: median(timings.map((one) => one.wallMs)),
    cpuSeconds: medianOf(timings.map((one) => one.cpuSeconds)),
    peakRssBytes: medianOf(timings.map((one) => one.peakRssBytes)),
  };
}
