/**
 * Parse floor: the time of the fastest program that reads, hashes and parses given files with the indexer's parser and
 * grammars.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DiscoveredFile, discoverFiles, readSource } from "@sdl/indexer";
import { program } from "../paths.js";
import { runNode } from "../process/measured-run.js";
import type { Timing } from "./floors.js";
import type { ParseSetup } from "./parse-floor.js";

/** The files to parse, listed in a file for the floor program. */
export interface SourceList {
  /** The file that contains a {@link ParseSetup} as JSON. */
  readonly path: string;
  readonly files: readonly DiscoveredFile[];
  readonly bytes: number;
}

/** Number of worker threads; 0 parses on the main thread. */
export type FloorWorkers = 0 | 2;

/**
 * The files that the index parses, largest first, as the indexer distributes them; without minified and binary ones.
 */
export function listSources(root: string): DiscoveredFile[] {
  return discoverFiles(root)
    .files.filter((file) => readSource(root, file.path)?.status === "source")
    .sort((a, b) => b.sizeBytes - a.sizeBytes);
}

/** Writes the list into a file at `path`. */
export function writeSourceList(root: string, files: readonly DiscoveredFile[], path: string): SourceList {
  const setup: ParseSetup = { files: files.map((file) => [join(root, file.path), file.language]) };
  writeFileSync(path, JSON.stringify(setup));
  return { path, files, bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}

/** Runs the floor program with the given workers; timed from spawn to exit. */
export function runParseFloorWith(workers: FloorWorkers, { path }: SourceList): Promise<Timing> {
  return runNode(program("floors/parse-floor.js"), [path, String(workers)]);
}

/**
 * Source size from which two workers are faster than one on any machine with two processors, despite their start-up
 * time.
 */
const SURELY_PARALLEL_BYTES = 4_000_000;

/** The faster of one thread and two workers, each in a new process. One thread is not tried if it cannot win. */
export async function runParseFloor(sources: SourceList): Promise<Timing> {
  const inWorkers = await runParseFloorWith(2, sources);
  if (sources.bytes > SURELY_PARALLEL_BYTES) return inWorkers;
  const onOneThread = await runParseFloorWith(0, sources);
  return onOneThread.wallMs < inWorkers.wallMs ? onOneThread : inWorkers;
}
