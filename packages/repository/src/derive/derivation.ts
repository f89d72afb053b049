/**
 * Schedule of derivation: updates the derived layers, and the vectors of the user's sentence model, in a process some
 * time after a version was published, so that queries never wait for it. @sdl/graph defines the layers.
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

/** Wait after the last publication: while someone edits, every version would be superseded before its layers are ready. */
const QUIET_MS = 2000;
/** Maximum number of consecutive runs superseded by a newer version; then the next refresh tries again. */
const MAX_RUNS = 3;

const NEWER_LAYERS =
  "a newer program derived clusters, tests and processes of this version that this one cannot read; update this program";
const NEWER_VECTORS =
  "a newer program embedded this version, and this one cannot read its vectors; update this program";

/** Options of {@link Derivation}. */
export interface DerivationOptions {
  /** Folder of the store. */
  readonly directory: string;
  readonly rootPath: string;
  readonly ledger: Ledger;
  /** Returns the user's sentence model, read at each use; if absent, vectors are left as they are. */
  readonly model: (() => ChosenModel | undefined) | undefined;
  readonly now: () => number;
  /** Called for every fault of the program that cost a layer. */
  readonly onFault: (fault: ProgramFault) => void;
}

/** Status of the vectors of the user's sentence model. */
export interface EmbeddingStatus {
  readonly model: string;
  readonly isComplete: boolean;
  /** Progress on the latest version, if known. */
  readonly progress?: EmbeddingProgress;
  /** Why the vectors cannot be computed. */
  readonly fault?: string;
}

interface ModelFailure {
  readonly reason: string;
  /** Identifies the model that failed. */
  readonly stamp: string;
  readonly atMs: number;
}

/** Derives the layers and vectors of the latest version. */
export class Derivation {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private child: DerivationRun | undefined;
  private failure: ModelFailure | undefined;
  private lastFault: string | undefined;
  private onProgress: ((progress: EmbeddingProgress) => void) | undefined;
  private isClosed = false;
  /** Whether the current run should stop after the layers, because a caller waits for them. */
  private isLayersOnly = false;

  constructor(private readonly options: DerivationOptions) {}

  /** Schedules a run after a quiet time without publications. A process that ends meanwhile does not wait for it. */
  scheduleAfterPublish(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.startQuietly(), QUIET_MS).unref();
  }

  /** Schedules a run if the latest version lacks data and no run is scheduled. */
  scheduleIfMissing(): void {
    if (this.timer === undefined && this.running === undefined && this.isMissing()) this.scheduleAfterPublish();
  }

  /** Derives missing data now. @throws errors of derivation; the data is then still missing */
  async settle(onProgress?: (progress: EmbeddingProgress) => void): Promise<void> {
    this.onProgress = onProgress;
    try {
      // The current run may have been superseded already.
      await this.running?.catch(() => undefined);
      await this.start();
    } finally {
      this.onProgress = undefined;
    }
  }

  /** Derives missing layers now, without vectors. @throws errors of derivation */
  async settleLayers(): Promise<void> {
    if (!this.lacksLayers()) return;
    this.isLayersOnly = true;
    try {
      await this.settle();
    } finally {
      this.isLayersOnly = false;
    }
  }

  /** Why the latest version has no layers; `undefined` if it has them, or no run was tried. */
  get fault(): string | undefined {
    const { ledger } = this.options;
    if (ledger.derived.isDerived()) return undefined;
    return ledger.derived.derivedByNewer().layers ? NEWER_LAYERS : this.lastFault;
  }

  /** Status of the vectors. @returns `undefined` if the user chose no model */
  embeddingStatus(): EmbeddingStatus | undefined {
    const chosen = this.options.model?.();
    if (chosen === undefined) return undefined;
    const model = labelOfModel(chosen);
    const folder = inspectModel(chosen);
    const own = "reason" in folder && !chosen.mayDownload ? folder.reason : this.lastFailure(chosen)?.reason;
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
    this.child?.endProcess();
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

  /** Starts a run that no caller waits for: errors are recorded, and the next query reports them. */
  private startQuietly(): void {
    this.start().catch(() => undefined);
  }

  private async run(): Promise<void> {
    for (let run = 0; run < MAX_RUNS && this.isMissing(); run++) {
      const isDone = await withLease(this.lease, () => this.deriveAndStore());
      // Another process is deriving the data, or it is complete.
      if (isDone instanceof LeaseTaken || isDone) return;
    }
  }

  /** Runs the process and stores the results. @returns false if a newer version was published meanwhile */
  private async deriveAndStore(): Promise<boolean> {
    const { directory, rootPath, ledger, now } = this.options;
    const chosen = this.options.model?.();
    // The data is no longer needed.
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

  /** Records a fault of the program, which costs the layers but not the index. @throws errors of the store */
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

  /** Whether layers are missing. Layers of this version from a newer program are kept, or two programs would replace them in turns. */
  lacksLayers(): boolean {
    const { ledger } = this.options;
    if (ledger.latestVersion() === undefined) return false;
    return !ledger.derived.isDerived() && !ledger.derived.derivedByNewer().layers;
  }

  /** Whether vectors are missing that can be computed, as far as is known without loading a model. */
  private wantsEmbeddings(): boolean {
    const chosen = this.options.model?.();
    if (chosen === undefined || this.lastFailure(chosen) !== undefined) return false;
    if (this.options.ledger.derived.derivedByNewer().embeddings) return false;
    const folder = inspectModel(chosen);
    return "reason" in folder ? chosen.mayDownload : !this.options.ledger.derived.isEmbedded(folder);
  }

  /** Why the chosen model failed last, if nothing has changed since. */
  private lastFailure(chosen: ChosenModel): ModelFailure | undefined {
    const { failure, options } = this;
    if (failure === undefined || options.now() - failure.atMs >= RETRY_MS) return undefined;
    return failure.stamp === JSON.stringify([chosen, inspectModel(chosen)]) ? failure : undefined;
  }
}
