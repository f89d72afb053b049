/** The parse floor: the time of the fastest program that reads, hashes and parses given files with the indexer's parser and grammars. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DiscoveredFile, discoverFiles, readSource } from "@sdl/indexer";
import { program } from "../paths.js";
import { runNode } from "../process/measured-run.js";
import type { Timing } from "./floors.js";
import type { ParseSetup } from "./parse-floor.js";

/** What a parse floor reads, written to a file for it. */
export interface SourceList {
  /** Holds a {@link ParseSetup} as JSON. */
  readonly path: string;
  readonly files: readonly DiscoveredFile[];
  readonly bytes: number;
}

/** How the floor divides its work: 0 is one thread. */
export type FloorWorkers = 0 | 2;

/** The files that the index parses, largest first, as the indexer deals them out: minified and binary ones are left out. */
export function listSources(root: string): DiscoveredFile[] {
  return discoverFiles(root)
    .files.filter((file) => readSource(root, file.path)?.status === "source")
    .sort((a, b) => b.sizeBytes - a.sizeBytes);
}

export function writeSourceList(root: string, files: readonly DiscoveredFile[], path: string): SourceList {
  const setup: ParseSetup = { files: files.map((file) => [join(root, file.path), file.language]) };
  writeFileSync(path, JSON.stringify(setup));
  return { path, files, bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}

/** One way of parsing, from spawn to exit. */
export function runParseFloorWith(workers: FloorWorkers, { path }: SourceList): Promise<Timing> {
  return runNode(program("floors/parse-floor.js"), [path, String(workers)]);
}

/** From this size on two workers are faster on any machine with two processors: they win back their start many times over. */
const SURELY_PARALLEL_BYTES = 4_000_000;

/** The faster of one thread and two workers, each in a fresh process. One thread is not tried where it cannot win. */
export async function runParseFloor(sources: SourceList): Promise<Timing> {
  const inWorkers = await runParseFloorWith(2, sources);
  if (sources.bytes > SURELY_PARALLEL_BYTES) return inWorkers;
  const onOneThread = await runParseFloorWith(0, sources);
  return onOneThread.wallMs < inWorkers.wallMs ? onOneThread : inWorkers;
}
