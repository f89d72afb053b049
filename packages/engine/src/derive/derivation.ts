/**
 * Keeps the derived layers in step with the latest version, off the path of queries: in a thread, some time after the last version was
 * published. Knows when; what the layers are, @sdl/graph knows.
 */
import type { Worker } from "node:worker_threads";
import type { Ledger } from "@sdl/graph";
import type { PackedLayers } from "@sdl/graph/derive";

export interface DerivationSetup {
  readonly directory: string;
}

export type DerivationReply = PackedLayers;

/** While someone edits, every version would be out of date before its layers are there. */
const QUIET_MS = 400;
/** A version that was published meanwhile makes a run useless; so many in a row, and the next refresh tries again. */
const MAX_RUNS = 3;

export class Derivation {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private worker: Worker | undefined;
  private isClosed = false;

  constructor(
    private readonly directory: string,
    private readonly ledger: Ledger,
  ) {}

  /** Derives once nothing was published for a while. A process that ends meanwhile does not wait for it. */
  scheduleAfterPublish(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.startQuietly(), QUIET_MS).unref();
  }

  /** The same, when the layers of the latest version are missing and nobody is about to make them. */
  scheduleIfMissing(): void {
    if (this.timer === undefined && this.running === undefined && this.isMissing()) this.scheduleAfterPublish();
  }

  /** Derives now what is missing. @throws what derivation throws; the layers are then missing as before */
  async settle(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
    await this.running;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.worker?.terminate();
    await this.running?.catch(() => undefined);
  }

  /** Nobody waits: what stands in the way, the next query meets too, and says so. */
  private startQuietly(): void {
    this.settle().catch(() => undefined);
  }

  private async run(): Promise<void> {
    for (let run = 0; run < MAX_RUNS && this.isMissing(); run++) {
      const reply = await this.derive();
      if (this.isClosed) return;
      if (reply !== undefined && this.ledger.putDerived(reply.version, reply.records)) return;
    }
  }

  private isMissing(): boolean {
    return (
      !this.isClosed && !this.ledger.isReadOnly && this.ledger.latestVersion() !== undefined && !this.ledger.isDerived()
    );
  }

  /** @returns `undefined` when a newer version was published meanwhile, or the thread was ended */
  private async derive(): Promise<DerivationReply | undefined> {
    const { Worker } = await import("node:worker_threads");
    if (this.isClosed) return undefined;
    const workerData: DerivationSetup = { directory: this.directory };
    const worker = new Worker(new URL("./derivation-worker.js", distUrl()), { workerData });
    this.worker = worker;
    return new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", (error) => (isExpired(error) ? resolve(undefined) : reject(error)));
      worker.once("exit", () => resolve(undefined));
    });
  }
}

/** Errors cross threads as copies: by name, not by class. */
function isExpired(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "VERSION_EXPIRED";
}

/** The built package's `derive` folder, also when this file runs from `src`: threads run built code only. */
function distUrl(): URL {
  return new URL(import.meta.url.includes("/src/derive/") ? "../../dist/derive/" : "./", import.meta.url);
}
