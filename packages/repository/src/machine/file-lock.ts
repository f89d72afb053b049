/**
 * Lock between processes for one read and one write of a small file. It names its holder, so that a killed holder's
 * lock is free at once and a stopped holder's is not: two processes never hold it together.
 */
import { randomBytes } from "node:crypto";
import { linkSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeFolder } from "@sdl/graph";
import { SdlError } from "@sdl/model";
import { describeOtherVersion, sdlVersion } from "../version.js";
import { draftPath, placeOwnFile } from "./own-file.js";
import { type LockHolder, livenessOf, ownIdentity, parseLockHolder } from "./process-identity.js";
import { describeRefusal, errorCode } from "./system-error.js";

const RETRY_MS = 20;
const PATIENCE_MS = 5_000;
/**
 * A holder that cannot be looked up (another machine or container, an older program) counts as dead when it has held
 * the lock for this long, in milliseconds.
 */
const STALE_MS = 10_000;

/**
 * Runs `work` under the lock of a file in the user's home.
 * @throws {SdlError} `busy` if another process keeps the lock, or the disk is full; `policy_denied` if the folder may
 * not be written
 */
export async function withFileLock<T>(path: string, work: () => T): Promise<T> {
  try {
    return await whileLocked(path, work);
  } catch (error) {
    throw describeRefusal(error, path) ?? error;
  }
}

/**
 * Runs `work` under the lock of a file. @throws {SdlError} `busy` if another process keeps the lock @throws the
 * system's error if the lock cannot be written
 */
export async function whileLocked<T>(path: string, work: () => T): Promise<T> {
  const lock = `${path}.lock`;
  makeFolder(dirname(path));
  const text = await acquireLock(lock);
  try {
    return work();
  } finally {
    if (readLock(lock) === text) rmSync(lock, { force: true });
  }
}

/** Whether a process currently holds the lock of a file. */
export function isLocked(path: string): boolean {
  const lock = `${path}.lock`;
  const held = readLock(lock);
  return held !== undefined && !isAbandoned(lock, held);
}

/** Waits for the lock. @returns the lock's text while this process holds it */
async function acquireLock(lock: string): Promise<string> {
  const own = ownIdentity();
  const text = JSON.stringify({ ...own, program: sdlVersion(), token: randomBytes(8).toString("hex") });
  const deadline = performance.now() + PATIENCE_MS;
  while (!tryAcquire(lock, text)) {
    const held = readLock(lock);
    if (isAbandoned(lock, held)) evict(lock, held);
    else if (performance.now() > deadline) throw heldByAnother(lock, held);
    else await sleep(RETRY_MS);
  }
  return text;
}

function heldByAnother(lock: string, held: string | undefined): SdlError {
  const holder = parseHolder(held);
  const who =
    holder === undefined
      ? "another process"
      : `process ${holder.pid} on ${holder.host}${describeOtherVersion(holder.program)}`;
  return new SdlError("busy", `${who} holds ${lock}; try again, or delete the file if no such process is running`);
}

/** Creates the lock atomically: readers see all of it or nothing. */
function tryAcquire(lock: string, text: string): boolean {
  try {
    placeOwnFile(lock, text, { mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    if (!NO_LINKS.has(errorCode(error) ?? "")) throw error;
    return tryCreate(lock, text);
  }
}

/** Errors of linking on file systems without links. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

function tryCreate(lock: string, text: string): boolean {
  try {
    writeFileSync(lock, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

function isAbandoned(lock: string, held: string | undefined): boolean {
  const stats = lstatSync(lock, { throwIfNoEntry: false });
  // A folder, a link or a pipe is no lock.
  if (stats === undefined || !stats.isFile()) return stats !== undefined;
  const holder = parseHolder(held);
  const liveness = holder === undefined ? "unknown" : livenessOf(holder);
  return liveness === "unknown" ? Date.now() - stats.mtimeMs > STALE_MS : liveness === "dead";
}

/** Removes an abandoned lock. If another process already replaced it by its own, that lock is put back. */
function evict(lock: string, held: string | undefined): void {
  const aside = draftPath(lock);
  try {
    renameSync(lock, aside);
    if (readLock(aside) !== held) linkSync(aside, lock);
  } catch (error) {
    if (errorCode(error) !== "ENOENT" && errorCode(error) !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function readLock(path: string): string | undefined {
  try {
    return lstatSync(path).isFile() ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined; // No lock, or an unreadable one.
  }
}

function parseHolder(text: string | undefined): LockHolder | undefined {
  try {
    return parseLockHolder(JSON.parse(text ?? ""));
  } catch {
    return undefined; // An older program's lock is empty.
  }
}
