/** Exports the index to a file and imports it from one. Overwrites only empty files and exported indexes. */
import { open, readFile, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { WorkspaceError, writeFileInRoot } from "@sdl/indexer";
import { messageOf, SdlError } from "@sdl/model";
import { errorCode, replaceOwnFile } from "@sdl/repository";
import type { ActionContext } from "../../contract/action.js";

/** Which repository, and which file. */
export interface IndexFileRequest {
  readonly repoId?: string | undefined;
  /** Relative to the repository's root and inside it, or absolute. */
  readonly path: string;
}

/** Maximum size of an imported file: higher than any index that can be read. The size that the file's header states is not trusted. */
const MAX_FILE_BYTES = 2 ** 31 - 1;
const MAGIC = "SDLINDEX";
const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/**
 * Writes the index to a file. A client's path must be inside the root, but not in `.git` or in SDL's store; on the command line any path is
 * allowed.
 * @throws {SdlError} `not_indexed`, `path_outside_repo`, `invalid_params` if another file exists at the path, `busy`, `policy_denied`
 */
export async function exportIndex(context: ActionContext, request: IndexFileRequest): Promise<object> {
  const entry = await context.engine.find(request.repoId);
  const isAnywhere = context.isCommandLine === true;
  const file = resolveIndexFile(entry.rootPath, request.path, isAnywhere);
  if (!isAnywhere) requireInside(entry.rootPath, context.engine.storePath(entry), file);
  const repository = await context.engine.open(entry);
  await requireReplaceable(file);
  const bytes = await repository.exportIndex();
  const versionId = repository.latestVersion();
  if (isAnywhere) writeWhole(file, bytes);
  else writeInside(entry.rootPath, file, bytes);
  return { ok: true, repoId: entry.repoId, versionId, path: file, sizeBytes: bytes.length };
}

function requireInside(rootPath: string, storePath: string, file: string): void {
  const inside = (folder: string) => {
    const way = relative(folder, file);
    return !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
  };
  if (inside(rootPath) && file !== rootPath && !inside(storePath)) return;
  throw new SdlError(
    "path_outside_repo",
    `path: a client may not write ${file}; pass a path inside ${rootPath} and outside of its index, or run sdl index export`,
  );
}

function writeInside(rootPath: string, file: string, bytes: Uint8Array): void {
  const path = relative(rootPath, file).split(sep).join("/");
  const mayReplace = (head: Uint8Array) => head.length === 0 || startsWithMagic(head);
  try {
    writeFileInRoot(rootPath, path, bytes, { mayReplace });
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw makeFileError(file, "written", error);
    const isOutside = error.code === "PATH_OUTSIDE_ROOT" || error.code === "PATH_INVALID";
    throw new SdlError(isOutside ? "path_outside_repo" : "invalid_params", `path: ${error.message}`, { cause: error });
  }
}

function startsWithMagic(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, MAGIC.length)).toString("latin1") === MAGIC;
}

/** @throws {SdlError} `path_outside_repo`, `invalid_params` for a file that is no index or has another schema, `too_large`, `busy` */
export async function importIndex(context: ActionContext, request: IndexFileRequest): Promise<object> {
  const entry = await context.engine.find(request.repoId, true);
  const bytes = await readWhole(resolveIndexFile(entry.rootPath, request.path));
  const repository = await context.engine.open(entry);
  const { versionId, created } = await repository.importIndex(bytes);
  return { ok: true, repoId: entry.repoId, versionId, created, ...repository.snapshot().counts };
}

/**
 * @param isAnywhere whether the error message suggests an absolute path @throws {SdlError} `path_outside_repo` for a relative path that leads out
 * of the root
 */
function resolveIndexFile(rootPath: string, path: string, isAnywhere = true): string {
  const file = resolve(rootPath, path);
  const inside = relative(rootPath, file);
  if (!isAbsolute(path) && (inside === "" || inside.startsWith("..") || isAbsolute(inside))) {
    throw new SdlError(
      "path_outside_repo",
      `path: received ${JSON.stringify(path)}, which leads out of ${rootPath}; pass a path inside it${isAnywhere ? ", or an absolute one" : ""}`,
    );
  }
  return file;
}

async function requireReplaceable(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return;
  const head = found.isFile() ? await readHead(file) : "";
  if (found.isFile() && (found.size === 0 || head === MAGIC)) return;
  throw new SdlError(
    "invalid_params",
    `path: ${file} exists and is not an exported index; pass another path, or delete the file`,
  );
}

async function readHead(file: string): Promise<string> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Replaces the file atomically, also if the process or the machine stops meanwhile. A symbolic link is replaced, never followed. */
function writeWhole(file: string, bytes: Uint8Array): void {
  try {
    replaceOwnFile(file, bytes, { isDurable: true });
  } catch (cause) {
    throw makeFileError(file, "written", cause);
  }
}

async function readWhole(file: string): Promise<Uint8Array> {
  const found = await stat(file).catch((cause: unknown) => {
    throw makeFileError(file, "read", cause);
  });
  if (!found.isFile()) throw new SdlError("invalid_params", `path: ${file} is not a file; pass an exported index`);
  if (found.size > MAX_FILE_BYTES) {
    throw new SdlError(
      "too_large",
      `path: ${file} has ${found.size} bytes, allowed: ${MAX_FILE_BYTES}; index from scratch`,
    );
  }
  // `readFile` allocates its own buffer, not one of Node's shared pool: records are views of this buffer.
  return readFile(file).catch((cause: unknown) => {
    throw makeFileError(file, "read", cause);
  });
}

function makeFileError(file: string, done: string, cause: unknown): SdlError {
  // The text after the comma is the system call with its path, which may be another name of the file.
  const [why] = messageOf(cause).split(",", 1);
  const code = errorCode(cause) ?? "";
  if (FULL.has(code))
    return new SdlError("busy", `path: ${file} cannot be ${done}: the disk is full; free space and try again`, {
      cause,
    });
  return new SdlError("invalid_params", `path: ${file} cannot be ${done} (${why}); pass another path`, { cause });
}
