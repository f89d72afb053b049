/** Location of an editor's buffer in the repository, and whether it is indexed. */
import { isAbsolute, relative, sep } from "node:path";
import { findFileKind, holdsLanguage, isLeftOut, ownConfigOf, resolveInRoot, WorkspaceError } from "@sdl/indexer";
import { type Language, SdlError } from "@sdl/model";
import { isNotebook } from "@sdl/model/paths";
import { discoverOptions } from "../discovery/discovery.js";
import type { RepositorySettings } from "../settings.js";

/** The location of a buffer. */
export interface DraftPlace {
  /** Repository-relative, free of links. */
  readonly path: string;
  readonly language: Language;
}

/** Location of a file that is indexed. */
interface IndexedPlace extends DraftPlace {
  /** Size limit in bytes. */
  readonly maxFileBytes: number;
}

/** A buffer that is not indexed, with the reason. */
export interface NoDraft {
  readonly path: string;
  readonly why: string;
}

/**
 * Finds the location of a buffer.
 * @param filePath relative to the root, or absolute
 * @throws {SdlError} `path_outside_repo`, `invalid_params`
 */
export function draftPlace(rootPath: string, settings: RepositorySettings, filePath: string): IndexedPlace | NoDraft {
  try {
    const path = inRepository(rootPath, filePath);
    const language = languageOfPath(path);
    if (language === undefined) return { path, why: "is no source file" };
    const { config, maxFileBytes } = ownConfigOf(rootPath, discoverOptions(settings));
    if (isNotebook(path)) return { path, why: "is a notebook, whose cells are read when it is saved" };
    const chosen = settings.languages && new Set(settings.languages as readonly Language[]);
    if (!holdsLanguage(chosen, language) || !holdsLanguage(config.languages, language))
      return { path, why: `is ${language}, which is not indexed here` };
    if (isLeftOut(rootPath, path, settings.ignore))
      return { path, why: "is left out of the repository; sdl why says by which rule" };
    return { path, language, maxFileBytes };
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    throw new SdlError(error.code === "PATH_INVALID" ? "invalid_params" : "path_outside_repo", error.message, {
      cause: error,
    });
  }
}

/** The language of a path; `undefined` for languages that are not indexed. */
export function languageOfPath(path: string): Language | undefined {
  return findFileKind(path.slice(path.lastIndexOf("/") + 1))?.language;
}

function inRepository(rootPath: string, filePath: string): string {
  const within = isAbsolute(filePath) ? relative(rootPath, filePath).split(sep).join("/") : filePath;
  const real = resolveInRoot(rootPath, within);
  return relative(resolveInRoot(rootPath, ""), real).split(sep).join("/");
}
