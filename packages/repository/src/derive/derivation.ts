/**
 * Keeps the derived layers in step with the latest version, and the vectors of the user's sentence model behind them, off the path of
 * queries: in a process, some time after the last version was published. Knows when; what the layers are, @sdl/graph knows.
 */
import type { Ledger } from "@sdl/graph";
import { GraphError, SdlError } from "@sdl/model";
import { type ChosenModel, inspectModel, labelOfModel } from "../embeddings/chosen-model.js";
import type { EmbeddingProgress } from "../embeddings/embed-texts.js";
import { RETRY_MS } from "../embeddings/query-embedder.js";
import { type LeaseOptions, LeaseTaken, withLease } from "../machine/lease.js";
import { faultOf, type ProgramFault } from "../machine/program-log.js";
import { derivationLease } from "../soundness/sound-store.js";
import { DerivationRun, type RunOutcome } from "./derivation-run.js";

/** While someone edits, every version would be out of date before its layers are there. */
const QUIET_MS = 2000;
/** A version that was published meanwhile makes a run useless; so many in a row, and the next refresh tries again. */
const MAX_RUNS = 3;

const NEWER_LAYERS =
  "a newer program derived clusters, tests and processes of this version, which this one cannot read; update this program";
const NEWER_VECTORS =
  "a newer program embedded this version, and this one cannot read its vectors; update this program";

export interface DerivationOptions {
  /** Of the store. */
  readonly directory: string;
  readonly rootPath: string;
  readonly ledger: Ledger;
  /** The sentence model that the user chose, asked whenever it matters; absent where nobody can say, and then vectors stay as they are. */
  readonly model: (() => ChosenModel | undefined) | undefined;
  readonly now: () => number;
  /** Told of every fault of the program that cost a layer. */
  readonly onFault: (fault: ProgramFault) => void;
}

/** How it stands with the vectors of the user's sentence model. */
export interface EmbeddingStatus {
  readonly model: string;
  readonly isComplete: boolean;
  /** How far the latest version is, where that is known. */
  readonly progress?: EmbeddingProgress;
  /** Why they are not made. */
  readonly fault?: string;
}

interface Failure {
  readonly reason: string;
  /** What was tried. */
  readonly stamp: string;
  readonly atMs: number;
}

export class Derivation {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private child: DerivationRun | undefined;
  private failure: Failure | undefined;
  private lastFault: string | undefined;
  private onProgress: ((progress: EmbeddingProgress) => void) | undefined;
  private isClosed = false;
  /** Whoever waits wants the layers, and nothing embedded. */
  private isLayersOnly = false;

  constructor(private readonly options: DerivationOptions) {}

  /** Derives once nothing was published for a while. A process that ends meanwhile does not wait for it. */
  scheduleAfterPublish(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.startQuietly(), QUIET_MS).unref();
  }

  /** The same, when something of the latest version is missing and nobody is about to make it. */
  scheduleIfMissing(): void {
    if (this.timer === undefined && this.running === undefined && this.isMissing()) this.scheduleAfterPublish();
  }

  /** Derives now what is missing. @throws what derivation throws; the layers are then missing as before */
  async settle(onProgress?: (progress: EmbeddingProgress) => void): Promise<void> {
    this.onProgress = onProgress;
    try {
      // What is under way may have been overtaken by newer versions as often as it tries.
      await this.running?.catch(() => undefined);
      await this.start();
    } finally {
      this.onProgress = undefined;
    }
  }

  /** Derives the layers now where they are missing, and embeds nothing. @throws what derivation throws */
  async settleLayers(): Promise<void> {
    if (!this.lacksLayers()) return;
    this.isLayersOnly = true;
    try {
      await this.settle();
    } finally {
      this.isLayersOnly = false;
    }
  }

  /** Why the layers of the latest version were not made; `undefined` where they are there, or nobody tried. */
  get fault(): string | undefined {
    const { ledger } = this.options;
    if (ledger.derived.isDerived()) return undefined;
    return ledger.derived.derivedByNewer().layers ? NEWER_LAYERS : this.lastFault;
  }

  /** @returns `undefined` when the user chose no model */
  embeddingStatus(): EmbeddingStatus | undefined {
    const chosen = this.options.model?.();
    if (chosen === undefined) return undefined;
    const model = labelOfModel(chosen);
    const folder = inspectModel(chosen);
    const own = "reason" in folder && !chosen.mayDownload ? folder.reason : this.failureOf(chosen)?.reason;
    const fault = this.options.ledger.derived.derivedByNewer().embeddings ? NEWER_VECTORS : own;
    const isComplete = !("reason" in folder) && this.options.ledger.derived.isEmbedded(folder);
    const state = this.options.ledger.derived.embeddingState();
    const isOfModel = !("reason" in folder) && state?.fingerprint === folder.fingerprint && state.isLatest;
    return {
      model,
      isComplete,
      ...(isOfModel ? { progress: { done: state.total - state.missing, total: state.total } } : {}),
      ...(fault === undefined ? {} : { fault }),
    };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.child?.end();
    await this.running?.catch(() => undefined);
  }

  private start(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** Nobody waits: what stands in the way, the next query meets too, and says so. */
  private startQuietly(): void {
    this.start().catch(() => undefined);
  }

  private async run(): Promise<void> {
    for (let run = 0; run < MAX_RUNS && this.isMissing(); run++) {
      const isDone = await withLease(this.lease, () => this.deriveAndStore());
      // Another process makes them, or they are there.
      if (isDone instanceof LeaseTaken || isDone) return;
    }
  }

  /** @returns false when a newer version was published meanwhile */
  private async deriveAndStore(): Promise<boolean> {
    const { directory, rootPath, ledger, now } = this.options;
    const chosen = this.options.model?.();
    // Nobody asks for them any more.
    if (this.options.model !== undefined && chosen === undefined) ledger.derived.removeEmbeddings();
    const model = !this.isLayersOnly && this.wantsEmbeddings() ? chosen : undefined;
    const task = { directory, rootPath, withLayers: this.lacksLayers(), model };
    const { onFault } = this.options;
    this.child = new DerivationRun(ledger, task, { onProgress: (progress) => this.onProgress?.(progress), onFault });
    if (this.isClosed) return true;
    const { isDone, embeddingFault } = await this.child.run().catch((error: unknown) => this.giveUp(error));
    if (model !== undefined) {
      this.failure =
        embeddingFault === undefined
          ? undefined
          : { reason: embeddingFault, stamp: JSON.stringify([model, inspectModel(model)]), atMs: now() };
    }
    return this.isClosed || isDone;
  }

  /** A fault of the program costs the layers, not the index that they are derived from. @throws the store's own errors */
  private giveUp(error: unknown): RunOutcome {
    if (error instanceof GraphError) throw error;
    if (error instanceof SdlError) {
      this.lastFault = error.message;
      return { isDone: true };
    }
    const fault = faultOf("deriving", undefined, error);
    this.options.onFault(fault);
    this.lastFault = fault.message;
    return { isDone: true };
  }

  private get lease(): LeaseOptions {
    return { path: derivationLease(this.options.directory), patienceMs: 0, now: Date.now };
  }

  private isMissing(): boolean {
    const { ledger } = this.options;
    if (this.isClosed || ledger.isReadOnly || ledger.latestVersion() === undefined) return false;
    return this.lacksLayers() || this.wantsEmbeddings();
  }

  /** Layers that a newer program made of this version are left alone, or two programs would make them in turns. */
  lacksLayers(): boolean {
    const { ledger } = this.options;
    if (ledger.latestVersion() === undefined) return false;
    return !ledger.derived.isDerived() && !ledger.derived.derivedByNewer().layers;
  }

  /** Whether vectors are missing that can be made, as far as is known without loading a model. */
  private wantsEmbeddings(): boolean {
    const chosen = this.options.model?.();
    if (chosen === undefined || this.failureOf(chosen) !== undefined) return false;
    if (this.options.ledger.derived.derivedByNewer().embeddings) return false;
    const folder = inspectModel(chosen);
    return "reason" in folder ? chosen.mayDownload : !this.options.ledger.derived.isEmbedded(folder);
  }

  /** Why it failed lately, where nothing changed since. */
  private failureOf(chosen: ChosenModel): Failure | undefined {
    const { failure, options } = this;
    if (failure === undefined || options.now() - failure.atMs >= RETRY_MS) return undefined;
    return failure.stamp === JSON.stringify([chosen, inspectModel(chosen)]) ? failure : undefined;
  }
}
