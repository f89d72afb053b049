/** A lock between processes that lasts for one read and one write of a small file. */
import { closeSync, lstatSync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SdlError } from "@sdl/model";
import { describeRefusal, errorCode } from "./system-error.js";

const RETRY_MS = 20;
const PATIENCE_MS = 5_000;
/** Whoever holds it this long has died. */
const STALE_MS = 10_000;

/** @throws {SdlError} `busy` when another process keeps the lock, or the disk is full; `policy_denied` when the folder may not be written */
export async function withFileLock<T>(path: string, work: () => T): Promise<T> {
  const lock = `${path}.lock`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    await acquire(lock);
    try {
      return work();
    } finally {
      rmSync(lock, { force: true });
    }
  } catch (error) {
    throw describeRefusal(error, path) ?? error;
  }
}

async function acquire(lock: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!tryAcquire(lock)) {
    if (performance.now() > deadline) {
      throw new SdlError("busy", `another process holds ${lock}; try again, or delete the file if none is running`);
    }
    await sleep(RETRY_MS);
  }
}

function tryAcquire(lock: string): boolean {
  try {
    closeSync(openSync(lock, "wx"));
    return true;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  const held = lstatSync(lock, { throwIfNoEntry: false });
  // A folder, a link or a pipe is nobody's lock.
  const isStale = held !== undefined && (!held.isFile() || Date.now() - held.mtimeMs > STALE_MS);
  if (isStale) rmSync(lock, { recursive: true, force: true });
  return false;
}
