/**
 * What the data file was like when this program last wrote it, or looked at all of it. A file that is still so needs no look before it is
 * mapped into memory: LMDB trusts what it maps, and damage would end the process. One that differs was changed, copied, or cut off by a
 * crash. A change by way of the file system shows in the time of change even where the other times were put back.
 */
import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = "stamp";
/** Takes the place of the file's description where the file is known to be damaged. */
const DAMAGED = "damaged";

export interface Stamp {
  /** Device, inode, size, times and boot of the data file. */
  readonly file: string;
  /** How often the store had been written by then: it never goes back behind that. */
  readonly writes: number;
  /** What a look found to be wrong with that file, in words. */
  readonly damage?: string;
}

/** @param folder of the environment @returns `undefined` when there is none, or none that can be read */
export function readStamp(folder: string): Stamp | undefined {
  try {
    const [first = "", writes = "", file = "", damage = ""] = readFileSync(join(folder, FILE), "utf8").split("\n");
    if (!/^\d+$/.test(writes)) return undefined;
    if (first === DAMAGED) return { file, writes: Number(writes), damage };
    return { file: first, writes: Number(writes) };
  } catch {
    return undefined; // no stamp, or none that this user may read: the store is looked at
  }
}

/**
 * Never fails: without a stamp the store is looked at when it is opened next.
 * @returns what the data file is like; `undefined` when it is gone
 */
export function writeStamp(folder: string, writes: number): string | undefined {
  try {
    const file = describeFile(join(folder, "data.mdb"));
    writeFileSync(join(folder, FILE), `${file}\n${writes}\n`);
    return file;
  } catch {
    return undefined; // a full disk, or a folder that may not be written
  }
}

/** Notes that the file is damaged as it is now: nobody opens it again. Processes that have it open see that it changed. Never fails. */
export function writeDamageStamp(folder: string, writes: number, damage: string): void {
  const path = join(folder, "data.mdb");
  try {
    const now = new Date();
    utimesSync(path, now, now);
    const note = [DAMAGED, writes, describeFile(path), damage.replaceAll("\n", " "), ""];
    writeFileSync(join(folder, FILE), note.join("\n"));
  } catch {
    // Where it cannot be noted, whoever reads the damage meets it again.
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
