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
    throw toWriteError(path, error);
  }
}

const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const FORBIDDEN: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"]);

/** What the system refused, as a caller can act on it; any other error as it is. */
function toWriteError(path: string, error: unknown): unknown {
  const code = errorCode(error) ?? "";
  if (FULL.has(code))
    return new SdlError("busy", `${path} cannot be written: the disk is full; free space and try again`);
  if (!FORBIDDEN.has(code)) return error;
  const message = `${path} cannot be written (${code}); make its folder writable, or set SDL_HOME to one that is`;
  return new SdlError("policy_denied", message);
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
