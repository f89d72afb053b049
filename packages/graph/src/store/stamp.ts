/**
 * Stamp file: describes the data file as this program last wrote or checked it. A data file that still matches needs no check before it is mapped
 * into memory. The check is needed because LMDB trusts a mapped file and damage would end the process. A file that does not match was changed,
 * copied, or cut off by a crash. A change through the file system alters the ctime even if the other times are restored.
 */
import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const STAMP_FILE = "stamp";
/** First line of the stamp of a file that is known to be damaged, in place of the description. */
const DAMAGED = "damaged";

/** Content of a stamp file. */
export interface Stamp {
  /** Device, inode, size, mtime, ctime and boot id of the data file. */
  readonly file: string;
  /** Number of writes that the store had recorded; it never decreases. */
  readonly writes: number;
  /** Description of the damage that a check found. */
  readonly damage?: string;
}

/** @param folder of the environment @returns `undefined` if there is no readable stamp */
export function readStamp(folder: string): Stamp | undefined {
  try {
    const [first = "", writes = "", file = "", damage = ""] = readFileSync(join(folder, STAMP_FILE), "utf8").split(
      "\n",
    );
    if (!/^\d+$/.test(writes)) return undefined;
    if (first === DAMAGED) return { file, writes: Number(writes), damage };
    return { file: first, writes: Number(writes) };
  } catch {
    return undefined; // no readable stamp: the store will be checked
  }
}

/**
 * Writes the stamp. Does not throw: without a stamp the store is checked at its next opening.
 * @returns the description of the data file; `undefined` if the stamp could not be written
 */
export function writeStamp(folder: string, writes: number): string | undefined {
  try {
    const file = describeFile(join(folder, "data.mdb"));
    writeFileSync(join(folder, STAMP_FILE), `${file}\n${writes}\n`);
    return file;
  } catch {
    return undefined; // the disk is full, or the folder is not writable
  }
}

/**
 * Records that the file in its present state is damaged, so that no process opens it again. Changes its mtime, which processes that have it open
 * detect. Does not throw.
 */
export function writeDamageStamp(folder: string, writes: number, damage: string): void {
  const path = join(folder, "data.mdb");
  try {
    const now = new Date();
    utimesSync(path, now, now);
    const note = [DAMAGED, writes, describeFile(path), damage.replaceAll("\n", " "), ""];
    writeFileSync(join(folder, STAMP_FILE), note.join("\n"));
  } catch {
    // Damage that cannot be recorded is detected again when the page is read.
  }
}

/** Description of a file's identity and state. @throws {Error} system error if there is no such file */
export function describeFile(path: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs, bootId()].join(" ");
}

let knownBoot: string | undefined;

/** Id of the machine's current boot; empty if the system does not provide one. */
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
