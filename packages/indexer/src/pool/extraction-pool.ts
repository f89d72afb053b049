/**
 * Worker threads that extract facts, with a deadline for every file. Knows batches, deadlines and restarts; nothing of facts.
 * Invariant: every job gets exactly one outcome, whatever a file does to its worker: one that hangs, or crashes twice, is skipped, the
 * others of its batch are done again. Workers that cannot work at all (a file of the installation is missing) fail the run: an index of
 * nothing is no index.
 */
import { Worker } from "node:worker_threads";
import { failedReason, SdlError } from "@sdl/model";
import type { BlobHash } from "../workspace/content/blob-id.js";
import { type Batch, cutBatches } from "./batches.js";
import type { BatchReply, BatchRequest, ExtractJob, ExtractOutcome, KnownKeys, WorkerSetup } from "./messages.js";
import { ShareClock } from "./share-clock.js";
import { isStarved } from "./starved.js";
import { unpack } from "./unpack.js";

export interface PoolOptions {
  /** The module a worker runs; it calls `runExtractionWorker`. */
  readonly workerUrl: URL;
  readonly root: string;
  readonly maxFileBytes: number;
  /** What a worker that is started ahead of its work gets ready for. */
  readonly languages: WorkerSetup["languages"];
  /** How git names contents: outcomes then carry that name. */
  readonly blobHash?: BlobHash | undefined;
  /** Longest computing time for one file, in milliseconds; a machine that is busy with other things costs a file nothing. */
  readonly deadlineMs?: number;
  /** A worker that needs a larger heap of objects dies, and its file is skipped. */
  readonly maxWorkerHeapMb?: number;
  /** How long an idle worker is kept for the next run, in milliseconds. */
  readonly idleMs?: number;
  /** Workers to keep for the next run; {@link ONE_SMALL_WORKER} unless told. */
  readonly kept?: KeptWorkers;
}

/** What outlives a run: an index after another in one process is faster with warm workers, and holds their memory between. */
interface KeptWorkers {
  readonly count: number;
  /** A worker whose wasm heap grew beyond these bytes is ended. */
  readonly maxHeapBytes: number;
}

/** One run's work. */
export interface PoolRun {
  readonly jobs: readonly ExtractJob[];
  readonly workers: number;
  /** Keys of facts that are stored already: their files need no extraction. */
  readonly knownKeys: readonly string[];
  /** Called once a job, in no particular order. Must not throw. */
  readonly onOutcome: (job: ExtractJob, outcome: ExtractOutcome) => void;
  /** Stops the run at once. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Present where nobody waits for the run: it then works at low priority, on workers of its own, until the signal fires. The few files of
   * an edit are done at once all the same: a worker starts longer than they take.
   */
  readonly whenAskedFor?: AbortSignal | undefined;
}

const DEFAULT_DEADLINE_MS = 10_000;
/** A file that waits instead of computing is given up after so many deadlines. */
const WAITING_DEADLINES = 6;
/** Why a file is given up that computes without end, and one that is waited for: the disk or the machine is to blame for that. */
const TIMEOUT = failedReason("timeout");
const WAITED = failedReason("timeout: waited for");
const PULSE_CHECK_MS = 250;
/**
 * How long an idle worker is kept for the next run. It holds a tenth of what a server at rest has; without it an edit is in the index later by what
 * starting a thread takes, a quarter of a second. Who edits again at once finds it.
 */
const IDLE_MS = 5_000;
/** Enough for the next edit; a larger one is not kept: linking and publishing need the memory more. */
const ONE_SMALL_WORKER: KeptWorkers = { count: 1, maxHeapBytes: 40 * 1024 * 1024 };
/** Facts of a file are garbage a moment later: with room for a batch of them, collections find little alive. */
const YOUNG_GENERATION_MB = 48;
/** A file of the largest size that is read takes a quarter of it. */
const MAX_WORKER_HEAP_MB = 1024;
/** Workers that end without a file in hand: no file is to blame, and after so many of a run the next would end as well. */
const MAX_IDLE_DEATHS = 2;
/** Batches a worker has in hand, so that it never waits for the main thread. */
const IN_HAND = 2;
/** A run of no more files is somebody editing: the worker keeps their trees for the next edit. */
const EDITED_FILES = 8;

/** One worker thread, what it was given, and when its current file began and how long it has computed since. */
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
 * Keeps a warm worker between runs, so that an edit does not wait for a thread to start. One run at a time, and beside it what was
 * begun ahead of one.
 */
export class ExtractionPool {
  private idle: readonly Lane[] = [];
  private idleTimer: NodeJS.Timeout | undefined;
  private begun: Promise<Outcomes> | undefined;

  constructor(private readonly options: PoolOptions) {}

  /** How git names contents, where outcomes carry that name. */
  get blobHash(): BlobHash | undefined {
    return this.options.blobHash;
  }

  /** Extracts all jobs. @param kept the workers that outlive it @throws the signal's reason when it fires */
  async run(run: PoolRun, kept: KeptWorkers = this.options.kept ?? ONE_SMALL_WORKER): Promise<void> {
    run.signal?.throwIfAborted();
    if (run.jobs.length === 0) return;
    clearTimeout(this.idleTimer);
    const work = new PoolWork({ ...this.options, kept }, run, this.idle);
    this.idle = [];
    this.keep(await work.done());
  }

  /** Begins with files that are likely to be asked for, unless it has begun with others; {@link take} ends it. Its worker is left to the next run. */
  begin(jobs: readonly ExtractJob[]): void {
    if (jobs.length === 0 || this.begun !== undefined) return;
    const outcomes = new Map<string, ExtractOutcome>();
    const onOutcome: PoolRun["onOutcome"] = ({ path }, outcome) => outcomes.set(path, outcome);
    const { kept = ONE_SMALL_WORKER } = this.options;
    const run = this.run({ jobs, workers: 1, knownKeys: [], onOutcome }, kept.count > 0 ? kept : ONE_SMALL_WORKER);
    // What it failed to do is done, or fails, with the next run.
    this.begun = run.then(
      () => outcomes,
      () => new Map(),
    );
  }

  /** What was begun, once it is done. It is given out once. */
  async take(): Promise<Outcomes> {
    const { begun } = this;
    this.begun = undefined;
    return (await begun) ?? new Map();
  }

  /**
   * Starts workers ahead of the first run, until there are so many, while its files are still looked for. Where none can be started that run
   * fails, if any.
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
    // A run that begins meanwhile starts its own.
    this.idle = [];
    await Promise.all(ending.map(({ worker }) => worker.terminate()));
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
  const sinceMs = performance.now();
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

/** A lane, or why the system gives none: threads are limited, and so is memory for them. */
function tryStartLane(...args: Parameters<typeof startLane>): Lane | { readonly fault: unknown } {
  try {
    return startLane(...args);
  } catch (fault) {
    return { fault };
  }
}

function isLate(reason: string): boolean {
  return reason === TIMEOUT || reason === WAITED;
}

function cannotWork(reason: string): SdlError {
  const cause = reason.replace(/^failed: /, "");
  if (isStarved(cause)) {
    const message = `workers that read source files get too little from the system (${cause}); raise its limits (ulimit -v, -n, -u)`;
    return new SdlError("busy", message, { hint: "the index is as it was" });
  }
  return new SdlError("internal", `workers that read source files end before they read any: ${cause}`, {
    hint: "install the program again; the index is as it was",
  });
}

/** One run. */
class PoolWork {
  private readonly queue: Batch[];
  private readonly lanes = new Set<Lane>();
  /** Those that were ever of this run. */
  private readonly attached = new Set<Lane>();
  private readonly crashes = new Map<ExtractJob, number>();
  private readonly clock = new ShareClock(performance.now());
  /** Workers of this run; warm ones beyond them wait. */
  private readonly wanted: number;
  /** Whether nobody waits for it. */
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
    this.wanted = Math.max(1, Math.min(runOptions.workers, this.queue.length));
    this.open = runOptions.jobs.length;
    const { whenAskedFor, jobs } = runOptions;
    this.isLow = whenAskedFor?.aborted === false && jobs.length > EDITED_FILES;
    this.nextBatch = this.queue.length;
  }

  /** @returns the workers that may be kept */
  async done(): Promise<readonly Lane[]> {
    const { signal, whenAskedFor } = this.runOptions;
    const abort = (): void => this.reject(signal?.reason);
    const hurry = (): void => this.hurry();
    signal?.addEventListener("abort", abort);
    whenAskedFor?.addEventListener("abort", hurry);
    const timer = setInterval(() => this.checkPulses(), PULSE_CHECK_MS);
    try {
      await new Promise<void>((resolve, reject) => {
        this.resolve = resolve;
        this.reject = reject;
        this.startLanes();
      });
      return await this.stop(true);
    } catch (error) {
      await this.stop(false);
      throw error;
    } finally {
      clearInterval(timer);
      signal?.removeEventListener("abort", abort);
      whenAskedFor?.removeEventListener("abort", hurry);
    }
  }

  /** A warm worker has normal priority: it waits for a run that is asked for. */
  private startLanes(): void {
    if (!this.isLow) for (const lane of this.warm.slice(0, this.wanted)) this.attach(lane);
    while (this.lanes.size < this.wanted && this.addLane());
  }

  /**
   * Starts one more worker; its grammars are those of the batches it gets. Where the system gives none, those that there are do the work,
   * and without any the run fails. @returns whether there is one more
   */
  private addLane(): boolean {
    const lane = tryStartLane(this.options, [], this.isLow);
    if (!("fault" in lane)) this.attach(lane);
    else if (this.lanes.size === 0) this.reject(cannotWork(failedReason(lane.fault)));
    return !("fault" in lane);
  }

  /** Somebody waits now: workers of normal priority take what is left, beside what others have in hand. */
  private hurry(): void {
    if (!this.isLow) return;
    this.isLow = false;
    const before = this.lanes.size;
    while (this.queue.length > 0 && this.lanes.size < before + this.wanted && this.addLane());
  }

  /** Ends the workers, but for those that may be kept. */
  private async stop(mayKeep: boolean): Promise<readonly Lane[]> {
    const waiting = this.warm.filter((lane) => !this.attached.has(lane));
    const lanes = [...this.lanes, ...waiting];
    this.lanes.clear();
    const { count, maxHeapBytes } = this.options.kept;
    const usable = lanes.filter(({ heapBytes, isLow }) => heapBytes <= maxHeapBytes && !isLow);
    const kept = usable.slice(0, mayKeep ? count : 0);
    await Promise.all(lanes.map((lane) => (kept.includes(lane) ? undefined : lane.worker.terminate())));
    return kept;
  }

  private attach(lane: Lane): void {
    this.lanes.add(lane);
    this.attached.add(lane);
    const { worker } = lane;
    worker.ref();
    worker.removeAllListeners();
    worker.on("message", (reply: BatchReply) => this.receive(lane, reply));
    worker.on("error", (error) => this.lose(lane, failedReason(`crashed: ${error.message}`), error.stack));
    worker.on("exit", () => this.lose(lane, failedReason("crashed")));
    const known: KnownKeys = { known: this.runOptions.knownKeys };
    worker.postMessage(known);
    this.feed(lane);
  }

  private feed(lane: Lane): void {
    if (lane.isLow && !this.isLow) return;
    while (lane.given.length < IN_HAND) {
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
      this.finish(job, unpack(reply, i));
    });
  }

  /** A worker that ends by itself leaves what it has not begun. */
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
    const now = performance.now();
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
      if (lane.spentMs > deadline) this.lose(lane, TIMEOUT);
      else if (now - lane.sinceMs > WAITING_DEADLINES * deadline) this.lose(lane, WAITED);
    }
  }

  /** The worker is gone or must go: the file it was at is blamed, the rest is done by another. */
  private lose(lane: Lane, reason: string, stack?: string): void {
    if (!this.lanes.delete(lane)) return;
    void lane.worker.terminate();
    const current = Atomics.load(lane.pulse, 0);
    if (current < 0 && !isLate(reason)) {
      this.queue.unshift(...lane.given);
      if (++this.idleDeaths > MAX_IDLE_DEATHS) this.reject(cannotWork(reason));
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
    if (fault.reason === WAITED) this.finish(culprit, { status: "skipped", ...fault, isFault: true });
    else if (fault.reason === TIMEOUT || crashes > 1)
      this.finish(culprit, { status: "skipped", ...fault, isFault: true, isCostly: true });
    else this.queue.push({ number: this.nextBatch++, jobs: [culprit] });
  }
}
