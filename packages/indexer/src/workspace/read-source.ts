/**
 * Reader of one discovered file: reads, classifies and decodes it, without parsing. Invariant: a file that cannot be
 * read is data, not an exception, so one bad file never stops an index.
 */

import type { FileStat } from "@sdl/model";
import { isNotebook } from "@sdl/model/paths";
import { type FileRead, type ReadOptions, readFileInRoot } from "./access/read-file.js";
import { WorkspaceError, type WorkspaceErrorCode } from "./access/workspace-error.js";
import { classifyContent } from "./content/classify.js";
import { type DecodedSource, decodeSource } from "./content/decode.js";
import { maxBytesOf, notebookText } from "./content/notebook.js";
import { DEFAULT_MAX_FILE_BYTES, type SkipReason } from "./discovery.js";

/** A file that was read. */
export interface SourceRead extends DecodedSource {
  readonly status: "source";
  /** The file's original bytes, for the content hash. */
  readonly bytes: Buffer;
  /** Taken before the bytes were read. */
  readonly stat: FileStat;
  readonly isGenerated: boolean;
}

/** A file that is not indexed, with the reason. */
export interface SourceSkip {
  readonly status: "skipped";
  readonly reason: SkipReason;
}

/** Options of {@link readSource}. */
export interface ReadSourceOptions {
  /** Default: {@link DEFAULT_MAX_FILE_BYTES}. */
  readonly maxFileBytes?: number;
  /** The stat with which discovery found the file; see `readFileInRoot`. */
  readonly found?: FileStat | undefined;
}

/**
 * Reads a source file in its current state, which may differ from discovery's.
 * @param path repo-relative, as discovery spelt it
 * @returns `undefined` if the file is gone
 * @throws {WorkspaceError} `ROOT_UNREADABLE`
 */
export function readSource(
  root: string,
  path: string,
  options: ReadSourceOptions = {},
): SourceRead | SourceSkip | undefined {
  const maxFileBytes = options.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES;
  const read = readOrReason(root, path, { maxBytes: maxBytesOf(path, maxFileBytes), found: options.found });
  if (read === undefined) return undefined;
  return typeof read === "string" ? { status: "skipped", reason: read } : sourceOf(read, path, maxFileBytes);
}

/**
 * Classifies and decodes the bytes of a source file, from disk or elsewhere. Of a notebook, the text is that of its
 * code cells.
 * @param path only the name counts
 * @param maxFileBytes limit of a notebook's code, in UTF-16 units; other files were measured when they were read
 */
export function sourceOf(
  { bytes, stat }: FileRead,
  path: string,
  maxFileBytes = DEFAULT_MAX_FILE_BYTES,
): SourceRead | SourceSkip {
  if (isNotebook(path)) {
    const decoded = decodeSource(bytes);
    const notebook = notebookText(decoded.text);
    if ("problem" in notebook) return { status: "skipped", reason: notebook.problem };
    if (notebook.text.length > maxFileBytes) return { status: "skipped", reason: "too-large" };
    return { status: "source", ...decoded, text: notebook.text, bytes, stat, isGenerated: false };
  }
  const content = classifyContent(bytes, path);
  if (content !== "source" && content !== "generated") return { status: "skipped", reason: content };
  const decoded = decodeSource(bytes, { isPython: /\.pyi?$/.test(path) });
  return { status: "source", ...decoded, bytes, stat, isGenerated: content === "generated" };
}

function readOrReason(root: string, path: string, options: ReadOptions): FileRead | SkipReason | undefined {
  try {
    return readFileInRoot(root, path, options);
  } catch (error) {
    if (!(error instanceof WorkspaceError) || error.code === "ROOT_UNREADABLE") throw error;
    return error.code === "NOT_FOUND" ? undefined : SKIP_REASONS[error.code];
  }
}

const SKIP_REASONS: Readonly<Record<Exclude<WorkspaceErrorCode, "ROOT_UNREADABLE" | "NOT_FOUND">, SkipReason>> = {
  PATH_INVALID: "bad-name",
  PATH_OUTSIDE_ROOT: "symlink-outside",
  NOT_A_FILE: "not-regular",
  TOO_LARGE: "too-large",
  UNREADABLE: "unreadable",
};
