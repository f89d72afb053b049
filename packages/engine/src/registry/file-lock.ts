/** A lock between processes that lasts for one read and one write of a small file. */
import { closeSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SdlError } from "@sdl/model";
import { errorCode } from "./registry-file.js";

const RETRY_MS = 20;
const PATIENCE_MS = 5_000;
/** Whoever holds it this long has died. */
const STALE_MS = 10_000;

/** @throws {SdlError} `busy` when another process keeps the lock */
export async function withFileLock<T>(path: string, work: () => T): Promise<T> {
  const lock = `${path}.lock`;
  mkdirSync(dirname(path), { recursive: true });
  await acquire(lock);
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
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
  const heldSince = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (heldSince !== undefined && Date.now() - heldSince > STALE_MS) rmSync(lock, { force: true });
  return false;
}
