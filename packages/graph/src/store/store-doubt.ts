/** Decides whether a store's data file can be mapped into memory safely. Reads a few bytes; maps nothing. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { environmentFolder } from "./environment.js";
import { removeNonFiles } from "./non-files.js";
import { findHeaderFault } from "./pages/page-file.js";
import { describeFile, readStamp, type Stamp, writeDamageStamp, writeStamp } from "./stamp.js";

/** Why a store cannot be mapped without a check. */
export interface StoreDoubt {
  /** `damaged`: damage is already known. `unknown`: the pages must be checked before the store is opened. */
  readonly kind: "damaged" | "unknown";
  /** Reason, as text for messages. */
  readonly reason: string;
  /** Identity and state of the data file, as {@link describeFile} returns it; needed to set the store aside. */
  readonly file: string;
  /** Minimum number of writes that the store must have recorded; 0: unknown. */
  readonly writes: number;
}

/**
 * Finds a reason not to map a store before its pages are checked.
 * @param directory the store's directory, as for opening
 * @param options.always also report a store that is unchanged since this program last wrote or checked it
 * @returns `undefined` if the store is unchanged, or if there is no store
 */
export function findStoreDoubt(directory: string, { always = false } = {}): StoreDoubt | undefined {
  const folder = environmentFolder(directory);
  const path = join(folder, "data.mdb");
  removeNonFiles(folder);
  if (!existsSync(path)) return undefined;
  const stamp = readStamp(folder);
  const file = describeFile(path);
  const writes = stamp?.writes ?? 0;
  const isUnchanged = stamp?.file === file;
  if (isUnchanged && stamp.damage !== undefined) return { kind: "damaged", reason: stamp.damage, file, writes };
  if (isUnchanged && !always) return undefined;
  // A process is creating the store and has not written to it yet.
  if (stamp === undefined && statSync(path).size === 0) return undefined;
  const fault = findHeaderFault(path);
  if (fault !== undefined) return { kind: "damaged", reason: fault, file, writes };
  return { kind: "unknown", reason: doubtReason(stamp, file), file, writes };
}

function doubtReason(stamp: Stamp | undefined, file: string): string {
  if (stamp === undefined) return "it has not been checked yet";
  return stamp.file === file
    ? "it is unchanged since the last check"
    : "it was changed by another program, or a crash interrupted a write";
}

/** Records that a check found damage; does nothing if the data file has changed since `doubt`. */
export function recordDamage(directory: string, doubt: StoreDoubt, damage: string): void {
  const folder = environmentFolder(directory);
  if (describeFile(join(folder, "data.mdb")) === doubt.file) writeDamageStamp(folder, doubt.writes, damage);
}

/** Records that a check found the store intact; does nothing if the data file has changed since `doubt`. */
export function recordIntact(directory: string, doubt: StoreDoubt, writes: number): void {
  const folder = environmentFolder(directory);
  if (describeFile(join(folder, "data.mdb")) === doubt.file) writeStamp(folder, writes);
}
