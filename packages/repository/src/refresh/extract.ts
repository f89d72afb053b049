/** Extraction of the files of a plan: facts from the ledger if it has them, else from the extraction pool. */
import { availableParallelism } from "node:os";
import type { Ledger } from "@sdl/graph";
import { type DiscoveredFile, type ExtractionPool, type ExtractOutcome, symbolIdsOf } from "@sdl/indexer";
import { type FileStat, failedReason, type SkippedFile } from "@sdl/model";
import { byPath } from "@sdl/model/text";
import { statToReadAgain } from "./plan.js";
import { begunOutcome } from "./read-ahead.js";
import type { RefreshProgress, RefreshRun } from "./refresh-request.js";

/** A file that was read, with the address of its facts. */
export interface ReadFile {
  readonly file: DiscoveredFile;
  readonly factsKey: string;
  readonly stat: FileStat;
  readonly isGenerated: boolean;
  /** Symbol ids, two 32-bit words each. */
  readonly symbolIds: Uint32Array;
  /** Blob id of the content, if requested. */
  readonly blobId: string | undefined;
}

/** A file that was read and skipped. */
interface RefusedFile extends SkippedFile {
  readonly stat: FileStat;
  /** Stack trace of a fault of the program; absent if the file is at fault. */
  readonly fault?: { readonly stack: string | undefined };
}

/** Result of {@link extractFiles}. */
export interface ExtractResult {
  /** In path order. */
  readonly read: readonly ReadFile[];
  readonly refused: readonly RefusedFile[];
  /** Files that vanished before they were read. */
  readonly gone: readonly string[];
  /** Pages by key that are not in the ledger yet: few enough to be written with the commit. */
  readonly unstored: ReadonlyMap<string, Uint8Array>;
}

/** Files to extract. */
export interface ExtractTask {
  readonly files: readonly DiscoveredFile[];
  readonly workers: number | undefined;
  readonly signal: AbortSignal | undefined;
  /** Returns a known outcome for the current content of a file, without extraction. */
  readonly drafted?: ((file: DiscoveredFile) => ExtractOutcome | undefined) | undefined;
  /** See {@link RefreshRun.whenAskedFor}. */
  readonly whenAskedFor?: RefreshRun["whenAskedFor"] | undefined;
  readonly onProgress: ((progress: RefreshProgress) => void) | undefined;
  /** Whether an earlier refresh failed at the file's current state. */
  readonly hasFailed: (file: DiscoveredFile) => boolean;
}

/** Pages are written to the ledger once this many bytes wait: a killed index resumes from there. */
const FACTS_BATCH_BYTES = 2 * 1024 * 1024;
/**
 * Pages are also written once the first has waited this long, in milliseconds, so that a killed index repeats little,
 * however small its files.
 */
const FACTS_BATCH_MS = 150;
/** The wait is extended to this multiple of the last write's duration: writing blocks the thread. */
const FACTS_BATCH_WRITES = 8;
/** Below this many bytes of source, a second worker costs more than it gains: it loads its grammars and competes for memory bandwidth. */
const BYTES_PER_WORKER = 400 * 1024;
/** More workers would wait for the single thread that writes. */
const MAX_WORKERS = 8;

/** Extracts the files. @throws {GraphError} errors of writing facts @throws the signal's reason */
export async function extractFiles(ledger: Ledger, pool: ExtractionPool, task: ExtractTask): Promise<ExtractResult> {
  const collector = new OutcomeCollector(ledger, task);
  const begun = await pool.take();
  const files = task.files.filter((file) => {
    const outcome = begunOutcome(begun, file) ?? task.drafted?.(file);
    if (outcome !== undefined) collector.add(file, outcome);
    return outcome === undefined;
  });
  await pool.run({
    jobs: files,
    workers: task.workers ?? usefulWorkers(files.reduce((sum, file) => sum + file.sizeBytes, 0)),
    knownKeys: files.length > 1 ? ledger.factsKeys() : [],
    onOutcome: (job, outcome) => collector.add(job as DiscoveredFile, outcome),
    signal: task.signal,
    whenAskedFor: task.whenAskedFor,
  });
  return collector.finish();
}

/** Starts the workers of a first index during discovery; their number depends on the files found so far. */
export function workersAhead(pool: ExtractionPool, workers: number | undefined): (file: DiscoveredFile) => void {
  let bytes = 0;
  let started = 1;
  pool.warm(started);
  return ({ sizeBytes }) => {
    bytes += sizeBytes;
    const wanted = workers ?? usefulWorkers(bytes);
    if (wanted <= started) return;
    started = wanted;
    pool.warm(started);
  };
}

function usefulWorkers(bytes: number): number {
  const useful = Math.ceil(bytes / BYTES_PER_WORKER);
  return Math.max(1, Math.min(useful, availableParallelism(), MAX_WORKERS));
}

type Outcome = Parameters<Parameters<ExtractionPool["run"]>[0]["onOutcome"]>[1];

class OutcomeCollector {
  private readonly read: ReadFile[] = [];
  private readonly refused: RefusedFile[] = [];
  private readonly gone: string[] = [];
  private readonly totalBytes: number;
  private waiting: { key: string; page: Uint8Array }[] = [];
  private waitingBytes = 0;
  private waitingSinceMs = 0;
  private writingMs = 0;
  private hasWritten = false;
  private done = 0;
  private doneBytes = 0;
  private failure: { readonly error: unknown } | undefined;

  constructor(
    private readonly ledger: Ledger,
    private readonly task: ExtractTask,
  ) {
    this.totalBytes = task.files.reduce((sum, file) => sum + file.sizeBytes, 0);
  }

  add(file: DiscoveredFile, outcome: Outcome): void {
    this.done++;
    this.doneBytes += file.sizeBytes;
    if (outcome.status === "gone") this.gone.push(file.path);
    else if (outcome.status === "skipped") this.refuse(file, outcome);
    else this.addFacts(file, outcome);
    this.report();
  }

  finish(): ExtractResult {
    const unstored = new Map(this.hasWritten ? [] : this.waiting.map(({ key, page }) => [key, page]));
    if (this.hasWritten) this.writeWaiting();
    if (this.failure !== undefined) throw this.failure.error;
    return {
      read: this.read.sort((a, b) => byPath(a.file, b.file)),
      refused: this.refused.sort(byPath),
      gone: this.gone.sort(),
      unstored,
    };
  }

  private refuse(file: DiscoveredFile, outcome: Outcome & { readonly status: "skipped" }): void {
    const { reason, stack, isFault = false, isCostly = false } = outcome;
    // Whether a refused file is not retried. A fault is retried by every refresh; one that costs a worker or its
    // deadline, only once.
    const isLeftAlone = !isFault || (isCostly && this.task.hasFailed(file));
    const stat = isLeftAlone ? file : statToReadAgain(file);
    this.refused.push({ path: file.path, reason, stat, ...(isFault ? { fault: { stack } } : {}) });
  }

  private addFacts(file: DiscoveredFile, outcome: Outcome & { readonly status: "facts" }): void {
    const { key, page: bytes, stat, isGenerated, blobId } = outcome;
    if (bytes !== undefined) {
      const nowMs = performance.now();
      if (this.waiting.length === 0) this.waitingSinceMs = nowMs;
      this.waiting.push({ key, page: bytes });
      this.waitingBytes += bytes.length;
      const patienceMs = Math.max(FACTS_BATCH_MS, FACTS_BATCH_WRITES * this.writingMs);
      if (this.waitingBytes >= FACTS_BATCH_BYTES || nowMs - this.waitingSinceMs >= patienceMs) this.writeWaiting();
    }
    const symbolIds = outcome.symbolIds ?? this.storedIds(key, file);
    if (symbolIds === undefined) {
      const reason = failedReason("its stored facts vanished; refresh again");
      this.refused.push({ path: file.path, reason, stat: statToReadAgain(stat) });
      return;
    }
    this.read.push({ file, factsKey: key, stat, isGenerated, symbolIds, blobId });
  }

  private storedIds(key: string, file: DiscoveredFile): Uint32Array | undefined {
    const page = this.ledger.readFacts(key);
    return page === undefined ? undefined : symbolIdsOf(page, file.path);
  }

  /** Writes the waiting pages. A failed write must not throw into the pool; its error is kept and thrown at the end. */
  private writeWaiting(): void {
    if (this.failure !== undefined) return;
    this.hasWritten = true;
    const beganMs = performance.now();
    try {
      this.ledger.putFacts(this.waiting);
    } catch (error) {
      this.failure = { error };
    }
    this.writingMs = performance.now() - beganMs;
    this.waiting = [];
    this.waitingBytes = 0;
  }

  private report(): void {
    const { done, doneBytes, totalBytes } = this;
    this.task.onProgress?.({ phase: "extract", done, total: this.task.files.length, doneBytes, totalBytes });
  }
}
