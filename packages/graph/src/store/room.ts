/** Whether a folder gives room for more, by taking some: quotas and limits show nowhere else. */
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const PIECE_BYTES = 64 * 1024;
const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** @param sizeBytes how long the file is that could not grow */
export function isRefusedRoom(folder: string, sizeBytes: number): boolean {
  const path = join(folder, `room.${process.pid}`);
  try {
    const file = openSync(path, "w");
    try {
      writeSync(file, new Uint8Array(PIECE_BYTES), 0, PIECE_BYTES, sizeBytes + PIECE_BYTES);
    } finally {
      closeSync(file);
    }
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && FULL.has(String(error.code));
  } finally {
    rmSync(path, { force: true });
  }
}
