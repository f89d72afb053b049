/**
 * Lease: one process at a time does some work; others wait, or do without. It avoids duplicate work but guarantees
 * nothing: the ledger rejects the second of two concurrent updates anyway.
 *
 * A lease is a file. Its holder is a process that can be looked up, so a killed holder's lease is free at once, even if
 * its process id is reused. If the process cannot be looked up (another machine, another container), the file's time
 * must advance, measured by this process's own clock.
 */
import { randomBytes } from "node:crypto";
import { linkSync, lstatSync, renameSync, rmSync, utimesSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { sdlVersion } from "../version.js";
import { draftPath, placeOwnFile, readOwnFile, statOwnFile } from "./own-file.js";
import { type LockHolder, livenessOf, ownIdentity, parseLockHolder } from "./process-identity.js";
import { errorCode } from "./system-error.js";

const HEARTBEAT_MS = 1_000;
/** Milliseconds without a heartbeat after which a holder counts as dead. */
const SILENCE_MS = 8_000;
/** Most work is the edit of one file, so the first checks follow quickly, each after twice the previous wait. */
const FIRST_RETRY_MS = 5;
const LONGEST_RETRY_MS = 100;
/** Largest lease file. */
const MAX_BYTES = 65_536;

/** The process that holds a lease. */
export interface LeaseHolder extends LockHolder {
  readonly sinceMs: number;
}

/** Content of the lease's file. */
interface WrittenLease extends LeaseHolder {
  /** Distinguishes a lease from the next one of the same process. */
  readonly token: string;
}

/** Options of {@link withLease}. */
export interface LeaseOptions {
  /** Path of the lease; its folder exists. */
  readonly path: string;
  /** How long to wait for another holder, in milliseconds. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called at every check while another process holds the lease. If it throws, the wait ends. */
  readonly onBlocked?: (holder: LeaseHolder) => void;
  readonly now: () => number;
}

/** Result if another process keeps the lease. */
export class LeaseTaken {
  constructor(readonly holder: LeaseHolder) {}
}

/**
 * Runs `work` while holding the lease. If no lease can be written (a full disk, a read-only medium), it runs without
 * one.
 * @returns the result of `work`, or the holder if the wait timed out
 * @throws errors of `work` and `onBlocked` @throws the signal's reason
 */
export async function withLease<T>(options: LeaseOptions, work: () => Promise<T>): Promise<T | LeaseTaken> {
  const taken = await takeLease(options);
  if (taken instanceof LeaseTaken) return taken;
  try {
    return await work();
  } finally {
    taken?.release();
  }
}

/**
 * The current holder of a lease; `undefined` if there is none, or it is dead. An unreadable lease, such as one of a
 * newer format, is held while its file's time advances.
 */
export function leaseHolder(path: string): LeaseHolder | undefined {
  const holder = readHolder(path);
  if (holder !== undefined) return livenessOf(holder) === "dead" ? undefined : holder;
  const found = statOwnFile(path);
  return found?.isFile() === true && Date.now() - found.mtimeMs <= SILENCE_MS ? UNREADABLE : undefined;
}

async function takeLease(options: LeaseOptions): Promise<HeldLease | LeaseTaken | undefined> {
  const watch = new HolderWatch(options.path);
  const deadline = performance.now() + options.patienceMs;
  for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS)) {
    options.signal?.throwIfAborted();
    const made = HeldLease.writeLease(options.path, options.now());
    if (made !== "taken") return made;
    const holder = watch.check();
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
    this.heart = setInterval(() => this.refreshTimestamp(), HEARTBEAT_MS).unref();
  }

  /** Writes the lease. @returns `undefined` if it cannot be written */
  static writeLease(path: string, nowMs: number): HeldLease | "taken" | undefined {
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

  private refreshTimestamp(): void {
    try {
      utimesSync(this.path, new Date(), new Date());
    } catch {
      clearInterval(this.heart); // The folder was removed.
    }
  }
}

/** Watches another process's lease, and removes it when the holder is dead. */
class HolderWatch {
  private seen: { readonly token: string; readonly mtimeMs: number; readonly sinceMs: number } | undefined;

  constructor(private readonly path: string) {}

  /** Checks the lease. @returns `undefined` if it is free now */
  check(): LeaseHolder | undefined {
    const holder = readHolder(this.path);
    const found = lstatSync(this.path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    // A folder, a link or a pipe is no lease.
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

  /** Removes a dead holder's lease. If another process already replaced it by its own, that lease is put back. */
  private evict(token: string): undefined {
    const aside = draftPath(this.path);
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
    const holder = parseLockHolder(fields);
    const { token, sinceMs } = fields;
    if (holder === undefined || typeof token !== "string" || typeof sinceMs !== "number") return undefined;
    return { ...holder, token, sinceMs };
  } catch {
    return undefined; // No lease, or an unreadable one.
  }
}
