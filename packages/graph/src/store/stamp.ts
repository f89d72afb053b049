/**
 * What the data file was like when this program last wrote it. A file that is still so needs no check before it is mapped into memory:
 * LMDB trusts what it maps, and damage would end the process. One that differs was changed, copied, or cut off by a crash.
 */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = "stamp";

export interface Stamp {
  /** Device, inode, size, times and boot of the data file. */
  readonly file: string;
  /** How often the store had been written by then: it never goes back behind that. */
  readonly writes: number;
}

/** @param folder of the environment @returns `undefined` when there is none, or none that can be read */
export function readStamp(folder: string): Stamp | undefined {
  try {
    const [file = "", writes = ""] = readFileSync(join(folder, FILE), "utf8").split("\n");
    return /^\d+$/.test(writes) ? { file, writes: Number(writes) } : undefined;
  } catch {
    return undefined; // no stamp, or none that this user may read: the store is checked
  }
}

/** Never fails: without a stamp the store is checked when it is opened next. */
export function writeStamp(folder: string, writes: number): void {
  try {
    writeFileSync(join(folder, FILE), `${describeFile(join(folder, "data.mdb"))}\n${writes}\n`);
  } catch {
    // A full disk, or a folder that may not be written.
  }
}

/** @throws {Error} the system's, when there is no such file */
export function describeFile(path: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs, bootId()].join(" ");
}

let knownBoot: string | undefined;

/** Which start of the machine this is; empty where the system does not say. */
function bootId(): string {
  knownBoot ??= readBootId();
  return knownBoot;
}

function readBootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
