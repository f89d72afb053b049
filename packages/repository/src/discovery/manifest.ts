/**
 * What a version is made from: files by path with the address of their facts, texts of configuration files, the list of files that are not
 * indexed. Whole, or as the difference from another version. Knows no store and no links: those are a function of it.
 */
import type { LedgerUpdate, TextBefore, VersionRecord } from "@sdl/graph";
import type { SkippedFile, VersionId } from "@sdl/model";

/** One indexed file. */
export interface ManifestFile {
  /** 32 hex digits: the address of its facts. */
  readonly factsKey: string;
  /** Bits that the indexer sets and reads. */
  readonly flags: number;
  /** The facts, where the ledger may not have them. */
  readonly page?: Uint8Array;
}

export interface Manifest {
  /** By repository-relative path. */
  readonly files: ReadonlyMap<string, ManifestFile>;
  /** Texts of configuration files by path. */
  readonly configs: ReadonlyMap<string, string>;
  readonly skipped: readonly SkippedFile[];
}

/** Names and manifests that the ledger does not have: git's. */
export interface VersionSource {
  /** @returns `undefined` for a name that it does not know @throws {SdlError} `invalid_params`, `version_not_found` */
  resolve(name: string): Promise<VersionId | undefined>;
  /** What a version is made from that the ledger does not keep; `undefined` when it knows none of that id. */
  manifest(id: VersionId): Promise<Manifest | undefined>;
}

/** How a version differs from another: what each path is in it, `undefined` where there is no such file. */
export interface ManifestDifference {
  readonly files: ReadonlyMap<string, ManifestFile | undefined>;
  readonly configs: ReadonlyMap<string, string | undefined>;
  /** Why files are not indexed, by path. */
  readonly skipped: ReadonlyMap<string, string | undefined>;
}

/** What turns the latest version, under a fresh draft, into one that is made from `manifest`. Facts decide: stats and times play no part. */
export function differenceFrom(latest: LedgerUpdate, manifest: Manifest): ManifestDifference {
  const files = new Map<string, ManifestFile | undefined>();
  for (const [path, file] of manifest.files) if (!isSameFile(latest, path, file)) files.set(path, file);
  for (const handle of latest.files()) {
    const { path, language } = latest.entry(handle);
    if (language !== "config" && !manifest.files.has(path)) files.set(path, undefined);
  }
  const texts = new Map(latest.configs().map((path) => [path, latest.config(path) ?? ""]));
  const reasons = new Map(latest.skipped().map(({ path, reason }) => [path, reason]));
  const wanted = new Map(manifest.skipped.map(({ path, reason }) => [path, reason]));
  return { files, configs: differingTexts(texts, manifest.configs), skipped: differingTexts(reasons, wanted) };
}

/** Whether the draft has the file as `file` says. */
export function isSameFile(draft: LedgerUpdate, path: string, file: ManifestFile): boolean {
  const handle = draft.file(path);
  if (handle === undefined) return false;
  const { factsKey, flags } = draft.entry(handle);
  return factsKey === file.factsKey && flags === file.flags;
}

/**
 * What turns the newest of some versions back into the one before the oldest of them.
 * @param records consecutive kept versions, the newest first
 */
export function reverseDifference(records: Iterable<VersionRecord>): ManifestDifference {
  const files = new Map<string, ManifestFile | undefined>();
  const configs = new Map<string, string | undefined>();
  const skipped = new Map<string, string | undefined>();
  const takeBack = (into: Map<string, string | undefined>, rows: readonly TextBefore[]): void => {
    for (const { path, before } of rows) into.set(path, before);
  };
  for (const record of records) {
    for (const { path, before, after, flagsBefore = 0, flagsAfter = 0 } of record.changes) {
      if (before === after && flagsBefore === flagsAfter) continue;
      files.set(path, before === undefined ? undefined : { factsKey: before, flags: flagsBefore });
    }
    takeBack(configs, record.configs);
    takeBack(skipped, record.skipped);
  }
  return { files, configs, skipped };
}

function differingTexts(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ReadonlyMap<string, string | undefined> {
  const differing = new Map<string, string | undefined>();
  for (const [path, text] of after) if (before.get(path) !== text) differing.set(path, text);
  for (const path of before.keys()) if (!after.has(path)) differing.set(path, undefined);
  return differing;
}
