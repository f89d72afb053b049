/**
 * Builds a version in memory from the latest one and their difference, by the steps of a refresh: puts facts, finds
 * changed lookups, links those files. The cost depends on the difference, not on the repository. Writes nothing, so a
 * read-only store suffices. Invariant: the snapshot's canonical dump equals that of indexing the same files from
 * scratch.
 */
import type { LedgerUpdate, MaterialisedVersion } from "@sdl/graph";
import { createLinkSession, findFileKind, type LinkSession, symbolIdsOf } from "@sdl/indexer";
import type { FileHandle, FileStat, VersionId } from "@sdl/model";
import { FactsPage } from "@sdl/model/facts";
import { isSameFile, type ManifestDifference, type ManifestFile } from "../discovery/manifest.js";
import { maskedUnlinkedReason } from "../faults.js";
import { DraftChanges } from "../refresh/draft-changes.js";
import { filesToLink, type LinkFault, linkFiles } from "../refresh/link.js";

/** Stat of files that are not read from disk. */
const NO_STAT: FileStat = { sizeBytes: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 };

/** Options of {@link materialise}. */
export interface MaterialiseOptions {
  /** Version that the snapshot reports. */
  readonly version: VersionId;
  readonly signal?: AbortSignal | undefined;
  /**
   * Returns a session to link with; by default a new one per version.
   * @param isUncertain whether comparing the files with their earlier state failed
   */
  readonly openLinks?: (draft: LedgerUpdate, files: readonly FileHandle[], isUncertain: boolean) => LinkSession;
}

/**
 * Builds the version. @param draft a new draft over the latest version; it ends here
 * @returns the version; its snapshot can be read until something is published, and throws `VERSION_EXPIRED` afterwards;
 * the caller closes it
 * @throws {GraphError} `VERSION_EXPIRED` if something was published meanwhile, `VERSION_NOT_FOUND` if facts are missing
 * @throws the signal's reason
 */
export async function materialise(
  draft: LedgerUpdate,
  difference: ManifestDifference,
  { version, signal, openLinks = (update) => createLinkSession(update) }: MaterialiseOptions,
): Promise<MaterialisedVersion> {
  try {
    const changes = new DraftChanges(draft);
    const changed = changeFiles(draft, changes, difference.files);
    for (const [path, text] of difference.configs) {
      if (text === undefined) changes.removeConfig(path);
      else changes.putConfig({ path, text, stat: NO_STAT });
    }
    const files = changes.isUncertain ? [...draft.files()] : filesToLink(draft, changed, changes.lookups);
    const session = openLinks(draft, files, changes.isUncertain);
    const faults = await linkFiles(draft, files, { session, signal, onProgress: undefined });
    listUnlinked(draft, faults, difference.skipped);
    return draft.materialise(version);
  } finally {
    draft.abandon();
  }
}

/** Applies changes, removals first, as in a refresh. @returns the files to link */
function changeFiles(
  draft: LedgerUpdate,
  changes: DraftChanges,
  files: ManifestDifference["files"],
): ReadonlySet<FileHandle> {
  for (const [path, file] of files) if (file === undefined && !isSettings(draft, path)) changes.removeFile(path);
  const changed = new Set<FileHandle>();
  for (const [path, file] of files) {
    if (file === undefined || isSameFile(draft, path, file)) continue;
    const handle = putFile(draft, changes, path, file);
    if (handle !== undefined) changed.add(handle);
  }
  return changed;
}

/** Whether a path is a settings page, which is built from links. */
function isSettings(draft: LedgerUpdate, path: string): boolean {
  const handle = draft.file(path);
  return handle !== undefined && draft.entry(handle).language === "config";
}

function putFile(draft: LedgerUpdate, changes: DraftChanges, path: string, file: ManifestFile): FileHandle | undefined {
  const page = file.page === undefined ? draft.storedFacts(file.factsKey, path) : new FactsPage(file.page);
  if (page.language === "config") return undefined;
  return changes.putFile({
    path,
    // A page's language is that of the code, which in a container is not the file's.
    language: findFileKind(path.slice(path.lastIndexOf("/") + 1))?.language ?? page.language,
    factsKey: file.factsKey,
    stat: NO_STAT,
    symbolIds: symbolIdsOf(page, path),
    flags: file.flags,
    ...(file.page === undefined ? {} : { page: file.page }),
  });
}

/** Adds files whose linking failed to the skipped ones, whether or not it failed when the version was first made. */
function listUnlinked(draft: LedgerUpdate, faults: readonly LinkFault[], skipped: ManifestDifference["skipped"]): void {
  const all = new Map(skipped);
  for (const { path, error } of faults) all.set(path, maskedUnlinkedReason(error));
  changeSkipped(draft, all);
}

function changeSkipped(draft: LedgerUpdate, skipped: ManifestDifference["skipped"]): void {
  if (skipped.size === 0) return;
  const kept = draft.skipped().filter(({ path }) => !skipped.has(path));
  const added = [...skipped].flatMap(([path, reason]) => (reason === undefined ? [] : [{ path, reason }]));
  draft.setSkipped([...kept, ...added]);
}
