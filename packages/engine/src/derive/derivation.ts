/**
 * Keeps the derived layers in step with the latest version, off the path of queries: in a process, some time after the last version was
 * published. Knows when; what the layers are, @sdl/graph knows.
 */
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Ledger, StoredLayers } from "@sdl/graph";
import { type LeaseOptions, LeaseTaken, withLease } from "../registry/lease.js";
import { derivationLease } from "../soundness/sound-store.js";

/** Neither: a newer version was published meanwhile. */
export interface DerivationReply {
  readonly layers?: StoredLayers;
  readonly failure?: string;
}

/** While someone edits, every version would be out of date before its layers are there. */
const QUIET_MS = 2000;
/** A version that was published meanwhile makes a run useless; so many in a row, and the next refresh tries again. */
const MAX_RUNS = 3;

export class Derivation {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private child: ChildProcess | undefined;
  private isClosed = false;

  constructor(
    private readonly directory: string,
    private readonly rootPath: string,
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
    // What is under way may have been overtaken by newer versions as often as it tries.
    await this.running?.catch(() => undefined);
    await this.start();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.child?.kill();
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
    const reply = await this.derive();
    if (this.isClosed) return true;
    return reply !== undefined && this.ledger.putDerived(reply);
  }

  private get lease(): LeaseOptions {
    return { path: derivationLease(this.directory), patienceMs: 0, now: Date.now };
  }

  private isMissing(): boolean {
    return (
      !this.isClosed && !this.ledger.isReadOnly && this.ledger.latestVersion() !== undefined && !this.ledger.isDerived()
    );
  }

  /** @returns `undefined` when a newer version was published meanwhile, or the process was ended */
  private async derive(): Promise<StoredLayers | undefined> {
    const { fork } = await import("node:child_process");
    if (this.isClosed) return undefined;
    const entry = fileURLToPath(new URL("./derivation-process.js", distUrl()));
    const child = fork(entry, [this.directory, this.rootPath], {
      serialization: "advanced",
      stdio: "ignore",
      execArgv: [],
    });
    this.child = child;
    return new Promise((resolve, reject) => {
      child.once("message", ({ layers, failure }: DerivationReply) =>
        failure === undefined ? resolve(layers) : reject(new Error(failure)),
      );
      child.once("error", reject);
      // Not its exit, which a busy process hears of before it has read the message.
      child.once("disconnect", () => resolve(undefined));
    });
  }
}

/** The built package's `derive` folder, also when this file runs from `src`: a process runs built code only. */
function distUrl(): URL {
  return new URL(import.meta.url.includes("/src/derive/") ? "../../dist/derive/" : "./", import.meta.url);
}
