/**
 * Pool of worker threads that extract facts, with a deadline per file. Knows batches, deadlines and restarts, no facts.
 * Invariant: every job gets exactly one outcome, whatever its file does to a worker: a file that hangs, or crashes a
 * worker twice, is skipped; the other files of its batch are extracted again. If workers cannot run at all (a file of
 * the installation is missing), the run fails, since an empty index would be wrong.
 */
import { Worker } from "node:worker_threads";
import { failedReason, SdlError } from "@sdl/model";
import type { BlobHash } from "../workspace/content/blob-id.js";
import { type Batch, cutBatches } from "./batches.js";
import type { BatchReply, BatchRequest, ExtractJob, ExtractOutcome, KnownKeys, WorkerSetup } from "./messages.js";
import { ShareClock } from "./share-clock.js";
import { isStarved } from "./starved.js";
import { unpack } from "./unpack.js";

/** Options of {@link ExtractionPool}. */
export interface PoolOptions {
  /** The module that a worker runs; it calls `runExtractionWorker`. */
  readonly workerUrl: URL;
  readonly root: string;
  readonly maxFileBytes: number;
  /** Languages whose grammars a worker loads when it is started ahead of its work. */
  readonly languages: WorkerSetup["languages"];
  /** How git hashes contents; if set, outcomes include the git blob id. */
  readonly blobHash?: BlobHash | undefined;
  /** Longest computing time per file, in milliseconds; time during which the machine runs other work does not count. */
  readonly deadlineMs?: number;
  /** Elapsed milliseconds that deadlines are measured in; for tests. */
  readonly now?: (() => number) | undefined;
  /** Heap limit of a worker: a worker that needs more dies, and its file is skipped. */
  readonly maxWorkerHeapMb?: number;
  /** How long an idle worker is kept for the next run, in milliseconds. */
  readonly idleMs?: number;
  /** Workers to keep for the next run; default {@link ONE_SMALL_WORKER}. */
  readonly kept?: KeptWorkers;
}

/** Workers kept after a run: the next index in the same process is faster with warm workers, which hold their memory meanwhile. */
interface KeptWorkers {
  readonly count: number;
  /** A worker whose wasm heap exceeds this many bytes is ended. */
  readonly maxHeapBytes: number;
}

/** The work of one run. */
export interface PoolRun {
  readonly jobs: readonly ExtractJob[];
  readonly workers: number;
  /** Keys of facts that are already stored: their files need no extraction. */
  readonly knownKeys: readonly string[];
  /** Called once per job, in no particular order. Must not throw. */
  readonly onOutcome: (job: ExtractJob, outcome: ExtractOutcome) => void;
  /** Aborts the run at once. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Set if nobody waits for the run: it then runs at low priority on workers of its own until the signal fires. A few
   * files of an edit still run at normal priority, since starting a worker takes longer.
   */
  readonly whenAskedFor?: AbortSignal | undefined;
}

const DEFAULT_DEADLINE_MS = 10_000;
/** A file that waits instead of computing is skipped after this many deadlines. */
const WAITING_DEADLINES = 6;
/** Skip reasons of a file that computes without end, and of a file that the disk or the machine keeps waiting. */
const TIMEOUT = failedReason("timeout");
const WAITED_FOR = failedReason("timeout: waited for");
const PULSE_CHECK_MS = 250;
/**
 * How long an idle worker is kept for the next run. It takes a tenth of an idle server's memory; without it, an edit is
 * indexed later by the start of a thread, a quarter of a second.
 */
const IDLE_MS = 5_000;
/** Enough for the next edit; a larger worker is not kept, since linking and publishing need the memory. */
const ONE_SMALL_WORKER: KeptWorkers = { count: 1, maxHeapBytes: 40 * 1024 * 1024 };
/**
 * Young generation of a worker's heap: facts of a file become garbage quickly, so with room for a batch of them,
 * collections find little alive.
 */
const YOUNG_GENERATION_MB = 48;
/** Heap limit of a worker; a file of the largest size that is read takes a quarter of it. */
const MAX_WORKER_HEAP_MB = 1024;
/** Maximum number of workers per run that may end without a file in hand: no file is to blame, and the next worker would end as well. */
const MAX_IDLE_DEATHS = 2;
/** Batches queued at a worker, so that it never waits for the main thread. */
const QUEUED_BATCHES = 2;
/** A run of at most this many files is an edit: the worker keeps their trees for the next edit. */
const EDITED_FILES = 8;

/** A worker thread with its queued batches, the start of its current file, and the computing time since. */
interface Lane {
  readonly worker: Worker;
  readonly pulse: Int32Array;
  readonly given: Batch[];
  readonly isLow: boolean;
  lastCount: number;
  sinceMs: number;
  spentMs: number;
  heapBytes: number;
}

/** Outcomes by path. */
export type Outcomes = ReadonlyMap<string, ExtractOutcome>;

/**
 * Extraction pool that keeps a warm worker between runs, so that an edit does not wait for a thread to start. One run
 * at a time, besides work begun ahead of a run.
 */
export class ExtractionPool {
  private idle: readonly Lane[] = [];
  private idleTimer: NodeJS.Timeout | undefined;
  private begun: Promise<Outcomes> | undefined;
  /** Settles when the workers that no run kept have ended. */
  private ended: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: PoolOptions) {}

  /** How git hashes contents, if outcomes include the blob id. */
  get blobHash(): BlobHash | undefined {
    return this.options.blobHash;
  }

  /** Extracts all jobs. @param kept the workers kept after the run @throws the signal's reason when it fires */
  async run(run: PoolRun, kept: KeptWorkers = this.options.kept ?? ONE_SMALL_WORKER): Promise<void> {
    run.signal?.throwIfAborted();
    if (run.jobs.length === 0) return;
    clearTimeout(this.idleTimer);
    const work = new PoolWork({ ...this.options, kept }, run, this.idle);
    this.idle = [];
    const { kept: lanes, ended } = await work.done();
    this.ended = Promise.all([this.ended, ended]);
    this.keep(lanes);
  }

  /**
   * Begins extracting files that are likely to be requested, unless it already began with others; {@link take} ends it.
   * Its worker is left to the next run.
   */
  begin(jobs: readonly ExtractJob[]): void {
    if (jobs.length === 0 || this.begun !== undefined) return;
    const outcomes = new Map<string, ExtractOutcome>();
    const onOutcome: PoolRun["onOutcome"] = ({ path }, outcome) => outcomes.set(path, outcome);
    const { kept = ONE_SMALL_WORKER } = this.options;
    const run = this.run({ jobs, workers: 1, knownKeys: [], onOutcome }, kept.count > 0 ? kept : ONE_SMALL_WORKER);
    // Failures are ignored here: the next run extracts the same files, or fails.
    this.begun = run.then(
      () => outcomes,
      () => new Map(),
    );
  }

  /** The outcomes of {@link begin} once they are complete; returned once. */
  async take(): Promise<Outcomes> {
    const { begun } = this;
    this.begun = undefined;
    return (await begun) ?? new Map();
  }

  /**
   * Starts workers ahead of the first run, up to `count`, while its files are still being discovered. If none can be
   * started, that run fails.
   */
  warm(count = 1): void {
    while (this.idle.length < count) {
      const lane = tryStartLane(this.options, this.options.languages);
      if ("fault" in lane) return;
      this.keep([...this.idle, lane]);
    }
  }

  async close(): Promise<void> {
    await this.take();
    clearTimeout(this.idleTimer);
    const ending = this.idle;
    // A run that begins meanwhile starts its own workers.
    this.idle = [];
    await Promise.all([this.ended, ...ending.map(({ worker }) => worker.terminate())]);
  }

  private keep(lanes: readonly Lane[]): void {
    this.idle = lanes;
    for (const lane of lanes) {
      lane.worker.unref();
      lane.worker.removeAllListeners();
      lane.worker.on("error", () => this.drop(lane));
      lane.worker.on("exit", () => this.drop(lane));
    }
    clearTimeout(this.idleTimer);
    if (lanes.length > 0) this.idleTimer = setTimeout(() => void this.close(), this.options.idleMs ?? IDLE_MS).unref();
  }

  private drop(lane: Lane): void {
    this.idle = this.idle.filter((idle) => idle !== lane);
  }
}

function startLane(options: PoolOptions, languages: WorkerSetup["languages"], isLow = false): Lane {
  const pulse = new SharedArrayBuffer(8);
  const { root, maxFileBytes, blobHash } = options;
  const setup: WorkerSetup = { root, maxFileBytes, languages, pulse, blobHash, isLow };
  const worker = new Worker(options.workerUrl, {
    workerData: setup,
    resourceLimits: {
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      maxOldGenerationSizeMb: options.maxWorkerHeapMb ?? MAX_WORKER_HEAP_MB,
    },
  });
  const sinceMs = nowOf(options);
  const lane: Lane = {
    worker,
    pulse: new Int32Array(pulse),
    given: [],
    isLow,
    lastCount: 0,
    sinceMs,
    spentMs: 0,
    heapBytes: 0,
  };
  Atomics.store(lane.pulse, 0, -1);
  return lane;
}

/** A lane, or the reason why the system gives none: threads, and memory for them, are limited. */
function tryStartLane(...args: Parameters<typeof startLane>): Lane | { readonly fault: unknown } {
  try {
    return startLane(...args);
  } catch (fault) {
    return { fault };
  }
}

function nowOf({ now = () => performance.now() }: PoolOptions): number {
  return now();
}

function isLate(reason: string): boolean {
  return reason === TIMEOUT || reason === WAITED_FOR;
}

function startError(reason: string): SdlError {
  const cause = reason.replace(/^failed: /, "");
  if (isStarved(cause)) {
    const message = `workers that read source files get too little from the system (${cause}); raise its limits (ulimit -v, -n, -u)`;
    return new SdlError("busy", message, { hint: "the index is unchanged" });
  }
  return new SdlError("internal", `workers that read source files end before they read any: ${cause}`, {
    hint: "install the program again; the index is unchanged",
  });
}

/** Workers at the end of a run. */
interface StoppedWorkers {
  readonly kept: readonly Lane[];
  /** Settles when all others have ended: freeing their memory takes a moment, for which the next step need not wait. */
  readonly ended: Promise<unknown>;
}

/** The state of one run. */
class PoolWork {
  private readonly queue: Batch[];
  private readonly lanes = new Set<Lane>();
  /** All lanes that were ever part of this run. */
  private readonly attached = new Set<Lane>();
  private readonly crashes = new Map<ExtractJob, number>();
  private readonly clock: ShareClock;
  /** Number of workers for this run; further warm ones wait. */
  private readonly wanted: number;
  /** Whether nobody waits for the run. */
  private isLow: boolean;
  private open: number;
  private nextBatch: number;
  private idleDeaths = 0;
  private resolve: () => void = () => undefined;
  private reject: (error: unknown) => void = () => undefined;

  constructor(
    private readonly options: PoolOptions & { readonly kept: KeptWorkers },
    private readonly runOptions: PoolRun,
    private readonly warm: readonly Lane[],
  ) {
    this.queue = cutBatches(runOptions.jobs);
    this.clock = new ShareClock(nowOf(options));
    this.wanted = Math.max(1, Math.min(runOptions.workers, this.queue.length));
    this.open = runOptions.jobs.length;
    const { whenAskedFor, jobs } = runOptions;
    this.isLow = whenAskedFor?.aborted === false && jobs.length > EDITED_FILES;
    this.nextBatch = this.queue.length;
  }

  /** Runs all jobs. @throws after all workers have ended, so that none continues a run that failed */
  async done(): Promise<StoppedWorkers> {
    const { signal, whenAskedFor } = this.runOptions;
    const abort = (): void => this.reject(signal?.reason);
    const raisePriority = (): void => this.raisePriority();
    signal?.addEventListener("abort", abort);
    whenAskedFor?.addEventListener("abort", raisePriority);
    const timer = setInterval(() => this.checkPulses(), PULSE_CHECK_MS);
    try {
      await new Promise<void>((resolve, reject) => {
        this.resolve = resolve;
        this.reject = reject;
        this.startLanes();
      });
      return this.stop(true);
    } catch (error) {
      await this.stop(false).ended;
      throw error;
    } finally {
      clearInterval(timer);
      signal?.removeEventListener("abort", abort);
      whenAskedFor?.removeEventListener("abort", raisePriority);
    }
  }

  /** Reuses warm workers, which have normal priority, only for a run that somebody waits for. */
  private startLanes(): void {
    if (!this.isLow) for (const lane of this.warm.slice(0, this.wanted)) this.attach(lane);
    while (this.lanes.size < this.wanted && this.addLane());
  }

  /**
   * Starts one more worker, which loads the grammars of its batches. If the system gives none, the existing workers
   * continue; without any, the run fails. @returns whether a worker was added
   */
  private addLane(): boolean {
    const lane = tryStartLane(this.options, [], this.isLow);
    if (!("fault" in lane)) this.attach(lane);
    else if (this.lanes.size === 0) this.reject(startError(failedReason(lane.fault)));
    return !("fault" in lane);
  }

  /**
   * Switches to normal priority because somebody waits now: new workers take the remaining batches, besides those that
   * low-priority workers already have.
   */
  private raisePriority(): void {
    if (!this.isLow) return;
    this.isLow = false;
    const before = this.lanes.size;
    while (this.queue.length > 0 && this.lanes.size < before + this.wanted && this.addLane());
  }

  /** Ends the workers, except those that may be kept. */
  private stop(mayKeep: boolean): StoppedWorkers {
    const waiting = this.warm.filter((lane) => !this.attached.has(lane));
    const lanes = [...this.lanes, ...waiting];
    this.lanes.clear();
    const { count, maxHeapBytes } = this.options.kept;
    const usable = lanes.filter(({ heapBytes, isLow }) => heapBytes <= maxHeapBytes && !isLow);
    const kept = usable.slice(0, mayKeep ? count : 0);
    const ended = Promise.all(lanes.map((lane) => (kept.includes(lane) ? undefined : lane.worker.terminate())));
    return { kept, ended };
  }

  private attach(lane: Lane): void {
    this.lanes.add(lane);
    this.attached.add(lane);
    const { worker } = lane;
    worker.ref();
    worker.removeAllListeners();
    worker.on("message", (reply: BatchReply) => this.receive(lane, reply));
    worker.on("error", (error) => this.handleLostWorker(lane, failedReason(`crashed: ${error.message}`), error.stack));
    worker.on("exit", () => this.handleLostWorker(lane, failedReason("crashed")));
    const known: KnownKeys = { known: this.runOptions.knownKeys };
    worker.postMessage(known);
    this.feed(lane);
  }

  private feed(lane: Lane): void {
    if (lane.isLow && !this.isLow) return;
    while (lane.given.length < QUEUED_BATCHES) {
      const batch = this.queue.shift();
      if (batch === undefined) return;
      lane.given.push(batch);
      const keepsTrees = this.runOptions.jobs.length <= EDITED_FILES;
      const request: BatchRequest = { batch: batch.number, jobs: batch.jobs, keepsTrees };
      lane.worker.postMessage(request);
    }
  }

  private receive(lane: Lane, reply: BatchReply): void {
    if (!this.lanes.has(lane)) return;
    const at = lane.given.findIndex((batch) => batch.number === reply.batch);
    const [batch] = lane.given.splice(at, 1);
    lane.heapBytes = reply.heapBytes;
    if (reply.retires) this.retire(lane);
    else this.feed(lane);
    batch?.jobs.forEach((job, i) => {
      this.finish(job, unpack(reply, i, job));
    });
  }

  /** Requeues the batches that a worker left when it ended by itself. */
  private retire(lane: Lane): void {
    this.lanes.delete(lane);
    this.queue.unshift(...lane.given);
    if (this.queue.length > 0) this.addLane();
  }

  private finish(job: ExtractJob, outcome: ExtractOutcome): void {
    this.runOptions.onOutcome(job, outcome);
    this.open--;
    if (this.open === 0) this.resolve();
  }

  private checkPulses(): void {
    const deadline = this.options.deadlineMs ?? DEFAULT_DEADLINE_MS;
    const now = nowOf(this.options);
    const share = this.clock.share(now, this.lanes.size);
    for (const lane of this.lanes) {
      const count = Atomics.load(lane.pulse, 1);
      if (count !== lane.lastCount || Atomics.load(lane.pulse, 0) < 0) {
        lane.lastCount = count;
        lane.sinceMs = now;
        lane.spentMs = 0;
        continue;
      }
      lane.spentMs += share;
      if (lane.spentMs > deadline) this.handleLostWorker(lane, TIMEOUT);
      else if (now - lane.sinceMs > WAITING_DEADLINES * deadline) this.handleLostWorker(lane, WAITED_FOR);
    }
  }

  /** Handles a lost worker: its current file is blamed, and another worker gets the rest. */
  private handleLostWorker(lane: Lane, reason: string, stack?: string): void {
    if (!this.lanes.delete(lane)) return;
    void lane.worker.terminate();
    const current = Atomics.load(lane.pulse, 0);
    if (current < 0 && !isLate(reason)) {
      this.queue.unshift(...lane.given);
      if (++this.idleDeaths > MAX_IDLE_DEATHS) this.reject(startError(reason));
      else this.addLane();
      return;
    }
    const [running, ...waiting] = lane.given;
    this.queue.unshift(...waiting);
    if (running !== undefined) this.blame(running, current, { reason, stack });
    if (this.queue.length > 0) this.addLane();
  }

  private blame(
    batch: Batch,
    current: number,
    fault: { readonly reason: string; readonly stack: string | undefined },
  ): void {
    const culprit = batch.jobs[current] ?? batch.jobs[0];
    const innocent = batch.jobs.filter((job) => job !== culprit);
    if (innocent.length > 0) this.queue.unshift({ number: this.nextBatch++, jobs: innocent });
    if (culprit === undefined) return;
    const crashes = (this.crashes.get(culprit) ?? 0) + 1;
    this.crashes.set(culprit, crashes);
    if (fault.reason === WAITED_FOR) this.finish(culprit, { status: "skipped", ...fault, isFault: true });
    else if (fault.reason === TIMEOUT || crashes > 1)
      this.finish(culprit, { status: "skipped", ...fault, isFault: true, isCostly: true });
    else this.queue.push({ number: this.nextBatch++, jobs: [culprit] });
  }
}
