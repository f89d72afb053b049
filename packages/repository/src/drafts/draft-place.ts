/** Location of an editor's buffer in the repository, and whether it is indexed. */
import { isAbsolute, relative, sep } from "node:path";
import {
  CONFIG_FILE,
  findFileKind,
  holdsLanguage,
  isLeftOut,
  ownConfigOf,
  resolveInRoot,
  WorkspaceError,
} from "@sdl/indexer";
import { type Language, SdlError } from "@sdl/model";
import { isNotebook } from "@sdl/model/paths";
import { discoverOptions } from "../discovery/discovery.js";
import { MAX_CONFIG_BYTES } from "../discovery/file-rules.js";
import type { RepositorySettings } from "../settings.js";

/** What a file is to an index. */
export interface DraftKind {
  /** Absent if the file is only configuration. */
  readonly language: Language | undefined;
  /** Whether linking reads the file. */
  readonly isConfig: boolean;
}

/** The location of a buffer. */
export interface DraftPlace extends DraftKind {
  /** Repository-relative, free of links. */
  readonly path: string;
}

/** Location of a file that is indexed. */
export interface IndexedPlace extends DraftPlace {
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
    const kind = kindOfPath(path);
    if (kind === undefined) return { path, why: "is neither source nor configuration" };
    if (path === CONFIG_FILE) return { path, why: "decides which files are indexed, from when it is saved" };
    const { config, maxFileBytes } = ownConfigOf(rootPath, discoverOptions(settings));
    if (isNotebook(path)) return { path, why: "is a notebook, whose cells are read when it is saved" };
    const { language, isConfig } = kind;
    const chosen = settings.languages && new Set(settings.languages as readonly Language[]);
    const isOff = (one: Language) => !holdsLanguage(chosen, one) || !holdsLanguage(config.languages, one);
    if (language !== undefined && isOff(language)) {
      // As in discovery, it still steers linking.
      if (isConfig) return { path, language: undefined, isConfig, maxFileBytes };
      return { path, why: `is ${language}, which is not indexed here` };
    }
    if (isLeftOut(rootPath, path, settings.ignore))
      return { path, why: "is left out of the repository; sdl why says by which rule" };
    return {
      path,
      ...kind,
      maxFileBytes: language === undefined ? Math.min(maxFileBytes, MAX_CONFIG_BYTES) : maxFileBytes,
    };
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    throw new SdlError(error.code === "PATH_INVALID" ? "invalid_params" : "path_outside_repo", error.message, {
      cause: error,
    });
  }
}

/** What the file of a path is; `undefined` if it is neither source nor configuration. */
export function kindOfPath(path: string): DraftKind | undefined {
  return findFileKind(path.slice(path.lastIndexOf("/") + 1));
}

function inRepository(rootPath: string, filePath: string): string {
  const within = isAbsolute(filePath) ? relative(rootPath, filePath).split(sep).join("/") : filePath;
  const real = resolveInRoot(rootPath, within);
  return relative(resolveInRoot(rootPath, ""), real).split(sep).join("/");
}
