/** What an index of these files costs at least. */
import { program } from "../paths.js";
import { lastJson, type MeasuredRun, runNode } from "../process/measured-run.js";
import { median, medianOf } from "../statistics.js";
import type { IoFloor } from "./io-floor.js";

export interface Timing {
  readonly wallMs: number;
  readonly cpuSeconds: number | undefined;
  readonly peakRssBytes: number | undefined;
}

export interface Floors extends IoFloor {
  /** Parsing on one thread, from spawn to exit. */
  readonly parse1: Timing;
  /** Parsing in two workers, from spawn to exit. */
  readonly parse2: Timing;
}

/** One round of all floors, each in a fresh process. */
export async function runFloors(root: string): Promise<Floors> {
  const io = lastJson<IoFloor>(await runNode(program("floors/io-floor.js"), [root]));
  return { ...io, parse1: await parse(root, 0), parse2: await parse(root, 2) };
}

function parse(root: string, workers: number): Promise<MeasuredRun> {
  return runNode(program("floors/parse-floor.js"), [root, String(workers)]);
}

/** @param rounds at least one */
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

/** Medians of each figure by itself. */
export function medianTiming(timings: readonly Timing[]): Timing {
  return {
    wallMs: median(timings.map((one) => one.wallMs)),
    cpuSeconds: medianOf(timings.map((one) => one.cpuSeconds)),
    peakRssBytes: medianOf(timings.map((one) => one.peakRssBytes)),
  };
}
