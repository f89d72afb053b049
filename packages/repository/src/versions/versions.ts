/**
 * Versions of one repository, by name and as graphs. Old ones are built in memory on request, and a few are cached. A
 * new version invalidates them, since they are read through the latest one; they are built again on request.
 */
import type { Ledger, LedgerSnapshot, LedgerUpdate, VersionRecord } from "@sdl/graph";
import { GraphError, SdlError, type VersionId } from "@sdl/model";
import {
  differenceFromLatest,
  type Manifest,
  type ManifestDifference,
  reverseDifference,
  type VersionSource,
} from "../discovery/manifest.js";
import { STAGED_NAME } from "../git/git-revisions.js";
import { materialise } from "./materialise.js";
import { parseLedgerName, versionNotFound } from "./names.js";
import { SnapshotCache } from "./snapshot-cache.js";

/** Maximum number of attempts if other processes publish in between; then the caller gets the error. */
const MAX_ATTEMPTS = 4;

/** Longest name: git refuses longer references. */
const MAX_NAME = 250;

/** Resolves and builds versions. */
export class Versions {
  private readonly cache: SnapshotCache;
  /** Ids for which the source has manifests. */
  private readonly foreign = new Set<VersionId>();

  /**
   * @param source resolves names that the ledger does not know @param callsEnd resolves when all calls that are running
   * at that moment have ended
   */
  constructor(
    private readonly ledger: Ledger,
    private readonly repoId: string,
    private readonly source?: VersionSource,
    callsEnd?: () => Promise<void>,
  ) {
    this.cache = new SnapshotCache(callsEnd);
  }

  /** Resolves a name. @throws {SdlError} `version_not_found`, with the kept versions; errors of the source */
  async resolve(name: string): Promise<VersionId> {
    if (name.length > MAX_NAME) throw this.notFound(`${name.slice(0, MAX_NAME)}…`);
    const parsed = parseLedgerName(name);
    const found = parsed === undefined ? undefined : this.find(parsed);
    if (found !== undefined) return found;
    const other = name.startsWith("@") && name !== STAGED_NAME ? undefined : await this.source?.resolve(name);
    if (other !== undefined) return other;
    if (parsed !== undefined && "id" in parsed && (await this.source?.manifest(parsed.id)) !== undefined)
      return parsed.id;
    throw this.notFound(name);
  }

  /**
   * The graph at a version. The snapshot is owned here; callers must not close it.
   * @throws {SdlError} `version_not_found`, `busy` @throws {GraphError} `VERSION_EXPIRED` if it is read after a newer
   * version was published
   */
  async snapshotAt(id: VersionId): Promise<LedgerSnapshot> {
    for (let attempt = 1; ; attempt++) {
      // A version that was pruned meanwhile may still be cached.
      if (!this.foreign.has(id) && this.find({ id }) === undefined) this.cache.removeUnreadable(id);
      try {
        return await this.cache.get(id, this.ledger.contentGeneration(), () => this.buildSnapshot(id));
      } catch (error) {
        if (!isExpired(error) && !this.isSwept(id, error)) throw this.explainMissingFacts(id, error);
        if (attempt === MAX_ATTEMPTS) throw busyError(id, error);
      }
    }
  }

  close(): Promise<void> {
    return this.cache.close();
  }

  private find(name: { readonly id: VersionId } | { readonly back: number }): VersionId | undefined {
    let back = 0;
    for (const id of this.ledger.versionIds()) {
      if ("id" in name ? id === name.id : back === name.back) return id;
      back++;
    }
    return undefined;
  }

  private async buildSnapshot(id: VersionId): Promise<LedgerSnapshot> {
    if (this.find({ id }) === undefined) {
      const manifest = await this.source?.manifest(id);
      if (manifest === undefined) throw this.notFound(id);
      this.foreign.add(id);
      return this.fromManifest(manifest, id);
    }
    const draft = this.ledger.beginDraft();
    return this.run(draft, id, () => reverseDifference(newerThan(draft.versions(), id)));
  }

  private fromManifest(manifest: Manifest, id: VersionId): Promise<LedgerSnapshot> {
    const draft = this.ledger.beginDraft();
    return this.run(draft, id, () => differenceFromLatest(draft, manifest));
  }

  private async run(
    draft: LedgerUpdate,
    version: VersionId,
    difference: () => ManifestDifference,
  ): Promise<LedgerSnapshot> {
    try {
      return (await materialise(draft, difference(), { version })).snapshot;
    } finally {
      draft.abandon();
    }
  }

  /** Whether facts of a version from another source were pruned while it was built; a second attempt reads them again. */
  private isSwept(id: VersionId, error: unknown): boolean {
    return this.foreign.has(id) && error instanceof GraphError && error.code === "VERSION_NOT_FOUND";
  }

  /** Explains missing facts: they were pruned with their version, or are lost. */
  private explainMissingFacts(id: VersionId, error: unknown): unknown {
    if (!(error instanceof GraphError) || error.code !== "VERSION_NOT_FOUND") return error;
    if (this.find({ id }) === undefined) return this.notFound(id);
    return new SdlError("corrupt_store", `version ${id} is incomplete: ${error.message}; other versions are`, {
      cause: error,
    });
  }

  private notFound(name: string): SdlError {
    return versionNotFound(name, this.repoId, [...this.ledger.versionIds()]);
  }
}

/** The versions newer than `id`. @throws {GraphError} `VERSION_NOT_FOUND` if the chain does not reach `id` */
function* newerThan(records: Iterable<VersionRecord>, id: VersionId): Iterable<VersionRecord> {
  for (const record of records) {
    if (record.id === id) return;
    yield record;
  }
  throw new GraphError("VERSION_NOT_FOUND", `no version ${id}; list the versions that are kept`);
}

function isExpired(error: unknown): boolean {
  return error instanceof GraphError && error.code === "VERSION_EXPIRED";
}

function busyError(id: VersionId, cause: unknown): SdlError {
  return new SdlError("busy", `version ${id} could not be made: new versions kept coming; try again`, { cause });
}
