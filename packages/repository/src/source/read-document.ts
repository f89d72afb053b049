/** Reader of documents and configuration files of the repository, masked. Code in any language is refused: it is read as source. */
import { documentKind, isLeftOut, ownConfigOf, readSource, WorkspaceError } from "@sdl/indexer";
import { SdlError } from "@sdl/model";
import { discoverOptions } from "../discovery/discovery.js";
import type { RepositorySettings } from "../settings.js";
import { refusedRead } from "./read-source.js";
import { SourceFile } from "./source-file.js";

interface DocumentPlace {
  readonly rootPath: string;
  readonly settings: RepositorySettings;
}

/**
 * Reads a document. @param path repo-relative
 * @throws {SdlError} `policy_denied` for code, `file_not_indexed` for a missing or excluded file, `too_large`,
 * `path_outside_repo`
 */
export function readDocument({ rootPath, settings }: DocumentPlace, path: string): SourceFile {
  if (documentKind(path.slice(path.lastIndexOf("/") + 1)) === undefined) throw noDocument(path);
  const { maxFileBytes } = ownConfigOf(rootPath, discoverOptions(settings));
  const read = readSource(rootPath, path, { maxFileBytes });
  if (read === undefined) throw new SdlError("file_not_indexed", `there is no file ${path}; check the path`);
  if (read.status === "skipped") throw refusedRead(path, read.reason) ?? noText(path, read.reason);
  if (read.text.startsWith("#!")) throw noDocument(path);
  if (isExcluded(rootPath, path, settings)) throw excludedFileError(path);
  return new SourceFile({
    ...{ file: path, language: undefined, unmasked: read.text },
    ...{ secrets: [], isStale: false, isDraft: false },
  });
}

/** Whether discovery excludes the file; a file removed meanwhile counts as excluded. */
function isExcluded(root: string, path: string, settings: RepositorySettings): boolean {
  try {
    return isLeftOut(root, path, settings.ignore);
  } catch (error) {
    if (error instanceof WorkspaceError) return true;
    throw error;
  }
}

function noText(path: string, reason: string): SdlError {
  return new SdlError("file_not_indexed", `${path} is not readable text (${reason}); pass another file`);
}

function excludedFileError(path: string): SdlError {
  return new SdlError(
    "file_not_indexed",
    `${path} is excluded, by a .gitignore rule or a folder such as node_modules; sdl why ${path} says which`,
  );
}

function noDocument(path: string): SdlError {
  return new SdlError(
    "policy_denied",
    `${path} is neither a document nor configuration; code is shown by its symbols, see sdl.file.outline and sdl.symbol.getCard`,
    { nextBestAction: { tool: "sdl.file.outline", args: { file: path }, rationale: "what a source file declares" } },
  );
}
