/**
 * Body of an extraction worker: reads, hashes, parses and extracts the files of a batch, one at a time. A file that
 * cannot be read or extracted is an outcome, never an exception.
 */
import { parentPort, workerData } from "node:worker_threads";
import { failedReason, isSameStat } from "@sdl/model";
import type { SecretFinder } from "@sdl/model/text";
import { factsKeyOf } from "../extract/facts-key.js";
import { idsOfSymbols } from "../extract/symbol-ids.js";
import { type ExtractedFile, extractFile } from "../languages/extract-file.js";
import { MissingGrammarError, ParseEngine } from "../parse/parser.js";
import { blobIdOf } from "../workspace/content/blob-id.js";
import { readSource, sourceOf } from "../workspace/read-source.js";
import { describeSkip } from "../workspace/skip-reasons.js";
import { detachEarly } from "./detach-early.js";
import { lowerThreadPriority } from "./low-priority.js";
import {
  type BatchReply,
  type BatchRequest,
  type ExtractJob,
  type ExtractOutcome,
  foundStat,
  type PackedOutcome,
  PLACE_NUMBERS,
  type WorkerMessage,
  type WorkerSetup,
} from "./messages.js";

/** If the wasm heap exceeds this many bytes, the worker ends to release the memory. */
const MAX_HEAP_BYTES = 160 * 1024 * 1024;

/**
 * Runs in a worker thread started by {@link ExtractionPool}; returns when the pool closes the port.
 * @param onExtract for tests: called before each file is extracted; an exception counts as a fault of that file
 */
export async function runExtractionWorker(masker: SecretFinder, onExtract?: (job: ExtractJob) => void): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error("an extraction worker runs in a worker thread; start it through ExtractionPool");
  const setup = workerData as WorkerSetup;
  if (setup.isLow) lowerThreadPriority();
  detachEarly();
  const engine = await ParseEngine.create(setup.languages);
  const worker = new ExtractionWorker(setup, engine, masker, onExtract);
  let isRetired = false;
  const handle = async (message: WorkerMessage): Promise<void> => {
    if (isRetired) return;
    if ("known" in message) {
      worker.setKnown(message.known);
      return;
    }
    await engine.loadMissing(new Set(message.jobs.map((job) => job.language)));
    const reply = await runLoading(engine, worker, message);
    port.postMessage(reply, [reply.buffer]);
    isRetired = reply.retires;
    if (isRetired) port.close();
  };
  let last = Promise.resolve();
  port.on("message", (message: WorkerMessage) => {
    last = last.then(() => handle(message));
  });
}

/** Runs a batch. If a file needs a grammar that is not loaded, loads it and continues. */
async function runLoading(engine: ParseEngine, worker: ExtractionWorker, request: BatchRequest): Promise<BatchReply> {
  for (;;) {
    try {
      return worker.run(request);
    } catch (error) {
      if (!(error instanceof MissingGrammarError)) throw error;
      await engine.loadMissing([error.language]);
    }
  }
}

class ExtractionWorker {
  private known: ReadonlySet<string> = new Set();
  /**
   * Facts of the current batch by key, shared by files with equal content. A batch holds files of similar sizes, so
   * nearly all equal files are in one batch, and a page is always sent with the files that refer to it. A batch that
   * stopped for a grammar continues with them.
   */
  private readonly files = new Map<string, ExtractedFile>();
  private readonly pulse: Int32Array;

  constructor(
    private readonly setup: WorkerSetup,
    private readonly engine: ParseEngine,
    private readonly masker: SecretFinder,
    private readonly onExtract: ((job: ExtractJob) => void) | undefined,
  ) {
    this.pulse = new Int32Array(setup.pulse);
  }

  setKnown(keys: readonly string[]): void {
    this.known = new Set(keys);
  }

  run(request: BatchRequest): BatchReply {
    const { jobs } = request;
    const outcomes = jobs.map((job, index) => {
      Atomics.store(this.pulse, 0, index);
      Atomics.add(this.pulse, 1, 1);
      return this.extract(job, request.keepsTrees);
    });
    Atomics.store(this.pulse, 0, -1);
    this.files.clear();
    const heapBytes = this.engine.heapBytes();
    return { batch: request.batch, ...pack(jobs, outcomes), heapBytes, retires: heapBytes > MAX_HEAP_BYTES };
  }

  private read(job: ExtractJob) {
    const { path, content } = job;
    const { root, maxFileBytes } = this.setup;
    if (content === undefined) return readSource(root, path, { maxFileBytes, found: foundStat(job) });
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    return sourceOf({ bytes, stat: { ...NO_STAT, sizeBytes: bytes.length } }, path);
  }

  private extract(job: ExtractJob, keepsTrees: boolean): ExtractOutcome {
    const read = this.read(job);
    if (read === undefined) return { status: "gone" };
    if (read.status === "skipped") return { status: "skipped", reason: describeSkip(read.reason) };
    const { stat, isGenerated } = read;
    const key = factsKeyOf(read.bytes, job, isGenerated);
    const blobId = this.setup.blobHash && blobIdOf(read.bytes, this.setup.blobHash);
    const same = { status: "facts", key, stat, isGenerated, blobId } as const;
    if (this.known.has(key)) return { ...same, page: undefined, symbolIds: undefined };
    try {
      this.onExtract?.(job);
      const treeKey = keepsTrees ? job.path : undefined;
      const { path, language } = job;
      const file = { path, language, text: read.text, generated: isGenerated, treeKey };
      const extracted = this.files.get(key) ?? extractFile(this.engine, file, this.masker);
      this.files.set(key, extracted);
      return { ...same, page: extracted.page, symbolIds: idsOfSymbols(extracted.symbols, job.path) };
    } catch (error) {
      if (error instanceof MissingGrammarError) throw error;
      // The parser's memory may be corrupt: the worker ends, and the pool tries the file once more with another.
      if (error instanceof Error && error.name === "RuntimeError") throw error;
      const stack = error instanceof Error ? error.stack : undefined;
      return { status: "skipped", reason: this.masker.mask(failedReason(error)), isFault: true, stack };
    }
  }
}

/** A stat that no file on disk has. */
const NO_STAT = { mtimeMs: 0, ctimeMs: 0, ino: -1 };

/**
 * Packs pages and ids into one buffer; ids are aligned to four bytes. A page that several files share is packed once, and
 * a stat only if it is not the job's.
 */
function pack(
  jobs: readonly ExtractJob[],
  outcomes: readonly ExtractOutcome[],
): Pick<BatchReply, "outcomes" | "places" | "buffer"> {
  let size = 0;
  const pageStarts = new Map<Uint8Array, number>();
  const places = new Uint32Array(PLACE_NUMBERS * outcomes.length);
  const packed = outcomes.map((outcome, i): PackedOutcome => {
    if (outcome.status !== "facts") return outcome;
    const { key, stat, isGenerated, blobId, page, symbolIds } = outcome;
    if (page !== undefined && symbolIds !== undefined) {
      const idsStart = size;
      const pageStart = pageStarts.get(page) ?? idsStart + symbolIds.byteLength;
      size += symbolIds.byteLength;
      if (!pageStarts.has(page)) size = (size + page.byteLength + 3) & ~3;
      pageStarts.set(page, pageStart);
      places.set([pageStart, page.byteLength, idsStart, symbolIds.byteLength], PLACE_NUMBERS * i);
    }
    const found = foundStat(jobs[i] as ExtractJob);
    const isFound = found !== undefined && isSameStat(found, stat);
    return { status: "facts", key, isGenerated, blobId, ...(isFound ? {} : { stat }) };
  });
  const buffer = new ArrayBuffer(size);
  const bytes = new Uint8Array(buffer);
  for (const [page, start] of pageStarts) bytes.set(page, start);
  outcomes.forEach((outcome, i) => {
    if (outcome.status !== "facts" || outcome.symbolIds === undefined) return;
    const { byteLength } = outcome.symbolIds;
    new Uint32Array(buffer, places[PLACE_NUMBERS * i + 2], byteLength / 4).set(outcome.symbolIds);
  });
  return { outcomes: packed, places, buffer };
}
