/**
 * Reading and writing of the user's files: unchanged bytes, through symbolic links, atomically.
 * Invariant: a file that changed since it was read is not written, and a write keeps the file's mode.
 */
import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { messageOf, temporaryFileName } from "@sdl/model";
import { ConfigError } from "../config-error.js";

/** A file as it was read. */
export interface ConfigFile {
  /** Path that the client uses. */
  readonly path: string;
  /** Path that is written: the target of symbolic links. */
  readonly target: string;
  /** `undefined` if there is no file. */
  readonly bytes: Buffer | undefined;
  readonly mode: number | undefined;
}

const MAX_LINKS = 40;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * @param within folder that links must not leave: a repository must not choose which other files are written
 * @throws {ConfigError} `UNWRITABLE` if the path is not a file or cannot be read
 */
export function readConfigFile(path: string, within?: string): ConfigFile {
  const target = endOfLinks(path);
  if (within !== undefined && !isInside(target, realPath(within))) {
    throw new ConfigError(
      "UNWRITABLE",
      `the file is a link that leads out of the repository, to ${target}: edit that file by hand`,
    );
  }
  try {
    const stat = statSync(target, { throwIfNoEntry: false });
    if (stat === undefined) return { path, target, bytes: undefined, mode: undefined };
    if (!stat.isFile()) throw new ConfigError("UNWRITABLE", "the path is not a regular file");
    if (stat.size > MAX_BYTES)
      throw new ConfigError("UNWRITABLE", `the file has ${stat.size} bytes, too many for a configuration file`);
    return { path, target, bytes: readFileSync(target), mode: stat.mode & 0o7777 };
  } catch (error) {
    throw asConfigError(error, "the file cannot be read");
  }
}

/** Target of a chain of links. The target may be missing: it is then the file to create. */
function endOfLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    let at = resolve(path);
    for (let count = 0; count < MAX_LINKS; count++) {
      const folder = nearestFolder(dirname(at));
      at = join(realPath(folder), relative(folder, at));
      if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return at;
      at = resolve(dirname(at), readlinkSync(at));
    }
    throw new ConfigError("UNWRITABLE", "the file is a link that leads to itself");
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && !way.startsWith("..") && !isAbsolute(way);
}

function asConfigError(error: unknown, problem: string): ConfigError {
  if (error instanceof ConfigError) return error;
  return new ConfigError("UNWRITABLE", `${problem} (${messageOf(error)})`, undefined, { cause: error });
}

/** Checks without writing whether {@link writeConfigFile} would be refused. @throws {ConfigError} `READ_ONLY` */
export function requireWritable({ target, mode }: ConfigFile): void {
  if (mode !== undefined) {
    // For root the system allows writes that the mode forbids.
    if ((mode & 0o200) === 0 || !mayWrite(target))
      throw readOnly("the file is read-only: make it writable (chmod u+w), or add the entry by hand");
  }
  const folder = nearestFolder(dirname(target));
  if (!mayWrite(folder))
    throw readOnly(`the folder ${folder} is read-only: make it writable, or add the entry by hand`);
}

function readOnly(problem: string): ConfigError {
  return new ConfigError("READ_ONLY", problem);
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function nearestFolder(folder: string): string {
  let at = folder;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}

/** Folders that must be created for a file, outermost first. */
export function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let at = dirname(path); !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  return missing;
}

/** @throws {ConfigError} `UNWRITABLE`, also if the file changed since it was read */
export function writeConfigFile(file: ConfigFile, bytes: Uint8Array): void {
  const { target, mode = 0o666 } = file;
  try {
    mkdirSync(dirname(target), { recursive: true });
    const draft = temporaryFileName(target, randomBytes(6).toString("hex"));
    try {
      writeDraft(draft, bytes, mode);
      if (file.mode !== undefined) chmodSync(draft, mode);
      requireUnchanged(file);
      renameSync(draft, target);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (error) {
    throw asConfigError(error, "the file cannot be written");
  }
}

function writeDraft(draft: string, bytes: Uint8Array, mode: number): void {
  const descriptor = openSync(draft, "wx", mode);
  try {
    writeFileSync(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function requireUnchanged({ target, bytes }: ConfigFile): void {
  const now = existsSync(target) ? readFileSync(target) : undefined;
  const isSame = now === undefined || bytes === undefined ? now === bytes : now.equals(bytes);
  if (!isSame)
    throw new ConfigError("UNWRITABLE", "another program changed the file meanwhile: run this command again");
}

/** Deletes a file, and those folders of `made` that become empty. */
export function deleteConfigFile(file: ConfigFile, made: readonly string[]): void {
  try {
    requireUnchanged(file);
    rmSync(file.target, { force: true });
  } catch (error) {
    throw asConfigError(error, "the file cannot be deleted");
  }
  removeEmpty(made);
}

/** @param folders outermost first; non-empty ones stay */
export function removeEmpty(folders: readonly string[]): void {
  for (const folder of [...folders].reverse()) {
    try {
      rmdirSync(folder);
    } catch {
      if (existsSync(folder)) return; // the folder is not empty
    }
  }
}

/** Whether a path exists; links are followed. */
export function fileExists(path: string): boolean {
  return existsSync(path);
}

/** SHA-256 of bytes, in hex. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The nearest folder, upwards, that contains `.git`. */
export function repositoryRoot(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** A path with symbolic links resolved; the absolute path itself if nothing exists there. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
