/** Small files of our own, in whose place a pipe may stand, which would make the program wait for ever. */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";

/** Absent on Windows, which has no pipes among its files. */
const NO_WAITING = constants.O_NONBLOCK ?? 0;

/** What stands at a path; `undefined` for nothing, or nothing that can be looked at. */
export function statPlainFile(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // a loop of links: reading it says so
  }
}

/** @throws {Error} the system's, also for what is no file or too large */
export function readPlainFile(path: string, maxBytes: number): string {
  return withPlainFile(path, constants.O_RDONLY, (file, { size }) => {
    if (size > maxBytes) throw refusal("E2BIG", `it has ${size} bytes, at most ${maxBytes} are read`, path);
    return readFileSync(file, "utf8");
  });
}

/** Appends in one write, and begins a line. @throws {Error} the system's, also for what is no file */
export function appendLines(path: string, text: string): void {
  withPlainFile(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, (file, { size }) => {
    writeFileSync(file, endsTorn(file, size) ? `\n${text}` : text);
  });
}

/** Whether a process that was killed left a line without its end. */
function endsTorn(file: number, size: number): boolean {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last.toString() !== "\n";
}

function withPlainFile<T>(path: string, flags: number, use: (file: number, stats: Stats) => T): T {
  const file = openSync(path, flags | NO_WAITING, 0o666);
  try {
    const stats = fstatSync(file);
    if (stats.isFile()) return use(file, stats);
    throw stats.isDirectory()
      ? refusal("EISDIR", "it is a folder", path)
      : refusal("ENXIO", "it is a pipe or a device", path);
  } finally {
    closeSync(file);
  }
}

function refusal(code: string, what: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${what}, '${path}'`), { code, path });
}
