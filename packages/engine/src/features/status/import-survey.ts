/** Where a repository's imports lead, and why some lead nowhere. */
import { type FileImport, importedModules } from "@sdl/indexer";
import type { FileReason, Repository } from "@sdl/repository";

/** Maximum imports that an answer lists. */
export const MAX_LOST_LISTED = 1000;

/** An import that leads nowhere. */
interface LostImport {
  readonly file: string;
  /** From 1; absent for `export * from`. */
  readonly line?: number | undefined;
  readonly specifier: string;
  readonly reason: string;
}

/** Numbers of imports by where they lead; a file that imports a module more than once counts once. */
export interface ImportSurvey {
  readonly repository: number;
  /** Imports of files of the repository that hold no source: styles, images, data, minified code. */
  readonly otherFiles: number;
  readonly outside: number;
  readonly lost: number;
  /** By file and line. */
  readonly list?: readonly LostImport[] | undefined;
}

/** Resolves all imports of the latest version. */
export async function surveyImports(repository: Repository): Promise<ImportSurvey> {
  const all = [...importedModules(repository.snapshot().factsSource())];
  const missing = all.filter(({ leadsTo }) => leadsTo === "nothing");
  const unreachable = all.filter(({ namesakes }) => namesakes.length > 0);
  const files = await explainCandidates(repository, missing);
  const folders = new Set(repository.snapshot().files().map(folderOf));
  const judged = missing.map((one) => ({ one, found: files.get(one) }));
  const otherFiles = judged.filter(({ found }) => found !== undefined && isOtherFile(found)).length;
  const lost = [
    ...judged
      .filter(({ found }) => found === undefined || !isOtherFile(found))
      .map(({ one, found }) => lostImport(one, found === undefined ? missingReason(one, folders) : foundReason(found))),
    ...unreachable.map((one) => lostImport(one, unreachableReason(one))),
  ];
  lost.sort((a, b) => (a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file < b.file ? -1 : 1));
  return {
    repository: all.filter(({ leadsTo }) => leadsTo === "repository").length,
    otherFiles,
    outside: all.filter(({ leadsTo, namesakes }) => leadsTo === "outside" && namesakes.length === 0).length,
    lost: lost.length,
    list: lost.slice(0, MAX_LOST_LISTED),
  };
}

/** The file on disk that each import names, with the reason why it is not indexed; imports of no such file are absent. */
async function explainCandidates(
  repository: Repository,
  imports: readonly FileImport[],
): Promise<ReadonlyMap<FileImport, FileReason>> {
  const wanted = imports
    .filter(({ tried }) => tried.length > 0)
    .map((one) => ({ one, paths: candidatesOf(one), start: `${withoutExtension(namedPaths(one)[0] ?? "")}.` }));
  const asked = new Set(wanted.flatMap(({ paths, start }) => [...paths, `${start}*`]));
  const reasons = (await repository.explainFiles([...asked])).filter(isReason);
  const byPath = new Map(reasons.map((reason) => [reason.path, reason]));
  const found = new Map<FileImport, FileReason>();
  for (const { one, paths, start } of wanted) {
    const exact = paths.map((path) => byPath.get(path)).find((reason) => reason !== undefined);
    // A compiled module, or a file in another language, has the name with another extension.
    const reason = exact ?? reasons.find(({ path }) => path.startsWith(start));
    if (reason !== undefined) found.set(one, reason);
  }
  return found;
}

/** Paths that the imported file may have, with and without extension. */
function candidatesOf(one: FileImport): readonly string[] {
  return [...new Set(namedPaths(one).flatMap((path) => [path, withoutExtension(path)]))];
}

/** The searched paths with the imported name; the search also looks at packages around the importing file. */
function namedPaths(one: FileImport): readonly string[] {
  const { tried, specifier } = one;
  const name = importedName(specifier);
  const dotted = isDottedName(one) ? `/${specifier.replaceAll(".", "/")}` : undefined;
  const named = tried.filter((path) => path.split("/").some((part) => stemOf(part) === name));
  const whole = named.filter((path) => dotted !== undefined && `/${withoutExtension(path)}`.endsWith(dotted));
  if (whole.length > 0) return whole;
  return named.length === 0 ? tried : named;
}

/** Whether the specifier is a Python module's whole name. */
function isDottedName({ path, specifier }: FileImport): boolean {
  return /\.(?:pyi?|ipynb)$/.test(path) && !specifier.startsWith(".");
}

/** The last name of a specifier: of a path without its extension, of a Python module's dotted name its last part. */
function importedName(specifier: string): string {
  const last = specifier.slice(specifier.lastIndexOf("/") + 1);
  return specifier.includes("/") ? stemOf(last) : last.slice(last.lastIndexOf(".") + 1);
}

/** Whether the reason says why a file is not found: not of a file that is absent, or that the search found and passed over. */
function isReason({ reason, target }: FileReason): boolean {
  if (reason === "indexed") return target !== undefined;
  return reason !== "missing" && reason !== "folder" && reason !== "outside";
}

/** Whether the file is part of the repository and holds no source in a supported language: minified code is a build's output. */
function isOtherFile({ reason }: FileReason): boolean {
  return reason === "no-language" || reason === "configuration" || reason === "minified";
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function stemOf(name: string): string {
  return name.split(".", 1)[0] ?? name;
}

function withoutExtension(path: string): string {
  return path.replace(/(?:\/(?:index|__init__))?(?:\.d)?\.(?:[mc]?[jt]sx?|pyi?)$/, "");
}

function lostImport({ path: file, line, specifier }: FileImport, reason: string): LostImport {
  return { file, ...(line === 0 ? {} : { line }), specifier, reason };
}

function foundReason({ path, target, text }: FileReason): string {
  return target === undefined
    ? `${path}: ${text}`
    : `${path} is a link to ${target}: imports are not followed through links`;
}

/** @param folders that hold indexed files: the most likely place of the missing file is in one of them */
function missingReason(one: FileImport, folders: ReadonlySet<string>): string {
  const paths = namedPaths(one);
  const files = paths.filter((candidate) => !candidate.includes("/__init__."));
  const path = files.find((candidate) => folders.has(folderOf(candidate))) ?? files[0] ?? paths[0];
  // Most names behind a hash are modules that a framework makes.
  if (path !== undefined && !one.specifier.startsWith("#")) return `there is no file ${asWritten(one.specifier, path)}`;
  return one.specifier.startsWith(".")
    ? "the path leads out of the repository"
    : "no setting says which file or folder this name means";
}

/** The path with the extension that the specifier has, if any. */
function asWritten(specifier: string, path: string): string {
  const name = /\/(?<name>[^/]*\.\w+)$/.exec(specifier)?.groups?.["name"];
  return name === undefined ? path : path.slice(0, path.lastIndexOf("/") + 1) + name;
}

function unreachableReason({ namesakes: [first = "", ...others] }: FileImport): string {
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `${first || "the package of this repository"}${more} has this name, but no import path of the file leads there`;
}
