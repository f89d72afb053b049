/**
 * Manifest of a version: files by path with the address of their facts, texts of configuration files, and the list of
 * skipped files; whole, or as a difference from another version. Knows no store and no links, which are a function of
 * it.
 */
import type { LedgerUpdate, TextBefore, VersionRecord } from "@sdl/graph";
import type { SkippedFile, VersionId } from "@sdl/model";

/** One indexed file. */
export interface ManifestFile {
  /** Address of the file's facts, 32 hex digits. */
  readonly factsKey: string;
  /** Bits that the indexer sets and reads; see `fileFlags`. */
  readonly flags: number;
  /** The facts page, if the ledger may lack it. */
  readonly page?: Uint8Array;
}

/** All inputs of a version. */
export interface Manifest {
  /** Files by repository-relative path. */
  readonly files: ReadonlyMap<string, ManifestFile>;
  /** Texts of configuration files, by path. */
  readonly configs: ReadonlyMap<string, string>;
  readonly skipped: readonly SkippedFile[];
}

/** Source of names and manifests outside the ledger: git. */
export interface VersionSource {
  /**
   * The version of a name. @returns `undefined` for an unknown name @throws {SdlError} `invalid_params`,
   * `version_not_found`
   */
  resolve(name: string): Promise<VersionId | undefined>;
  /** The manifest of a version that the ledger does not keep; `undefined` for an unknown id. */
  manifest(id: VersionId): Promise<Manifest | undefined>;
}

/** Difference between two versions: the new state of each path, `undefined` for a removed file. */
export interface ManifestDifference {
  readonly files: ReadonlyMap<string, ManifestFile | undefined>;
  readonly configs: ReadonlyMap<string, string | undefined>;
  /** Skip reasons, by path. */
  readonly skipped: ReadonlyMap<string, string | undefined>;
}

/** The difference from the latest version, given as a new draft, to `manifest`. Compares facts; stats and times play no part. */
export function differenceFromLatest(latest: LedgerUpdate, manifest: Manifest): ManifestDifference {
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

/** Whether the draft's file equals `file`. */
export function isSameFile(draft: LedgerUpdate, path: string, file: ManifestFile): boolean {
  const handle = draft.file(path);
  if (handle === undefined) return false;
  const { factsKey, flags } = draft.entry(handle);
  return factsKey === file.factsKey && flags === file.flags;
}

/**
 * The difference that turns the newest of some versions back into the version before the oldest.
 * @param records consecutive kept versions, newest first
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
