/** Stages of an extraction worker, run in this process over all files of a folder. */
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import { FactsPage } from "@sdl/model/facts";
import type { SecretFinder } from "@sdl/model/text";
import {
  allGrammarsOf,
  createMasker,
  cutBatches,
  type DiscoveredFile,
  type ExtractJob,
  extractFacts,
  factsKeyOf,
  ParseEngine,
  readSource,
  symbolIdsOf,
} from "./indexer-internals.js";
import type { StageClock } from "./stage-clock.js";

/** Counts of one pass. */
export interface WorkerStages {
  readonly files: number;
  readonly sourceBytes: number;
  readonly pageBytes: number;
  readonly symbols: number;
  readonly heapBytes: number;
}

interface Pass {
  readonly root: string;
  readonly engine: ParseEngine;
  readonly masker: SecretFinder;
  readonly clock: StageClock;
}

interface FileResult {
  readonly page: Uint8Array;
  readonly ids: Uint32Array;
  readonly sourceBytes: number;
}

/** Loads the parser and its languages one by one, as a worker does at its start. */
export async function startEngine(files: readonly DiscoveredFile[]): Promise<{ engine: ParseEngine; startMs: number }> {
  const started = performance.now();
  const engine = await ParseEngine.create([...new Set(files.flatMap((file) => allGrammarsOf(file.language)))]);
  return { engine, startMs: performance.now() - started };
}

/** Runs one pass over all files, in the order in which the pool distributes them. */
export function runWorkerStages(
  root: string,
  files: readonly DiscoveredFile[],
  engine: ParseEngine,
  clock: StageClock,
): WorkerStages {
  const masker = createMasker();
  const pass: Pass = { root, engine, masker, clock };
  const total = { files: 0, sourceBytes: 0, pageBytes: 0, symbols: 0 };
  for (const batch of cutBatches(files)) {
    const results: FileResult[] = [];
    for (const job of batch.jobs) {
      const result = clock.run("other", () => runFile(pass, job));
      if (result !== undefined) results.push(result);
    }
    for (const { page, ids, sourceBytes } of results) {
      total.files++;
      total.sourceBytes += sourceBytes;
      total.pageBytes += page.byteLength;
      total.symbols += ids.length / 2;
    }
    clock.run("transfer", () => transfer(results));
  }
  return { ...total, heapBytes: engine.heapBytes() };
}

function runFile({ root, engine, masker, clock }: Pass, file: ExtractJob): FileResult | undefined {
  const read = clock.run("read", () => readSource(root, file.path));
  if (read === undefined || read.status === "skipped") return undefined;
  clock.run("hash", () => factsKeyOf(read.bytes, file, read.isGenerated));
  const source = { path: file.path, language: file.language, text: read.text, generated: read.isGenerated };
  const page = extractFacts(engine, source, masker);
  const ids = clock.run("symbol ids", () => symbolIdsOf(new FactsPage(page), file.path));
  return { page, ids, sourceBytes: read.bytes.byteLength };
}

/** Packs a batch into one buffer and sends it through a port, both sides. */
function transfer(results: readonly FileResult[]): void {
  const size = results.reduce((sum, { page, ids }) => sum + page.byteLength + ids.byteLength, 0);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const { page, ids } of results) {
    bytes.set(page, at);
    bytes.set(new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength), at + page.byteLength);
    at += page.byteLength + ids.byteLength;
  }
  const { port1, port2 } = new MessageChannel();
  port1.postMessage({ bytes, places: results.map(({ page }) => page.byteLength) }, [bytes.buffer]);
  receiveMessageOnPort(port2);
  port1.close();
}
