/**
 * Parse floor: the time of the fastest program that reads, hashes and parses given files with the indexer's parser and
 * grammars.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DiscoveredFile, discoverFiles, readSource } from "@sdl/indexer";
import { type GrammarLanguage, isContainer } from "@sdl/model/facts";
import { program } from "../paths.js";
import { runNode } from "../process/measured-run.js";
import { containerReader } from "../profile/indexer-internals.js";
import type { Timing } from "./floors.js";
import type { ParseSetup } from "./parse-floor.js";

/** A file as the parser reads it. */
export interface ParsedSource {
  /** Absolute path of a file with the parsed text. */
  readonly path: string;
  readonly grammar: GrammarLanguage;
  readonly sizeBytes: number;
}

/** The files to parse, listed in a file for the floor program. */
export interface SourceList {
  /** The file that contains a {@link ParseSetup} as JSON. */
  readonly path: string;
  readonly files: readonly ParsedSource[];
  readonly bytes: number;
}

/** Number of worker threads; 0 parses on the main thread. */
export type FloorWorkers = 0 | 2;

/** The files that the index parses, largest first, as the indexer distributes them; without minified and binary ones. */
export function listSources(root: string): DiscoveredFile[] {
  return discoverFiles(root)
    .files.filter((file) => readSource(root, file.path)?.status === "source")
    .sort((a, b) => b.sizeBytes - a.sizeBytes);
}

/**
 * Writes the list into a folder, with the texts that a parser reads instead of a file: of a component or notebook, its
 * code alone.
 */
export function writeSourceList(root: string, folder: string): SourceList {
  const files = listSources(root).map((file, number) => parsedSource(root, file, join(folder, `code-${number}`)));
  files.sort((a, b) => b.sizeBytes - a.sizeBytes);
  const setup: ParseSetup = { files: files.map(({ path, grammar }) => [path, grammar]) };
  const path = join(folder, "sources.json");
  writeFileSync(path, JSON.stringify(setup));
  return { path, files, bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}

/** @param codePath where the code of a component or notebook is written */
function parsedSource(root: string, { path, language, sizeBytes }: DiscoveredFile, codePath: string): ParsedSource {
  if (!isContainer(language)) return { path: join(root, path), grammar: language, sizeBytes };
  const read = readSource(root, path);
  const code = containerReader(language)?.(read?.status === "source" ? read.text : "");
  if (code === undefined) throw new Error(`no reader for the code of ${path}`);
  writeFileSync(codePath, code.text);
  return { path: codePath, grammar: code.language, sizeBytes: Buffer.byteLength(code.text) };
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
