/**
 * One process at a time does the work that a lease stands for; the others wait, or go without. It spares work and keeps nothing safe: the
 * ledger refuses the second of two updates that began together, whatever leases say.
 *
 * A lease is a file. It belongs to a process that can be looked up, so a killed one's is free at once, whoever has its number now; where a
 * process cannot be looked up (another machine, another container), the file's time must move, as this process's own clock sees it.
 */
import { randomBytes } from "node:crypto";
import { linkSync, lstatSync, renameSync, rmSync, utimesSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { sdlVersion } from "../version.js";
import { draftOf, placeOwnFile, readOwnFile, statOwnFile } from "./own-file.js";
import { holderIn, type LockHolder, livenessOf, ownIdentity } from "./process-identity.js";
import { errorCode } from "./system-error.js";

const HEARTBEAT_MS = 1_000;
/** Longer without a heartbeat, and nobody is there. */
const SILENCE_MS = 8_000;
/** Most work is the edit of one file: the first looks follow each other fast, each twice as long after the one before. */
const FIRST_RETRY_MS = 5;
const LONGEST_RETRY_MS = 100;
/** A lease is short. */
const MAX_BYTES = 65_536;

export interface LeaseHolder extends LockHolder {
  readonly sinceMs: number;
}

/** What the lease's file says. */
interface WrittenLease extends LeaseHolder {
  /** Tells a lease from the next one of the same process. */
  readonly token: string;
}

export interface LeaseOptions {
  /** Its folder exists. */
  readonly path: string;
  /** How long to wait for another holder. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Told at every look while another process holds the lease. May throw, and the wait ends. */
  readonly onBlocked?: (holder: LeaseHolder) => void;
  readonly now: () => number;
}

/** What another process holds. */
export class LeaseTaken {
  constructor(readonly holder: LeaseHolder) {}
}

/**
 * Runs `work` while holding the lease. Where no lease can be written (a full disk, a medium for reading only), it runs without.
 * @returns what `work` returns, or who holds the lease still when the patience is over
 * @throws what `work` and `onBlocked` throw @throws the signal's reason
 */
export async function withLease<T>(options: LeaseOptions, work: () => Promise<T>): Promise<T | LeaseTaken> {
  const taken = await take(options);
  if (taken instanceof LeaseTaken) return taken;
  try {
    return await work();
  } finally {
    taken?.release();
  }
}

/**
 * Who holds a lease now; `undefined` when nobody does, or nobody who can be looked up lives. A lease that this program cannot read, such as one
 * of a newer form, is somebody's while its file's time moves.
 */
export function leaseHolder(path: string): LeaseHolder | undefined {
  const holder = readHolder(path);
  if (holder !== undefined) return livenessOf(holder) === "dead" ? undefined : holder;
  const found = statOwnFile(path);
  return found?.isFile() === true && Date.now() - found.mtimeMs <= SILENCE_MS ? UNREADABLE : undefined;
}

async function take(options: LeaseOptions): Promise<HeldLease | LeaseTaken | undefined> {
  const watch = new HolderWatch(options.path);
  const deadline = performance.now() + options.patienceMs;
  for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS)) {
    options.signal?.throwIfAborted();
    const made = HeldLease.make(options.path, options.now());
    if (made !== "taken") return made;
    const holder = watch.look();
    if (holder === undefined) continue;
    if (performance.now() >= deadline) return new LeaseTaken(holder);
    options.onBlocked?.(holder);
    await sleep(retryMs, undefined, { signal: options.signal });
  }
}

class HeldLease {
  private readonly heart: NodeJS.Timeout;

  private constructor(
    private readonly path: string,
    private readonly token: string,
  ) {
    this.heart = setInterval(() => this.beat(), HEARTBEAT_MS).unref();
  }

  /** @returns `undefined` where none can be written */
  static make(path: string, nowMs: number): HeldLease | "taken" | undefined {
    const own = ownIdentity();
    const token = randomBytes(8).toString("hex");
    try {
      placeOwnFile(path, JSON.stringify({ ...own, program: sdlVersion(), token, sinceMs: nowMs }));
      return new HeldLease(path, token);
    } catch (error) {
      return errorCode(error) === "EEXIST" ? "taken" : undefined;
    }
  }

  release(): void {
    clearInterval(this.heart);
    if (readHolder(this.path)?.token === this.token) rmSync(this.path, { force: true });
  }

  private beat(): void {
    try {
      utimesSync(this.path, new Date(), new Date());
    } catch {
      clearInterval(this.heart); // someone took the folder away
    }
  }
}

/** Watches another's lease and takes it away when nobody is behind it. */
class HolderWatch {
  private seen: { readonly token: string; readonly mtimeMs: number; readonly sinceMs: number } | undefined;

  constructor(private readonly path: string) {}

  /** @returns `undefined` when the lease is free now */
  look(): LeaseHolder | undefined {
    const holder = readHolder(this.path);
    const found = lstatSync(this.path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    // A folder, a link or a pipe is nobody's lease.
    if (!found.isFile()) return this.evict("");
    const { mtimeMs } = found;
    const token = holder?.token ?? "";
    if (this.seen?.token !== token || this.seen.mtimeMs !== mtimeMs) {
      this.seen = { token, mtimeMs, sinceMs: performance.now() };
    }
    const liveness = holder === undefined ? "unknown" : livenessOf(holder);
    const isSilent = performance.now() - this.seen.sinceMs > SILENCE_MS;
    if (liveness === "dead" || (liveness === "unknown" && isSilent)) return this.evict(token);
    return holder ?? UNREADABLE;
  }

  /** Another may have done so and hold the lease already: then it is put back. */
  private evict(token: string): undefined {
    const aside = draftOf(this.path);
    try {
      renameSync(this.path, aside);
      if ((readHolder(aside)?.token ?? "") !== token) linkSync(aside, this.path);
    } catch (error) {
      if (errorCode(error) !== "ENOENT" && errorCode(error) !== "EEXIST") throw error;
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
    return undefined;
  }
}

const UNREADABLE: LeaseHolder = { pid: 0, startedAt: "", host: "", boot: "", namespace: "", sinceMs: 0 };

function readHolder(path: string): WrittenLease | undefined {
  try {
    const fields: Record<string, unknown> = JSON.parse(readOwnFile(path, MAX_BYTES).toString("utf8"));
    const holder = holderIn(fields);
    const { token, sinceMs } = fields;
    if (holder === undefined || typeof token !== "string" || typeof sinceMs !== "number") return undefined;
    return { ...holder, token, sinceMs };
  } catch {
    return undefined; // none, or none that can be read
  }
}
