/**
 * Link sessions kept from state to state: their cache stays valid for files that did not change. Knows which state a
 * session stands for; links nothing itself.
 */
import type { LedgerUpdate } from "@sdl/graph";
import { createLinkSession, type LinkSession, outdatedLookups, type StateChange } from "@sdl/indexer";
import type { FileHandle, VersionId } from "@sdl/model";
import type { FileView } from "@sdl/model/facts";

/** Maximum number of files linked by one session: its cache grows with each. */
const MAX_LINKED = 64;

/** A session with its state and the number of files it has linked, including those it is about to link. */
export interface OpenLinks {
  readonly session: LinkSession;
  readonly linked: number;
  /**
   * Differences of the session's state from the version that its update began with; `undefined` if there are too many
   * to keep the session.
   */
  readonly differences: Differences | undefined;
}

/** Differences by path. */
type Differences = ReadonlyMap<string, FileDifference>;

interface FileDifference {
  readonly file: FileHandle;
  /** The file as the version has it. */
  readonly before: FileView | undefined;
  readonly after: FileView | undefined;
  /** Facts key of `after`. */
  readonly factsKey: string | undefined;
}

const NONE: Differences = new Map();

/** Keeps the last session. */
export class KeptLinks {
  private kept: { readonly links: OpenLinks; readonly version: VersionId } | undefined;

  /**
   * A session for `update`: the kept one if possible, which is then removed until it is put back.
   * @param files to link @param base the version that the update began with; `undefined` if no session may be reused
   */
  take(update: LedgerUpdate, files: readonly FileHandle[], base: VersionId | undefined): OpenLinks {
    const { kept } = this;
    this.kept = undefined;
    const differences = files.length > MAX_LINKED ? undefined : differencesFromVersion(update);
    const before = kept?.version === base ? kept?.links : undefined;
    const linked = (before?.linked ?? 0) + files.length;
    const change = linked > MAX_LINKED ? undefined : changeSince(before?.differences, differences, update);
    if (before === undefined || change === undefined) {
      return { session: createLinkSession(update), linked: files.length, differences };
    }
    before.session.advance(update, change);
    return { session: before.session, linked, differences };
  }

  /** Keeps a session whose links were published as `version`. */
  putPublished(links: OpenLinks, version: VersionId): void {
    this.put({ ...links, differences: NONE }, version);
  }

  /** Keeps a session whose links were not published. @param version that its update began with */
  put(links: OpenLinks, version: VersionId): void {
    if (isKeepable(links)) this.kept = { links, version };
  }
}

/** Whether a session has linked few enough files to be kept. */
export function isKeepable({ linked }: OpenLinks): boolean {
  return linked <= MAX_LINKED;
}

/** Differences of an update from its version. @returns `undefined` if configuration changed */
function differencesFromVersion(update: LedgerUpdate): Differences | undefined {
  for (const _ of update.configChanges()) return undefined;
  const differences = new Map<string, FileDifference>();
  for (const { file, before, after } of update.fileChanges()) {
    const path = (after ?? before)?.path ?? "";
    const factsKey = after && update.entry(file).factsKey;
    differences.set(path, { file, before, after, factsKey });
  }
  return differences;
}

/** The change between two states. @returns `undefined` if files were added or removed, or too much differs */
function changeSince(
  known: Differences | undefined,
  now: Differences | undefined,
  update: LedgerUpdate,
): StateChange | undefined {
  if (known === undefined || now === undefined) return undefined;
  const files: FileHandle[] = [];
  const lookups = new Set<number>();
  for (const path of new Set([...known.keys(), ...now.keys()])) {
    const [old, next] = [known.get(path), now.get(path)];
    if (isSame(old, next)) continue;
    const before = old === undefined ? next?.before : old.after;
    const after = next === undefined ? fileViewAtPath(update, path) : next.after;
    const file = changedFileHandle(old, next);
    if (before === undefined || after === undefined || file === undefined) return undefined;
    files.push(file);
    for (const lookup of outdatedLookups(before, after)) lookups.add(lookup);
  }
  return { files, lookups };
}

function isSame(old: FileDifference | undefined, next: FileDifference | undefined): boolean {
  return old !== undefined && next !== undefined && old.factsKey === next.factsKey && old.file === next.file;
}

/**
 * The handle of a changed file; the update numbers files that the version lacks. @returns `undefined` if the handle
 * differs from before
 */
function changedFileHandle(old: FileDifference | undefined, next: FileDifference | undefined): FileHandle | undefined {
  const file = (next ?? old)?.file;
  return old === undefined || old.file === file ? file : undefined;
}

function fileViewAtPath(update: LedgerUpdate, path: string): FileView | undefined {
  const file = update.file(path);
  return file === undefined ? undefined : { path, facts: update.facts(file), symbolIds: update.symbolIds(file) };
}
