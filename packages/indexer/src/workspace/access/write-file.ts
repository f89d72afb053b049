/**
 * Writer of repository files on request, the only one: an exported index, a memory. Knows folders and descriptors; does
 * not interpret content.
 *
 * Invariants: it writes only inside the root; it follows no link, for a folder or the file; it writes nothing under
 * `.git` or `.sdl` in any spelling, nor in a bare git directory; a reader sees the whole old content or the whole new
 * one.
 *
 * On Linux a folder is held open while it is written to, and accessed through its descriptor, so replacing folders by
 * links meanwhile has no effect. Elsewhere every folder is checked before and after, which leaves a gap between two
 * system calls.
 */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ABANDONED_FILE_MS } from "@sdl/model";
import { isProtectedName } from "./protected-names.js";
import { isInside, parseRelativePath, resolveRoot } from "./safe-path.js";
import { systemErrorCode, WorkspaceError } from "./workspace-error.js";

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const FOLDER_FLAGS = constants.O_RDONLY | NO_FOLLOW | (constants.O_DIRECTORY ?? 0);
const NEW_FILE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;

const HAS_DESCRIPTOR_LINKS = process.platform === "linux" && existsSync("/proc/self/fd");

/** Options of writing. */
export interface WriteOptions {
  /** Whether missing folders are created. Default: a missing folder is an error. */
  readonly makesFolders?: boolean;
  /**
   * Whether an existing file may be replaced, by its first bytes. Default: any may.
   * @param head at most 64 bytes
   */
  readonly mayReplace?: (head: Uint8Array) => boolean;
  /** False behaves as on systems without descriptor links; for tests. */
  readonly usesDescriptors?: boolean;
}

/** A folder under the root that is held open during an operation. */
interface HeldFolder {
  /** Path by which entries of the folder are accessed. */
  readonly path: string;
  /** @throws {WorkspaceError} `PATH_OUTSIDE_ROOT` if the folder was moved */
  check(): void;
  close(): void;
}

/**
 * Writes a whole file.
 * @param relative repo-relative, `/` between components
 * @returns the absolute path of the file
 * @throws {WorkspaceError} as `parseRelativePath`; `PATH_OUTSIDE_ROOT` for a link, a protected name or a bare git
 * directory on the path;
 * `NOT_FOUND` for a missing folder; `NOT_A_FILE` for an entry that may not be replaced
 * @throws the system's error if it refuses the write
 */
export function writeFileInRoot(root: string, relative: string, bytes: Uint8Array, options: WriteOptions = {}): string {
  const path = parseRelativePath(relative);
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "") throw new WorkspaceError("NOT_A_FILE", "the path is the root itself; pass the path of a file in it");
  const realRoot = resolveRoot(root);
  const folder = holdFolder(realRoot, path, options);
  try {
    writeInFolder(folder, name, bytes, options.mayReplace);
    return join(realRoot, ...path.split("/"));
  } finally {
    folder.close();
  }
}

/**
 * Removes a file; a link is removed, not followed. @returns whether there was a file @throws as {@link writeFileInRoot}
 */
export function removeFileInRoot(
  root: string,
  relative: string,
  options: Pick<WriteOptions, "usesDescriptors"> = {},
): boolean {
  const path = parseRelativePath(relative);
  const folder = holdFolder(resolveRoot(root), path, options);
  try {
    const file = join(folder.path, path.slice(path.lastIndexOf("/") + 1));
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return false;
    folder.check();
    rmSync(file);
    return true;
  } finally {
    folder.close();
  }
}

/** Opens the folder that holds the last component of a path. */
function holdFolder(realRoot: string, path: string, options: WriteOptions): HeldFolder {
  const components = path.split("/");
  const guarded = components.find(isProtectedName);
  if (guarded !== undefined) throw refusedError(path, `leads into ${guarded}, which is never written to`);
  const usesDescriptors = options.usesDescriptors ?? HAS_DESCRIPTOR_LINKS;
  let held = usesDescriptors ? openAsDescriptor(realRoot, realRoot, path) : openAsPath(realRoot, realRoot, path);
  try {
    requireNoGitDirectory(held, path);
    for (const component of components.slice(0, -1)) {
      const inner = enterFolder(held, component, {
        realRoot,
        path,
        makes: options.makesFolders === true,
        usesDescriptors,
      });
      held.close();
      held = inner;
      requireNoGitDirectory(held, path);
    }
    return held;
  } catch (error) {
    held.close();
    throw error;
  }
}

interface EnterOptions {
  readonly realRoot: string;
  readonly path: string;
  readonly makes: boolean;
  readonly usesDescriptors: boolean;
}

function enterFolder(
  outer: HeldFolder,
  name: string,
  { realRoot, path, makes, usesDescriptors }: EnterOptions,
): HeldFolder {
  const folder = join(outer.path, name);
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
    if (!makes)
      throw new WorkspaceError("NOT_FOUND", `there is no folder ${JSON.stringify(dirname(path))}; make it first`);
    makeFolder(folder);
  }
  return usesDescriptors ? openAsDescriptor(realRoot, folder, path) : openAsPath(realRoot, folder, path);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") throw error; // Another process created the folder, or it is a link: opening it tells.
  }
}

function openAsDescriptor(realRoot: string, folder: string, path: string): HeldFolder {
  const descriptor = openFolder(folder, path);
  const reached = `/proc/self/fd/${descriptor}`;
  const held: HeldFolder = {
    path: reached,
    check: () => requireInside(realRoot, readlinkSync(reached), path),
    close: () => closeSync(descriptor),
  };
  try {
    held.check();
    return held;
  } catch (error) {
    held.close();
    throw error;
  }
}

function openFolder(folder: string, path: string): number {
  try {
    return openSync(folder, FOLDER_FLAGS);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ELOOP" || code === "ENOTDIR")
      throw refusedError(path, "contains a link, or a file in place of a folder");
    throw error;
  }
}

function openAsPath(realRoot: string, folder: string, path: string): HeldFolder {
  const before = statFolder(folder, path);
  const check = () => {
    requireInside(realRoot, realpathSync.native(folder), path);
    const now = statFolder(folder, path);
    if (now.ino !== before.ino || now.dev !== before.dev) throw refusedError(path, "was replaced while it was written");
  };
  check();
  return { path: folder, check, close: () => undefined };
}

function statFolder(folder: string, path: string): Stats {
  const stats = lstatSync(folder);
  if (!stats.isDirectory()) throw refusedError(path, "contains a link, or a file in place of a folder");
  return stats;
}

/** Throws if the folder is outside the root, also if it was moved while it was held. */
function requireInside(realRoot: string, now: string, path: string): void {
  if (!isInside(realRoot, now)) throw refusedError(path, "was moved out of the root while it was written");
  if (now.slice(realRoot.length).split("/").some(isProtectedName))
    throw refusedError(path, "was moved while it was written");
}

/** Throws for a bare repository, and for a directory that the `.git` file of a submodule or worktree names: git runs hooks in it. */
function requireNoGitDirectory({ path: folder }: HeldFolder, path: string): void {
  const has = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
  if (has("HEAD") && has("objects") && has("refs")) throw refusedError(path, "leads into a git directory");
}

const HEAD_BYTES = 64;
const DRAFT_NAME = /^\.sdl-draft-[0-9a-f]{12}$/;

function writeInFolder(
  folder: HeldFolder,
  name: string,
  bytes: Uint8Array,
  mayReplace: WriteOptions["mayReplace"],
): void {
  const target = join(folder.path, name);
  const draft = join(folder.path, `.sdl-draft-${randomBytes(6).toString("hex")}`);
  const file = openSync(draft, NEW_FILE_FLAGS, 0o644);
  try {
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    folder.check();
    moveIntoPlace(draft, target, name, mayReplace);
    syncFolder(folder);
  } finally {
    // Absent after a successful rename; after a full disk, a partial file remains.
    rmSync(draft, { force: true });
  }
  removeAbandonedDrafts(folder);
}

/** Errors of systems that persist names by themselves, and of folders that may be written but not read. */
const NOT_SYNCED: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EINVAL", "ENOTSUP", "EISDIR"]);

/** Flushes the folder: a new name is on disk only when its folder is. */
function syncFolder({ path }: HeldFolder): void {
  try {
    const descriptor = openSync(path, constants.O_RDONLY);
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!NOT_SYNCED.has(systemErrorCode(error) ?? "")) throw error;
  }
}

/** Removes drafts left by killed processes. Never fails: drafts only take space. */
function removeAbandonedDrafts(folder: HeldFolder): void {
  try {
    for (const name of readdirSync(folder.path).filter((entry) => DRAFT_NAME.test(entry))) {
      const draft = join(folder.path, name);
      const found = lstatSync(draft, { throwIfNoEntry: false });
      if (found?.isFile() === true && Date.now() - found.mtimeMs > ABANDONED_FILE_MS) rmSync(draft, { force: true });
    }
  } catch {
    return; // The folder was removed meanwhile.
  }
}

/**
 * Moves the draft to its target. A file created meanwhile is checked like an existing one: linking, unlike renaming,
 * does not replace it.
 */
function moveIntoPlace(draft: string, target: string, name: string, mayReplace: WriteOptions["mayReplace"]): void {
  for (let tries = 1; tries <= 3; tries++) {
    const found = lstatSync(target, { throwIfNoEntry: false });
    if (found !== undefined) {
      requireReplaceable(target, name, mayReplace);
      renameSync(draft, target);
      return;
    }
    if (placeNew(draft, target)) return;
  }
  throw new WorkspaceError("NOT_A_FILE", `${JSON.stringify(name)} changes while it is written; try again`);
}

/** Moves the draft if no file exists. @returns whether it did */
function placeNew(draft: string, target: string): boolean {
  try {
    linkSync(draft, target);
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    renameSync(draft, target); // The file system has no links.
  }
  return true;
}

function requireReplaceable(target: string, name: string, mayReplace: WriteOptions["mayReplace"]): void {
  const head = readHead(target);
  if (head !== undefined && (mayReplace === undefined || mayReplace(head))) return;
  const message = `${JSON.stringify(name)} exists and is not replaced; pass another path, or delete it`;
  throw new WorkspaceError("NOT_A_FILE", message);
}

/** Reads the first bytes. @returns `undefined` if the entry is no regular file */
function readHead(target: string): Uint8Array | undefined {
  let file: number;
  try {
    file = openSync(target, constants.O_RDONLY | NO_FOLLOW | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined; // A link, or unreadable: not replaced.
  }
  try {
    if (!fstatSync(file).isFile()) return undefined;
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

function refusedError(path: string, why: string): WorkspaceError {
  const message = `the path ${JSON.stringify(path)} ${why}; pass a path of plain folders inside the repository`;
  return new WorkspaceError("PATH_OUTSIDE_ROOT", message);
}
