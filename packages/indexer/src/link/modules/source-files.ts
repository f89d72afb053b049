/** Finder of source files behind import paths: adds extensions, maps `.js` to `.ts`, tries index files. */
import type { FileHandle } from "@sdl/model";
import { findFileKind } from "../../workspace/content/file-kind.js";
import { baseName } from "./paths.js";
import type { RepositoryFiles } from "./repository-files.js";

/** Extensions in order of preference; implementations before declarations, which have the same names. */
const EXTENSIONS = [
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".d.ts",
  ".d.mts",
  ".d.cts",
  ".vue",
  ".svelte",
];

/**
 * Source extensions that a written extension may stand for, as in TypeScript's resolver. Types of a component may stand
 * beside it, and are all there is of one that a build makes.
 */
const SOURCES_BY_EXTENSION: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".js", ".jsx", ".d.ts"],
  ".jsx": [".tsx", ".jsx", ".ts", ".d.ts"],
  ".mjs": [".mts", ".mjs", ".d.mts"],
  ".cjs": [".cts", ".cjs", ".d.cts"],
  ".vue": [".vue", ".vue.d.ts", ".d.ts"],
  ".svelte": [".svelte", ".svelte.d.ts", ".d.ts"],
};

/** The file exactly as written, or the source for the written extension. */
export function findWrittenFile(files: RepositoryFiles, path: string): FileHandle | undefined {
  const [stem, extension] = splitExtension(path);
  const behind = SOURCES_BY_EXTENSION[extension];
  if (behind !== undefined) return firstFile(files, stem, behind);
  return hasOtherExtension(baseName(path)) ? files.file(path) : undefined;
}

/** Whether a name has an extension and is no file of configuration alone, whose keys the index has under the same path. */
function hasOtherExtension(name: string): boolean {
  const kind = findFileKind(name);
  return name.includes(".") && !(kind?.isConfig === true && kind.language === undefined);
}

/** The same, then with every extension, then as a folder with an index file. */
export function findSourceFile(files: RepositoryFiles, path: string): FileHandle | undefined {
  const written = path === "" ? undefined : findWrittenFile(files, path);
  if (written !== undefined) return written;
  const extended = path === "" ? undefined : firstFile(files, path, EXTENSIONS);
  return extended ?? firstFile(files, path === "" ? "index" : `${path}/index`, EXTENSIONS);
}

/** The path without a code extension. */
export function sourceStem(path: string): string {
  return path.replace(/(\.d)?\.[mc]?[jt]sx?$/, "");
}

function firstFile(files: RepositoryFiles, stem: string, extensions: readonly string[]): FileHandle | undefined {
  for (const extension of extensions) {
    const file = files.file(stem + extension);
    if (file !== undefined) return file;
  }
  return undefined;
}

function splitExtension(path: string): [string, string] {
  const match = /\.(?:[mc]?[jt]sx?|vue|svelte)$/.exec(path);
  return match === null ? [path, ""] : [path.slice(0, match.index), match[0]];
}
