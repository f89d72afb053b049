/** Names of versions: an id, the ledger's `@latest` and `@latest~n`, or a name from another source, such as git. */
import { parseVersionId, SdlError, type VersionId } from "@sdl/model";

/** Name of the latest version with the drafts on top. */
export const DRAFT_NAME = "@draft";

/** A version by one of the ledger's own names. */
export type LedgerName = { readonly id: VersionId } | { readonly back: number };

/** Parses a name. @returns `undefined` if it is not a name of the ledger */
export function parseLedgerName(name: string): LedgerName | undefined {
  if (/^v\d{1,15}$/.test(name)) return { id: parseVersionId(name) };
  const latest = /^@latest(?:~(\d{1,6}))?$/.exec(name);
  return latest === null ? undefined : { back: Number(latest[1] ?? 0) };
}

/**
 * The error for an unknown name. @param kept ids of the kept versions, newest first
 * @returns an error that lists the kept versions
 */
export function versionNotFound(name: string, repoId: string, kept: readonly VersionId[]): SdlError {
  const [newest] = kept;
  const oldest = kept.at(-1);
  const range =
    newest === undefined || oldest === undefined
      ? "it has no version yet"
      : `it keeps ${kept.length} ${kept.length === 1 ? "version" : "versions"}, ${oldest} to ${newest}`;
  return new SdlError(
    "version_not_found",
    `repository ${JSON.stringify(repoId)} has no version ${JSON.stringify(name)}: ${range}; pass a version id, @latest, @latest~n, @draft, @staged, or a name of git's`,
    { candidates: kept.slice(0, MAX_CANDIDATES) },
  );
}

const MAX_CANDIDATES = 10;
