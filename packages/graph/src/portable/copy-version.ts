/**
 * Copy of one version into a draft of another ledger: files in path order with their links, configuration, skipped
 * files. File stats are not copied, because they belong to another machine: the next refresh compares each file by
 * content.
 */
import type { FileStat, SkippedFile } from "@sdl/model";
import { invalidUpdateError } from "../errors.js";
import type { Draft } from "../publish/draft.js";
import type { PageReader } from "../read/page-reader.js";
import type { ConfigEntry } from "../records/inputs.js";
import { type FilePart, readFilePart } from "./file-part.js";

/** Everything of a version that its other tables are computed from, except facts. */
export interface VersionContent {
  /** In path order. */
  readonly files: Iterable<FilePart>;
  readonly configs: readonly ConfigEntry[];
  readonly skipped: readonly SkippedFile[];
}

/** The content of a version, with stats that match no file of any machine. Files are read as they are iterated. */
export function contentOf(from: PageReader): VersionContent {
  return {
    files: filesOf(from),
    configs: [...from.configs().values()].map((config) => ({ ...config, stat: foreignStat(config.stat) })),
    skipped: from
      .skipped()
      .map(({ stat, ...rest }) => (stat === undefined ? rest : { ...rest, stat: foreignStat(stat) })),
  };
}

function* filesOf(from: PageReader): Iterable<FilePart> {
  for (const path of from.state.files.paths()) yield readFilePart(from, path);
}

/**
 * Replaces files of the draft, and all of its other content.
 * @param draft a draft that can read the facts of `content`
 * @param replaced paths of the files that `content` replaces: those that it does not have are removed; by default all
 */
export function copyVersion(
  { files, configs, skipped }: VersionContent,
  draft: Draft,
  replaced = allPaths(draft),
): void {
  const parts = [...files];
  const paths = new Set(parts.map(({ path }) => path));
  for (const path of replaced) {
    const file = paths.has(path) ? undefined : draft.find(path);
    if (file !== undefined) draft.remove(file, path);
  }
  for (const { path, language, factsKey, flags, sizeBytes, symbolIds } of parts) {
    const before = draft.reader.state.files.find(path);
    const stat = before?.factsKey === factsKey ? before.stat : foreignStat({ sizeBytes });
    draft.put({ path, language, factsKey, stat, symbolIds, flags });
  }
  for (const part of parts) copyLinks(part, draft);
  copyConfigs(configs, draft);
  draft.skipped = skipped;
}

function allPaths(draft: Draft): readonly string[] {
  return draft.reader.state.files.paths();
}

function copyConfigs(configs: readonly ConfigEntry[], draft: Draft): void {
  const before = draft.reader.configs();
  const paths = new Set(configs.map(({ path }) => path));
  for (const path of before.keys()) if (!paths.has(path)) draft.configs.set(path, undefined);
  for (const config of configs)
    if (before.get(config.path)?.text !== config.text) draft.configs.set(config.path, config);
}

function copyLinks({ path, targets, edges, unresolved, lookups }: FilePart, draft: Draft): void {
  const find = (target: string): number => {
    const file = draft.find(target);
    if (file === undefined) throw invalidUpdateError(`${path} links to ${target}, which is not indexed`);
    return file;
  };
  const handles = targets.map(find);
  const toFile = edges.toFile.map((number) => handles[number] as number);
  const file = find(path);
  draft.links.set(file, { file, edges: { ...edges, toFile }, unresolved, lookups });
}

/** A stat that matches no file of any machine. */
function foreignStat({ sizeBytes }: Pick<FileStat, "sizeBytes">): FileStat {
  return { sizeBytes, mtimeMs: 0, ctimeMs: 0, ino: -1 };
}
