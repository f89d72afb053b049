/**
 * A lock between processes that lasts for one read and one write of a small file. It names its holder, so that a killed one's is free at
 * once and that of a stopped one is not: two processes never hold it together.
 */
import { randomBytes } from "node:crypto";
import { linkSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeFolder } from "@sdl/graph";
import { SdlError } from "@sdl/model";
import { otherProgram, sdlVersion } from "../version.js";
import { draftOf, placeOwnFile } from "./own-file.js";
import { holderIn, type LockHolder, livenessOf, ownIdentity } from "./process-identity.js";
import { describeRefusal, errorCode } from "./system-error.js";

const RETRY_MS = 20;
const PATIENCE_MS = 5_000;
/** A holder that cannot be looked up (another machine or container, an older program) has died when it holds the lock this long. */
const STALE_MS = 10_000;

/**
 * For files of the user's home.
 * @throws {SdlError} `busy` when another process keeps the lock, or the disk is full; `policy_denied` when the folder may not be written
 */
export async function withFileLock<T>(path: string, work: () => T): Promise<T> {
  try {
    return await whileLocked(path, work);
  } catch (error) {
    throw describeRefusal(error, path) ?? error;
  }
}

/** @throws {SdlError} `busy` when another process keeps the lock @throws the system's error where the lock cannot be written */
export async function whileLocked<T>(path: string, work: () => T): Promise<T> {
  const lock = `${path}.lock`;
  makeFolder(dirname(path));
  const text = await acquire(lock);
  try {
    return work();
  } finally {
    if (readLock(lock) === text) rmSync(lock, { force: true });
  }
}

/** Whether a process holds the lock of a file now. */
export function isLocked(path: string): boolean {
  const lock = `${path}.lock`;
  const held = readLock(lock);
  return held !== undefined && !isAbandoned(lock, held);
}

/** @returns what the lock says while it is held here */
async function acquire(lock: string): Promise<string> {
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
  const holder = holderOf(held);
  const who =
    holder === undefined ? "another process" : `process ${holder.pid} on ${holder.host}${otherProgram(holder.program)}`;
  return new SdlError("busy", `${who} holds ${lock}; try again, or delete the file if no such process is running`);
}

/** A lock is seen whole or not at all. */
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

/** What linking says on file systems without links. */
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
  // A folder, a link or a pipe is nobody's lock.
  if (stats === undefined || !stats.isFile()) return stats !== undefined;
  const holder = holderOf(held);
  const liveness = holder === undefined ? "unknown" : livenessOf(holder);
  return liveness === "unknown" ? Date.now() - stats.mtimeMs > STALE_MS : liveness === "dead";
}

/** Another process may have done so and hold the lock already: then its lock is put back. */
function evict(lock: string, held: string | undefined): void {
  const aside = draftOf(lock);
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
    return undefined; // none, or none that can be read
  }
}

function holderOf(text: string | undefined): LockHolder | undefined {
  try {
    return holderIn(JSON.parse(text ?? ""));
  } catch {
    return undefined; // an older program's lock is empty
  }
}
