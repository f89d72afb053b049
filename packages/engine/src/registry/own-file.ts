/**
 * Reads and writes the program's own small files, in whose place anything may stand: a folder, a link to itself, a pipe that would make the
 * program wait for ever, a file of any size.
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import process from "node:process";

/** Absent on Windows, which has no pipes among its files. */
const NO_WAITING = constants.O_NONBLOCK ?? 0;

/** What stands at a path, links followed; `undefined` for nothing, or nothing that can be looked at. */
export function statOwnFile(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // a loop of links, or a folder on the way that is none: reading it says so
  }
}

/** @returns its bytes @throws {Error} the system's, also for what is no file or larger than `maxBytes` */
export function readOwnFile(path: string, maxBytes: number): Buffer {
  const file = openSync(path, constants.O_RDONLY | NO_WAITING);
  try {
    const { size } = requireFile(file, path);
    if (size > maxBytes) throw refused("E2BIG", `it has ${size} bytes, at most ${maxBytes} are read`, path);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Appends in one write. @throws {Error} the system's, also for what is no file */
export function appendOwnFile(path: string, text: string): void {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | NO_WAITING;
  const file = openSync(path, flags, 0o666);
  try {
    requireFile(file, path);
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** Puts a whole file in the place of whatever file stands there: a reader sees the old one or the new one. @throws {Error} the system's */
export function replaceOwnFile(path: string, content: string | Uint8Array): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, content);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function requireFile(file: number, path: string): Stats {
  const stats = fstatSync(file);
  if (stats.isFile()) return stats;
  throw stats.isDirectory()
    ? refused("EISDIR", "it is a folder", path)
    : refused("ENXIO", "it is a pipe or a device", path);
}

function refused(code: string, what: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${what}, '${path}'`), { code, path });
}
