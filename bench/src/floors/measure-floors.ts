/** All floors of one corpus: medians over runs, each in a fresh process. */
import { lastJson, runNode } from "../process/measured-run.js";
import { program } from "../paths.js";
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

export async function measureFloors(root: string, runs: number): Promise<Floors> {
  const io: IoFloor[] = [];
  for (let i = 0; i < runs; i++) io.push(lastJson<IoFloor>(await runNode(program("floors/io-floor.js"), [root])));
  return {
    walkMs: median(io.map((one) => one.walkMs)),
    readMs: median(io.map((one) => one.readMs)),
    hashMs: median(io.map((one) => one.hashMs)),
    files: io[0]?.files ?? 0,
    bytes: io[0]?.bytes ?? 0,
    parse1: await repeat(runs, () => runNode(program("floors/parse-floor.js"), [root, "0"])),
    parse2: await repeat(runs, () => runNode(program("floors/parse-floor.js"), [root, "2"])),
  };
}

/** Medians of each figure by itself. */
export async function repeat(runs: number, measure: () => Promise<Timing>): Promise<Timing> {
  const timings: Timing[] = [];
  for (let i = 0; i < runs; i++) timings.push(await measure());
  return {
    wallMs: median(timings.map((one) => one.wallMs)),
    cpuSeconds: medianOf(timings.map((one) => one.cpuSeconds)),
    peakRssBytes: medianOf(timings.map((one) => one.peakRssBytes)),
  };
}
