/**
 * The ledger of one repository: facts by content, and one graph version after another. Any number of processes read it at once;
 * one writes. Reads never write.
 */
import { FactsPage, GraphError, type VectorModel, type VersionId } from "@sdl/model";
import { removeEmbeddings, storeDerived, storeEmbeddings } from "./derived/derived-records.js";
import { corrupt } from "./errors.js";
import type { CommitResult } from "./publish/publication.js";
import { isDerived, isDerivedByNewer } from "./read/derived-view.js";
import { isEmbedded, readEmbeddingHead } from "./read/embeddings-view.js";
import { PageReader } from "./read/page-reader.js";
import { LedgerSnapshot } from "./read/snapshot.js";
import { advanceState, type LedgerState, loadState, PageCaches, type ReadRecord } from "./read/state.js";
import { versionsFrom } from "./read/versions.js";
import { DerivedKey, type StoredEmbeddings, type StoredLayers } from "./records/derived.js";
import { EMBEDDING_FORMAT, newerEmbeddingsOf } from "./records/embeddings.js";
import { packFacts } from "./records/facts-record.js";
import { factsKeyBytes, isFactsKey } from "./records/file-page.js";
import { decodeHead, MetaKey } from "./records/head.js";
import { decodeVersion, idMs, type VersionRecord, versionIdOf } from "./records/version-record.js";
import {
  markPacked,
  type PackedFacts,
  type PackJob,
  type PackPlan,
  packJob,
  planPacking,
  storePacked,
} from "./retention/packing.js";
import type { PruneStep } from "./retention/prune-plan.js";
import {
  applyStep,
  bytesOf,
  factsBytes,
  type PrunePlan,
  planOf,
  sizesOf,
  type VersionSize,
} from "./retention/pruning.js";
import { finishSweep, planSweep, putNoted, type SweepPlan, sweepFacts } from "./retention/unnamed-facts.js";
import { type OpenMode, readOnly, StoreEnvironment } from "./store/environment.js";
import { checkFormat, readOwner, writeFormat, writeOwner } from "./store/format.js";
import { ReadView } from "./store/read-view.js";
import { LedgerUpdate } from "./update.js";

export interface LedgerOptions {
  /** The ledger's own folder, by convention `<root>/.sdl`. */
  readonly directory: string;
  /** "read" never writes and needs a ledger that exists. Default "write". */
  readonly mode?: OpenMode;
  /** What a ledger that is made is for, see {@link Ledger.owner}. */
  readonly owner?: string;
  /** Bound on the decoded facts kept in memory, by estimate. Default 24 MiB. */
  readonly factsCacheBytes?: number;
}

/** A facts page and its address. */
export interface StoredFacts {
  /** 32 hex digits. */
  readonly key: string;
  readonly page: Uint8Array;
}

/** How far an embedding is. */
export interface EmbeddingState extends VectorModel {
  /** Distinct texts. */
  readonly total: number;
  readonly missing: number;
  /** Whether it is of the latest version. */
  readonly isLatest: boolean;
}

/** Opens a ledger, making it when `mode` is "write" and there is none. On a medium that cannot be written it opens for reading. */
export function openLedger(options: LedgerOptions): Ledger {
  const environment = StoreEnvironment.open(options.directory, options.mode ?? "write");
  try {
    if (!environment.isReadOnly) writeFormat(environment, options.owner);
    checkFormat(environment);
  } catch (error) {
    void environment.close();
    throw error;
  }
  return new Ledger(environment, options.factsCacheBytes);
}

/**
 * As {@link openLedger}, once no look that this process takes at the store is in the way. It is the only thing that is waited for here: where other
 * processes are in the way for a moment, opening waits itself.
 */
export async function openLedgerWhenFree(options: LedgerOptions): Promise<Ledger> {
  if (options.mode !== "read") await StoreEnvironment.whenWritable(options.directory);
  return openLedger(options);
}

export class Ledger {
  private state: LedgerState | undefined;
  private caches: PageCaches;
  /** The record that was asked for last; it holds for the version of this time and number. */
  private latest: { readonly versionMs: number; readonly record: VersionRecord } | undefined;

  /** How often this process stored what is derived. */
  private derivedWrites = 0;

  constructor(
    private readonly environment: StoreEnvironment,
    factsCacheBytes: number | undefined,
  ) {
    this.caches = PageCaches.ofSize(factsCacheBytes);
  }

  /** Whether this ledger can only be read: asked for, or forced by the medium. */
  get isReadOnly(): boolean {
    return this.environment.isReadOnly;
  }

  /** The latest version. */
  snapshot(): LedgerSnapshot {
    const { reader, view } = this.openReader();
    return new LedgerSnapshot(reader, () => view.close());
  }

  /** A draft of the next version. Nothing is written before it commits. */
  beginUpdate(): LedgerUpdate {
    if (this.isReadOnly) throw readOnly();
    return this.beginDraft();
  }

  /** As {@link beginUpdate}, also where nothing can be written: a draft to {@link LedgerUpdate.materialise}. */
  beginDraft(): LedgerUpdate {
    const { reader, view } = this.openReader();
    const { environment, caches } = this;
    return new LedgerUpdate({ reader, environment, caches, release: () => view.close() });
  }

  /**
   * Stores facts pages in one transaction; pages that are stored already are left alone.
   * @throws {ModelError} `INVALID_PAGE` before anything is stored
   */
  putFacts(batch: readonly StoredFacts[]): void {
    for (const { key } of batch) requireFactsKey(key);
    if (this.isReadOnly) throw readOnly();
    if (batch.length === 0) return;
    const pages = batch.map(({ key, page }) => [key, new FactsPage(page)] as const);
    // In the order of keys, pages of the tree are left fuller.
    const sorted = [...batch].sort((a, b) => (a.key < b.key ? -1 : 1));
    const records = sorted.map(({ key, page }) => [key, () => packFacts(page)] as const);
    this.environment.write(() => putNoted(this.environment.tables, records));
    // The update that follows asks for all of them.
    for (const [key, page] of pages) this.caches.keepFacts(key, page);
  }

  hasFacts(key: string): boolean {
    requireFactsKey(key);
    return this.environment.current().facts.has(factsKeyBytes(key));
  }

  /** Keys of all stored facts, 32 hex digits each: files with one of them need no extraction. */
  factsKeys(): string[] {
    const keys = this.environment.current().facts.keys();
    return keys.map((key) => (typeof key === "number" ? "" : Buffer.from(key).toString("hex")));
  }

  /** Whether this ledger may still be used: otherwise another lies in its place, or a write failed for good; open it again. */
  isInPlace(): boolean {
    return this.environment.isInPlace();
  }

  /** What the ledger was made for, in the words of whoever opened it to write; portable files do not carry it. */
  owner(): string | undefined {
    return readOwner(this.environment);
  }

  setOwner(owner: string): void {
    if (this.isReadOnly) throw readOnly();
    writeOwner(this.environment, owner);
  }

  /** Whether nobody but this program changed the store since it was opened; says no, too, while another process writes. */
  isAsLeft(): boolean {
    return this.environment.isAsLeft();
  }

  /** Bytes of the store on disk. */
  sizeBytes(): number {
    return this.environment.sizeBytes();
  }

  /** @returns `undefined` when no facts have this key */
  readFacts(key: string): FactsPage | undefined {
    requireFactsKey(key);
    return this.reading((reader) => reader.factsByKey(key));
  }

  /** The latest version's record; `undefined` before the first. */
  latestVersion(): VersionRecord | undefined {
    const { versionSeq, versionMs } = this.readHead();
    if (versionSeq === 0) return undefined;
    if (this.latest?.versionMs !== versionMs || this.latest.record.seq !== versionSeq) {
      this.latest = { versionMs, record: this.versionAt(versionSeq) };
    }
    return this.latest.record;
  }

  /** The versions that are kept, the newest first. */
  *versions(): Iterable<VersionRecord> {
    // In one transaction: records between two that are read may be pruned.
    const { reader, view } = this.openReader();
    try {
      yield* versionsFrom(reader.state.head.versionSeq, (seq) => reader.version(seq));
    } finally {
      view.close();
    }
  }

  /** Ids of the versions that are kept, the newest first: less to read than {@link versions}. */
  *versionIds(): Iterable<VersionId> {
    const { reader, view } = this.openReader();
    try {
      for (const { id } of versionsFrom(reader.state.head.versionSeq, (seq) => reader.versionLink(seq))) yield id;
    } finally {
      view.close();
    }
  }

  /** Rises with every commit that snapshots can tell from the one before. */
  contentGeneration(): number {
    return this.readHead().contentGeneration;
  }

  /** @throws {GraphError} `VERSION_NOT_FOUND` */
  version(id: VersionId): VersionRecord {
    const wanted = idMs(id);
    for (const record of this.versions()) {
      const ms = idMs(record.id);
      if (ms === wanted) return record;
      if (ms < wanted) break;
    }
    throw new GraphError("VERSION_NOT_FOUND", `no version ${id}; list the versions that are kept`);
  }

  /** The versions that are kept with what they take, the newest first. */
  versionSizes(): VersionSize[] {
    return this.reading(sizesOf);
  }

  /** What would go if only these versions stayed; the latest one always does. */
  planPrune(keep: ReadonlySet<VersionId>): PrunePlan {
    return this.reading((reader) => planOf(reader, keep));
  }

  /** Bytes that a step would free. They are used again; the file keeps its size. */
  stepBytes(step: PruneStep): number {
    return this.reading((reader) => bytesOf(reader, step));
  }

  /** Does one step of a plan. @returns whether it was done; not when something was published or pruned since it was planned */
  prune(plan: PrunePlan, step: PruneStep): boolean {
    if (this.isReadOnly) throw readOnly();
    return applyStep(this.environment, plan, step);
  }

  /**
   * Facts that an index stored and never published, nor a later one. @param isNeeded facts that stay though no version names them
   * @returns `undefined` when there are none to look at
   */
  planSweep(isNeeded: (key: string) => boolean): SweepPlan | undefined {
    return this.reading((reader) => planSweep(reader, this.environment.current(), isNeeded));
  }

  /** Bytes that some facts take. */
  factsBytes(facts: readonly string[]): number {
    return this.reading((reader) => facts.reduce((sum, key) => sum + factsBytes(reader, key), 0));
  }

  /** Removes some of a plan's facts. @returns whether it was done; not when something was published since it was planned */
  sweep(plan: SweepPlan, facts: readonly string[]): boolean {
    if (this.isReadOnly) throw readOnly();
    return sweepFacts(this.environment, plan, facts);
  }

  /** Notes that all facts of a plan are gone. @returns as {@link sweep} */
  finishSweep(plan: SweepPlan): boolean {
    if (this.isReadOnly) throw readOnly();
    return finishSweep(this.environment, plan);
  }

  /** Facts that newer ones took the place of; `undefined` when no version came since they were last packed. */
  planPacking(): PackPlan | undefined {
    return this.reading(planPacking);
  }

  /** Works one job out, after those that wait to be stored; some milliseconds. @returns `undefined` when the page is better left as it is */
  packFacts(job: PackJob, waiting: readonly PackedFacts[]): PackedFacts | undefined {
    return this.reading((reader) => packJob(reader, job, waiting));
  }

  /** Stores what was worked out, in one transaction; what changed meanwhile is left alone. */
  storePacked(packed: readonly PackedFacts[]): void {
    if (this.isReadOnly) throw readOnly();
    if (packed.length > 0) storePacked(this.environment, packed);
  }

  /** Notes that a plan is done. */
  finishPacking(plan: PackPlan): void {
    if (this.isReadOnly) throw readOnly();
    markPacked(this.environment, plan);
  }

  /** Whether the layers derived from the latest version are stored. */
  isDerived(): boolean {
    return isDerived(this.environment.current().derived.get(DerivedKey.Head), this.readHead().versionMs);
  }

  /** What a newer program derived from the latest version, which this one cannot read: to make it again would undo the newer one's work. */
  derivedByNewer(): { readonly layers: boolean; readonly embeddings: boolean } {
    const { derived } = this.environment.current();
    const { versionMs } = this.readHead();
    const embeddings = derived.get(DerivedKey.EmbeddingHead);
    return {
      layers: isDerivedByNewer(derived.get(DerivedKey.Head), versionMs),
      embeddings: embeddings !== undefined && newerEmbeddingsOf(embeddings) === versionMs,
    };
  }

  /**
   * Stores the layers derived from a version, in one transaction that leaves unchanged records alone.
   * @returns whether they were stored; not when a newer version was published meanwhile
   */
  putDerived({ version, commit, records }: StoredLayers): boolean {
    if (this.isReadOnly) throw readOnly();
    return this.writeDerived(() => {
      const { versionMs } = this.readHead();
      if (versionIdOf(versionMs) !== version) return false;
      storeDerived(this.environment.tables.derived, { versionMs, commit: commit ?? "" }, records);
      return true;
    });
  }

  /** Whether all symbols of the latest version that want a vector of this model have it. */
  isEmbedded(model: VectorModel): boolean {
    return isEmbedded(this.embeddingHead(), { versionMs: this.readHead().versionMs, ...model });
  }

  /** How far the embedding is that was stored last; `undefined` where there is none. */
  embeddingState(): EmbeddingState | undefined {
    const head = this.embeddingHead();
    if (head === undefined) return undefined;
    const { model, fingerprint, total, missing, versionMs } = head;
    return { model, fingerprint, total, missing, isLatest: versionMs === this.readHead().versionMs };
  }

  /**
   * Stores vectors as far as they are made, in one transaction. Of an older version they are a cache for those of the next.
   * @returns whether they are of the latest version
   */
  putEmbeddings({ version, records, ...head }: StoredEmbeddings): boolean {
    if (this.isReadOnly) throw readOnly();
    return this.writeDerived(() => {
      const stored = { ...head, format: EMBEDDING_FORMAT, versionMs: idMs(version) };
      storeEmbeddings(this.environment.tables.derived, stored, records);
      return stored.versionMs === this.readHead().versionMs;
    });
  }

  /** Removes all vectors of sentence models. */
  removeEmbeddings(): void {
    if (this.isReadOnly) throw readOnly();
    const { derived } = this.environment.current();
    if (derived.has(DerivedKey.EmbeddingHead)) this.writeDerived(() => removeEmbeddings(derived));
  }

  /**
   * The latest version as a file for other machines: its bytes depend on its content alone.
   * @throws {GraphError} `VERSION_NOT_FOUND` before the first version
   */
  async exportVersion(): Promise<Uint8Array> {
    const { encodePortable, exportTables } = await import("./portable/index.js");
    const latest = this.latestVersion();
    if (latest === undefined) throw new GraphError("VERSION_NOT_FOUND", "there is no version yet; index first");
    const { reader, view } = this.openReader();
    try {
      return encodePortable(exportTables(reader, latest.commit));
    } finally {
      view.close();
    }
  }

  /**
   * Makes what {@link exportVersion} wrote the latest version. Nothing is believed of the file but what the graph says.
   * @throws {GraphError} `INVALID_FILE`, `SCHEMA_MISMATCH`, `WRITE_CONFLICT`, `STORAGE_FULL`; the latest version is then as before
   */
  async importVersion(file: Uint8Array, options: { readonly nowMs: number }): Promise<CommitResult> {
    if (this.isReadOnly) throw readOnly();
    const { PortableImport } = await import("./portable/index.js");
    const imported = PortableImport.of(file);
    imported.writeFacts(this.environment);
    const { reader, view } = this.openReader();
    try {
      return imported.publish(this.environment, reader, options.nowMs);
    } finally {
      view.close();
    }
  }

  async close(): Promise<void> {
    await this.environment.close();
  }

  /** Runs `read` on the latest state, in one transaction. */
  private reading<T>(read: (reader: PageReader) => T): T {
    const { reader, view } = this.openReader();
    try {
      return read(reader);
    } finally {
      view.close();
    }
  }

  private writeDerived<T>(work: () => T): T {
    try {
      return this.environment.write(work);
    } finally {
      this.derivedWrites++;
    }
  }

  private readHead() {
    return decodeHead(this.environment.current().meta.get(MetaKey.Head));
  }

  private embeddingHead() {
    return readEmbeddingHead((key) => this.environment.current().derived.get(key));
  }

  private versionAt(seq: number): VersionRecord {
    const payload = this.environment.current().versions.get(seq);
    if (payload === undefined) throw corrupt(`version record ${seq}`);
    return decodeVersion(payload, seq);
  }

  /** A reader of the latest state, whose view holds a transaction that sees exactly it. */
  private openReader(): { readonly reader: PageReader; readonly view: ReadView } {
    const { tables } = this.environment;
    let state: LedgerState | undefined;
    const view = new ReadView(this.environment, (read) => {
      return decodeHead(read(MetaKey.Head)).contentGeneration === state?.head.contentGeneration;
    });
    // Facts are their own address and never change: the newest transaction may be asked, and an update finds what was put meanwhile.
    // Those that were pruned meanwhile the view still has, or it says that its version is no longer the latest.
    // What was derived meanwhile is of the same version: a reader sees what this process stored, its transaction may be older.
    let seen = this.derivedWrites;
    const read: ReadRecord = (table, key) => {
      if (table === "derived" && seen !== this.derivedWrites) {
        seen = this.derivedWrites;
        view.release();
      }
      return (table === "facts" ? tables.facts.get(key) : undefined) ?? view.get(tables[table], key);
    };
    try {
      view.adopt();
      const head = decodeHead(read("meta", MetaKey.Head));
      if (this.state === undefined) state = loadState(head, read);
      else if (this.state.head.generation > head.generation) {
        throw corrupt(`the store went back from generation ${this.state.head.generation} to ${head.generation}: it`);
      } else if (this.state.head.generation === head.generation) state = this.state;
      else state = advanceState(this.state, head, read);
      this.state = state;
      return { reader: new PageReader(state, this.caches, read), view };
    } catch (error) {
      view.close();
      throw error;
    }
  }
}

function requireFactsKey(key: string): void {
  if (!isFactsKey(key))
    throw new GraphError("INVALID_UPDATE", `not a facts key: ${key}; expected 32 lower-case hex digits`);
}
