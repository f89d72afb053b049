/**
 * Reader of repository files, the only one. Knows descriptors; does not interpret content. Invariants: it opens regular
 * files only, so no entry of a hostile tree can block it; it reads only inside the root, even if a link is swapped in
 * meanwhile; it never holds more than the limit plus one byte.
 */

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { join } from "node:path";
import { type FileStat, isSameStat } from "@sdl/model";
import { toFileStat } from "./file-stat.js";
import { isInside, parseRelativePath, resolveInRealRoot, resolveRoot } from "./safe-path.js";
import { systemErrorCode, WorkspaceError } from "./workspace-error.js";

/** Both flags are absent on Windows, where `lstat` recognizes links and pipes. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Linux gives the path of an open descriptor; elsewhere the path is resolved a second time. */
const HAS_DESCRIPTOR_LINKS = process.platform === "linux" && existsSync("/proc/self/fd");

/** Content and stat of a file. */
export interface FileRead {
  readonly bytes: Buffer;
  /** Taken before the bytes: a file that changes meanwhile has a different stat at the next scan. */
  readonly stat: FileStat;
}

/** Options of {@link readFileInRoot}. */
export interface ReadOptions {
  /** A larger file is refused, also if it grows beyond the limit while it is read. */
  readonly maxBytes: number;
  /**
   * The stat with which discovery found the file, a moment ago: a file that still has it is the same file in the same
   * place, so a third of the system calls is spared.
   */
  readonly found?: FileStat | undefined;
}

/**
 * Reads one regular file inside the root.
 * @param relative repo-relative, `/` between components; a link is followed if it stays inside the root
 * @throws {WorkspaceError} as `resolveInRoot`; `NOT_FOUND`, `NOT_A_FILE`, `TOO_LARGE`, `UNREADABLE`
 */
export function readFileInRoot(root: string, relative: string, { maxBytes, found }: ReadOptions): FileRead {
  const { descriptor, stats } = openUnlinked(root, relative, found) ?? openResolved(resolveRoot(root), relative);
  try {
    if (stats.size > maxBytes) throw tooLarge(relative, maxBytes);
    return { bytes: readAll(descriptor, stats.size, maxBytes, relative), stat: toFileStat(stats) };
  } catch (error) {
    throw error instanceof WorkspaceError ? error : unreadableError(relative, error);
  } finally {
    closeSync(descriptor);
  }
}

/** A regular file inside the root, opened for reading. */
interface OpenFile {
  readonly descriptor: number;
  readonly stats: Stats;
}

/**
 * Opens a path without checking it or the root for links first, and then checks where the opened file lies: less than
 * half the system calls of {@link openResolved}.
 * @returns `undefined` if the path has a link, or anything else is unusual: {@link openResolved} finds out what
 */
function openUnlinked(root: string, relative: string, found: FileStat | undefined): OpenFile | undefined {
  if (!HAS_DESCRIPTOR_LINKS) return undefined;
  const absolute = join(root, parseRelativePath(relative));
  let descriptor: number | undefined;
  try {
    // Check before opening, as discovery did: opening some devices has an effect.
    if (found === undefined && !lstatSync(absolute).isFile()) return undefined;
    descriptor = openSync(absolute, OPEN_FLAGS);
    const stats = fstatSync(descriptor);
    const isFound = found !== undefined && isSameStat(toFileStat(stats), found);
    const isInPlace = isFound || pathOfDescriptor(descriptor) === absolute;
    const open = stats.isFile() && isInPlace ? { descriptor, stats } : undefined;
    if (open !== undefined) descriptor = undefined;
    return open;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Opens a path after resolving its links. @throws {WorkspaceError} as {@link readFileInRoot} */
function openResolved(realRoot: string, relative: string): OpenFile {
  const real = resolveInRealRoot(realRoot, relative);
  const descriptor = openRegular(real, relative);
  try {
    const stats = fstatSync(descriptor);
    assertRegular(stats, relative);
    assertInside(realRoot, relative, { descriptor, stats, real });
    return { descriptor, stats };
  } catch (error) {
    closeSync(descriptor);
    throw error instanceof WorkspaceError ? error : unreadableError(relative, error);
  }
}

function openRegular(real: string, relative: string): number {
  try {
    // Check before opening: opening some devices has an effect.
    assertRegular(lstatSync(real), relative);
    return openSync(real, OPEN_FLAGS);
  } catch (error) {
    throw error instanceof WorkspaceError ? error : unreadableError(relative, error);
  }
}

function assertRegular(stats: Stats, relative: string): void {
  if (stats.isFile()) return;
  const message = `${JSON.stringify(relative)} is not a regular file; pass the path of a source file`;
  throw new WorkspaceError("NOT_A_FILE", message);
}

interface ResolvedFile extends OpenFile {
  /** The opened path, free of links when it was resolved. */
  readonly real: string;
}

/** Closes the gap between resolving and opening: a directory on the path may have become a link. */
function assertInside(realRoot: string, relative: string, opened: ResolvedFile): void {
  if (isInside(realRoot, openedPath(opened) ?? "")) return;
  const message = `${JSON.stringify(relative)} was replaced by a link while it was opened; call again`;
  throw new WorkspaceError("PATH_OUTSIDE_ROOT", message);
}

/** Current path of the opened file; `undefined` if unknown. */
function openedPath({ descriptor, stats, real }: ResolvedFile): string | undefined {
  if (HAS_DESCRIPTOR_LINKS) return pathOfDescriptor(descriptor);
  const now = realpathSync.native(real);
  const there = lstatSync(now);
  return there.ino === stats.ino && there.dev === stats.dev ? now : undefined;
}

/** Current path of an open file, if {@link HAS_DESCRIPTOR_LINKS}. */
function pathOfDescriptor(descriptor: number): string {
  return readlinkSync(`/proc/self/fd/${descriptor}`);
}

/** Reads to the end of the file rather than to its stated size: a file may grow, and some state none. */
function readAll(descriptor: number, statedBytes: number, maxBytes: number, relative: string): Buffer {
  let buffer = Buffer.allocUnsafe(statedBytes + 1);
  let filled = 0;
  for (;;) {
    const count = readSync(descriptor, buffer, filled, buffer.length - filled, null);
    filled += count;
    if (filled > maxBytes) throw tooLarge(relative, maxBytes);
    // One byte more than the stated size was requested: if it did not come, the file ends here.
    if (count === 0 || filled === statedBytes) return buffer.subarray(0, filled);
    if (filled === buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(Math.max(buffer.length * 2, 4096), maxBytes + 1));
      buffer.copy(larger, 0, 0, filled);
      buffer = larger;
    }
  }
}

function tooLarge(relative: string, maxBytes: number): WorkspaceError {
  const message = `${JSON.stringify(relative)} is larger than ${maxBytes} bytes; raise maxFileBytes to read it`;
  return new WorkspaceError("TOO_LARGE", message);
}

function unreadableError(relative: string, cause: unknown): WorkspaceError {
  const code = systemErrorCode(cause);
  const shown = JSON.stringify(relative);
  if (code === "ENOENT" || code === "ENOTDIR") {
    return new WorkspaceError("NOT_FOUND", `there is no file ${shown}; check the path or refresh the index`, { cause });
  }
  if (code === "ELOOP") {
    return new WorkspaceError("PATH_OUTSIDE_ROOT", `${shown} was replaced by a link while it was opened; call again`, {
      cause,
    });
  }
  if (code === "ENXIO")
    return new WorkspaceError("NOT_A_FILE", `${shown} is not a regular file; pass the path of a source file`, {
      cause,
    });
  return new WorkspaceError("UNREADABLE", `cannot read ${shown} (${code}); check its permissions`, { cause });
}
