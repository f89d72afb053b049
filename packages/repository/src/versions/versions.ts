/**
 * The versions of one repository, by name and as graphs. Old ones are made in memory when they are asked for, and a few are kept; a new
 * version ends them, since they are read through the latest one, and they are made again when they are asked for again.
 */
import type { Ledger, LedgerSnapshot, LedgerUpdate, VersionRecord } from "@sdl/graph";
import { GraphError, SdlError, type VersionId } from "@sdl/model";
import {
  differenceFrom,
  type Manifest,
  type ManifestDifference,
  reverseDifference,
  type VersionSource,
} from "../discovery/manifest.js";
import { STAGED_NAME } from "../git/git-revisions.js";
import { materialise } from "./materialise.js";
import { parseLedgerName, versionNotFound } from "./names.js";
import { SnapshotShelf } from "./snapshot-shelf.js";

/** A publication in the middle of making a version, so many times in a row, and the caller hears of it. */
const MAX_ATTEMPTS = 4;

/** Git refuses longer names of references. */
const MAX_NAME = 250;

export class Versions {
  private readonly shelf: SnapshotShelf;
  /** Ids that the source gave manifests for. */
  private readonly foreign = new Set<VersionId>();

  /** @param source is asked for what the ledger does not know @param callsEnd resolves once every call has ended that runs when it is asked */
  constructor(
    private readonly ledger: Ledger,
    private readonly repoId: string,
    private readonly source?: VersionSource,
    callsEnd?: () => Promise<void>,
  ) {
    this.shelf = new SnapshotShelf(callsEnd);
  }

  /** @throws {SdlError} `version_not_found`, with what is kept; what the source throws */
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
   * The graph as it was. The snapshot is kept here; callers close nothing.
   * @throws {SdlError} `version_not_found`, `busy` @throws {GraphError} `VERSION_EXPIRED` when it is read after a newer version came
   */
  async snapshotAt(id: VersionId): Promise<LedgerSnapshot> {
    for (let attempt = 1; ; attempt++) {
      // One that was pruned meanwhile may be on the shelf still.
      if (!this.foreign.has(id) && this.find({ id }) === undefined) this.shelf.drop(id);
      try {
        return await this.shelf.get(id, this.ledger.contentGeneration(), () => this.make(id));
      } catch (error) {
        if (!isExpired(error) && !this.isSwept(id, error)) throw this.explain(id, error);
        if (attempt === MAX_ATTEMPTS) throw busy(id, error);
      }
    }
  }

  close(): Promise<void> {
    return this.shelf.close();
  }

  private find(name: { readonly id: VersionId } | { readonly back: number }): VersionId | undefined {
    let back = 0;
    for (const id of this.ledger.versionIds()) {
      if ("id" in name ? id === name.id : back === name.back) return id;
      back++;
    }
    return undefined;
  }

  private async make(id: VersionId): Promise<LedgerSnapshot> {
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
    return this.run(draft, id, () => differenceFrom(draft, manifest));
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

  /** Facts of a version from elsewhere may go between asking for it and making it; asked again, they are read anew. */
  private isSwept(id: VersionId, error: unknown): boolean {
    return this.foreign.has(id) && error instanceof GraphError && error.code === "VERSION_NOT_FOUND";
  }

  /** Facts that are not there were pruned with their version, or are lost. */
  private explain(id: VersionId, error: unknown): unknown {
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

/** @throws {GraphError} `VERSION_NOT_FOUND` when the chain does not reach `id` */
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

function busy(id: VersionId, cause: unknown): SdlError {
  return new SdlError("busy", `version ${id} could not be made: new versions kept coming; try again`, { cause });
}
