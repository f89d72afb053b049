/**
 * The primitive that writes files of a repository for a request: an exported index, a memory. Knows folders and descriptors; refuses to
 * interpret content.
 *
 * Invariants: what is written lies inside the root; no link is followed, neither in a folder's place nor in the file's; nothing is written
 * under `.git` or `.sdl` however spelt, nor in a bare git directory; a reader sees the old content or the new one, whole.
 *
 * On Linux a folder is held open while it is written in, and reached through its descriptor: who exchanges folders for links meanwhile
 * changes nothing. Elsewhere every folder is looked at before and after, which leaves a gap between two system calls.
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

export interface WriteOptions {
  /** Whether folders on the way are made. Default: a missing folder is an error. */
  readonly makesFolders?: boolean;
  /**
   * Whether a file that is there may be replaced, by its first bytes. Default: any may.
   * @param head at most 64 bytes
   */
  readonly mayReplace?: (head: Uint8Array) => boolean;
  /** False: as on systems without links to descriptors. */
  readonly usesDescriptors?: boolean;
}

/** A folder under the root that is held while something is done in it. */
interface HeldFolder {
  /** Path by which names in it are reached. */
  readonly path: string;
  /** @throws {WorkspaceError} `PATH_OUTSIDE_ROOT` when it is no longer where it was */
  check(): void;
  close(): void;
}

/**
 * Writes a file whole.
 * @param relative repo-relative, `/` between components
 * @returns the absolute path of the file
 * @throws {WorkspaceError} as `parseRelativePath`; `PATH_OUTSIDE_ROOT` for a link, a protected name or a bare git directory on the way;
 *   `NOT_FOUND` for a missing folder; `NOT_A_FILE` for what may not be replaced @throws the system's error where it refuses
 */
export function writeFileInRoot(root: string, relative: string, bytes: Uint8Array, options: WriteOptions = {}): string {
  const path = parseRelativePath(relative);
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "") throw new WorkspaceError("NOT_A_FILE", "the path is the root itself; pass the path of a file in it");
  const realRoot = resolveRoot(root);
  const folder = holdFolder(realRoot, path, options);
  try {
    writeIn(folder, name, bytes, options.mayReplace);
    return join(realRoot, ...path.split("/"));
  } finally {
    folder.close();
  }
}

/** Removes a file; a link is removed, not followed. @returns whether there was one @throws as {@link writeFileInRoot} */
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

/** The folder that holds a path's last component. */
function holdFolder(realRoot: string, path: string, options: WriteOptions): HeldFolder {
  const components = path.split("/");
  const guarded = components.find(isProtectedName);
  if (guarded !== undefined) throw refused(path, `leads into ${guarded}, which is not written for requests`);
  const usesDescriptors = options.usesDescriptors ?? HAS_DESCRIPTOR_LINKS;
  let held = usesDescriptors ? descriptorOf(realRoot, realRoot, path) : pathOf(realRoot, realRoot, path);
  try {
    requireNoGitDirectory(held, path);
    for (const component of components.slice(0, -1)) {
      const inner = enter(held, component, { realRoot, path, makes: options.makesFolders === true, usesDescriptors });
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

interface Entering {
  readonly realRoot: string;
  readonly path: string;
  readonly makes: boolean;
  readonly usesDescriptors: boolean;
}

function enter(outer: HeldFolder, name: string, { realRoot, path, makes, usesDescriptors }: Entering): HeldFolder {
  const folder = join(outer.path, name);
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
    if (!makes)
      throw new WorkspaceError("NOT_FOUND", `there is no folder ${JSON.stringify(dirname(path))}; make it first`);
    makeFolder(folder);
  }
  return usesDescriptors ? descriptorOf(realRoot, folder, path) : pathOf(realRoot, folder, path);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") throw error; // made by another, or a link: opening it tells
  }
}

function descriptorOf(realRoot: string, folder: string, path: string): HeldFolder {
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
      throw refused(path, "leads through a link or a file in a folder's place");
    throw error;
  }
}

function pathOf(realRoot: string, folder: string, path: string): HeldFolder {
  const before = folderAt(folder, path);
  const check = () => {
    requireInside(realRoot, realpathSync.native(folder), path);
    const now = folderAt(folder, path);
    if (now.ino !== before.ino || now.dev !== before.dev) throw refused(path, "was exchanged while it was written");
  };
  check();
  return { path: folder, check, close: () => undefined };
}

function folderAt(folder: string, path: string): Stats {
  const stats = lstatSync(folder);
  if (!stats.isDirectory()) throw refused(path, "leads through a link or a file in a folder's place");
  return stats;
}

/** Also of a folder that was moved away while it was held. */
function requireInside(realRoot: string, now: string, path: string): void {
  if (!isInside(realRoot, now)) throw refused(path, "was moved out of the root while it was written");
  if (now.slice(realRoot.length).split("/").some(isProtectedName))
    throw refused(path, "was moved while it was written");
}

/** A bare repository, and what `.git` of a submodule or worktree names: git runs hooks that lie there. */
function requireNoGitDirectory({ path: folder }: HeldFolder, path: string): void {
  const has = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
  if (has("HEAD") && has("objects") && has("refs")) throw refused(path, "leads into a git directory");
}

const HEAD_BYTES = 64;
const DRAFT_NAME = /^\.sdl-draft-[0-9a-f]{12}$/;

function writeIn(folder: HeldFolder, name: string, bytes: Uint8Array, mayReplace: WriteOptions["mayReplace"]): void {
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
    place(draft, target, name, mayReplace);
    syncFolder(folder);
  } finally {
    // Gone when it was renamed; a full disk's rest would stand in the way.
    rmSync(draft, { force: true });
  }
  removeAbandonedDrafts(folder);
}

/** What systems say that keep names by themselves, or of a folder that may be written and not be read. */
const NOT_SYNCED: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EINVAL", "ENOTSUP", "EISDIR"]);

/** The new name is on the disk when the folder is. */
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

/** Removes drafts that processes left when they died. Never fails: they only take room. */
function removeAbandonedDrafts(folder: HeldFolder): void {
  try {
    for (const name of readdirSync(folder.path).filter((entry) => DRAFT_NAME.test(entry))) {
      const draft = join(folder.path, name);
      const found = lstatSync(draft, { throwIfNoEntry: false });
      if (found?.isFile() === true && Date.now() - found.mtimeMs > ABANDONED_FILE_MS) rmSync(draft, { force: true });
    }
  } catch {
    return; // the folder went meanwhile
  }
}

/** A file that came meanwhile is looked at like one that was there: linking, unlike renaming, does not replace it. */
function place(draft: string, target: string, name: string, mayReplace: WriteOptions["mayReplace"]): void {
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

/** @returns whether nothing was there */
function placeNew(draft: string, target: string): boolean {
  try {
    linkSync(draft, target);
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    renameSync(draft, target); // a file system without links
  }
  return true;
}

function requireReplaceable(target: string, name: string, mayReplace: WriteOptions["mayReplace"]): void {
  const head = headOf(target);
  if (head !== undefined && (mayReplace === undefined || mayReplace(head))) return;
  const message = `${JSON.stringify(name)} exists and is not replaced; pass another path, or delete it`;
  throw new WorkspaceError("NOT_A_FILE", message);
}

/** @returns the first bytes; `undefined` for what is no regular file */
function headOf(target: string): Uint8Array | undefined {
  let file: number;
  try {
    file = openSync(target, constants.O_RDONLY | NO_FOLLOW | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined; // a link, or unreadable: not replaced
  }
  try {
    if (!fstatSync(file).isFile()) return undefined;
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

function refused(path: string, why: string): WorkspaceError {
  const message = `the path ${JSON.stringify(path)} ${why}; pass a path of plain folders inside the repository`;
  return new WorkspaceError("PATH_OUTSIDE_ROOT", message);
}
