/** Reader of documents and configuration files of the repository, masked. Code in any language is refused: it is read as source. */
import { documentKind, isLeftOut, ownConfigOf, readSource, WorkspaceError } from "@sdl/indexer";
import { SdlError, type VersionId } from "@sdl/model";
import { discoverOptions } from "../discovery/discovery.js";
import type { RepositorySettings } from "../settings.js";
import { type FileContents, readVersionedSource } from "./file-contents.js";
import { refusedRead } from "./read-source.js";
import { SourceFile } from "./source-file.js";

interface DocumentPlace {
  readonly rootPath: string;
  readonly settings: RepositorySettings;
  /** A version's contents, if the repository has no work tree. */
  readonly versioned?: VersionedContents | undefined;
}

/** Contents of one version. */
export interface VersionedContents {
  readonly contents: FileContents;
  readonly version: VersionId | undefined;
}

/**
 * Reads a document. @param path repo-relative
 * @throws {SdlError} `policy_denied` for code, `file_not_indexed` for a missing or excluded file, `too_large`,
 * `path_outside_repo`
 */
export async function readDocument(place: DocumentPlace, path: string): Promise<SourceFile> {
  if (documentKind(path.slice(path.lastIndexOf("/") + 1)) === undefined) throw noDocument(path);
  const { rootPath, settings, versioned } = place;
  const { maxFileBytes } = ownConfigOf(rootPath, discoverOptions(settings));
  const read =
    versioned === undefined
      ? readSource(rootPath, path, { maxFileBytes })
      : await readVersionedSource(versioned.contents, versioned.version, path, maxFileBytes);
  if (read === undefined) throw new SdlError("file_not_indexed", `there is no file ${path}; check the path`);
  if (read.status === "skipped") throw refusedRead(path, read.reason) ?? noText(path, read.reason);
  if (read.text.startsWith("#!")) throw noDocument(path);
  // Ignored files are in no commit.
  if (versioned === undefined && isExcluded(rootPath, path, settings)) throw excludedFileError(path);
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
