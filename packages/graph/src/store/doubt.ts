/** Whether a store may be mapped as it is. Reads a few bytes; maps nothing. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { environmentFolder } from "./environment.js";
import { removeIntruders } from "./intruders.js";
import { findHeaderFault } from "./pages/page-file.js";
import { describeFile, readStamp, type Stamp, writeDamageStamp, writeStamp } from "./stamp.js";

export interface Doubt {
  /** `damaged`: seen already. `unknown`: to be looked at before it is opened. */
  readonly kind: "damaged" | "unknown";
  /** In words. */
  readonly reason: string;
  /** Which file it was, for whoever sets it aside. */
  readonly file: string;
  /** The store was written at least so often. 0: not known. */
  readonly writes: number;
}

/**
 * @param directory as for opening
 * @param options.always doubts a store that is as it was left, too
 * @returns `undefined` when the store is as it was left, or there is none
 */
export function doubtStore(directory: string, { always = false } = {}): Doubt | undefined {
  const folder = environmentFolder(directory);
  const path = join(folder, "data.mdb");
  removeIntruders(folder);
  if (!existsSync(path)) return undefined;
  const stamp = readStamp(folder);
  const file = describeFile(path);
  const writes = stamp?.writes ?? 0;
  const isAsLeft = stamp?.file === file;
  if (isAsLeft && stamp.damage !== undefined) return { kind: "damaged", reason: stamp.damage, file, writes };
  if (isAsLeft && !always) return undefined;
  // A process that was making the store and had not begun to fill it.
  if (stamp === undefined && statSync(path).size === 0) return undefined;
  const fault = findHeaderFault(path);
  if (fault !== undefined) return { kind: "damaged", reason: fault, file, writes };
  return { kind: "unknown", reason: reasonOf(stamp, file), file, writes };
}

function reasonOf(stamp: Stamp | undefined, file: string): string {
  if (stamp === undefined) return "nobody has looked at it yet";
  return stamp.file === file ? "it is as it was left" : "it was changed by something else, or a crash cut a write off";
}

/** Remembers that a look found the store damaged; not when it was changed meanwhile. */
export function condemnStore(directory: string, doubt: Doubt, damage: string): void {
  const folder = environmentFolder(directory);
  if (describeFile(join(folder, "data.mdb")) === doubt.file) writeDamageStamp(folder, doubt.writes, damage);
}

/** Remembers that the store was looked at and found sound; not when it was written meanwhile. */
export function trustStore(directory: string, doubt: Doubt, writes: number): void {
  const folder = environmentFolder(directory);
  if (describeFile(join(folder, "data.mdb")) === doubt.file) writeStamp(folder, writes);
}
