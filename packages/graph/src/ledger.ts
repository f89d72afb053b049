/**
 * The ledger of one repository: facts pages by content, and a sequence of graph versions. Any number of processes read it at once; one writes.
 * Reads never write.
 */
import { defined, GraphError, type VersionId } from "@sdl/model";
import { FactsPage } from "@sdl/model/facts";
import { StoredDerived } from "./derived/stored-derived.js";
import { throwMissing } from "./errors.js";
import { materialise } from "./materialise.js";
import type { VersionImage } from "./portable/image.js";
import type { PortableImport } from "./portable/import-version.js";
import type { VersionParts } from "./portable/version-parts.js";
import type { CommitResult } from "./publish/publication.js";
import { decodeDifference, type FactsPages } from "./publish/version-difference.js";
import { type LatestState, openLatest } from "./read/open-latest.js";
import type { PageReader } from "./read/page-reader.js";
import { LedgerSnapshot } from "./read/snapshot.js";
import { type LedgerState, PageCaches } from "./read/state.js";
import { packFacts } from "./records/facts-record.js";
import { factsKeyBytes, factsKeyOf, isFactsKey } from "./records/file-page.js";
import { MetaKey, readHead } from "./records/head.js";
import { decodeVersion, idMs, type VersionRecord } from "./records/version-record.js";
import { Retention } from "./retention/retention.js";
import { putFactsWithNote } from "./retention/unnamed-facts.js";
import { type OpenMode, readOnlyError, StoreEnvironment } from "./store/environment.js";
import { checkFormat, readOwner, writeFormat, writeOwner } from "./store/format.js";
import { LedgerUpdate } from "./update.js";

/** Where a ledger is, and how it is opened. */
export interface LedgerOptions {
  /** The ledger's own folder, by convention `<root>/.sdl`. */
  readonly directory: string;
  /** "read" never writes and requires an existing ledger. Default "write". */
  readonly mode?: OpenMode;
  /** Owner to record if the ledger is created, see {@link Ledger.owner}. */
  readonly owner?: string | undefined;
  /** Whether the ledger, if created, rests on a layer made for another folder, see {@link Ledger.isFork}. */
  readonly isFork?: boolean;
  /** Upper bound in bytes, estimated, on decoded facts pages in memory. Default 24 MiB. */
  readonly factsCacheBytes?: number;
}

/** A facts page and its key. */
export interface StoredFacts {
  /** Content address: 32 hex digits. */
  readonly key: string;
  readonly page: Uint8Array;
}

/** Opens a ledger; creates it if `mode` is "write" and there is none. On a read-only medium it opens for reading. */
export function openLedger(options: LedgerOptions): Ledger {
  const environment = StoreEnvironment.open(options.directory, options.mode ?? "write");
  try {
    if (!environment.isReadOnly) writeFormat(environment, options);
    checkFormat(environment);
  } catch (error) {
    void environment.close();
    throw error;
  }
  return new Ledger(environment, options.factsCacheBytes);
}

/**
 * Like {@link openLedger}, but first waits until this process has finished checking the store's pages. (Opening itself waits for short locks of
 * other processes.)
 */
export async function openLedgerAfterCheck(options: LedgerOptions): Promise<Ledger> {
  if (options.mode !== "read") await StoreEnvironment.whenWritable(options.directory);
  return openLedger(options);
}

/** An open ledger. */
export class Ledger {
  /** Pruning of old versions, deletion of unnamed facts, and packing. */
  readonly retention: Retention;
  /** Derived layers and vectors stored beside the latest version. */
  readonly derived: StoredDerived;
  private state: LedgerState | undefined;
  private caches: PageCaches;
  /** Cache of the latest version's record, valid while the head has the same `versionMs` and sequence number. */
  private latest: { readonly versionMs: number; readonly record: VersionRecord } | undefined;

  constructor(
    private readonly environment: StoreEnvironment,
    factsCacheBytes: number | undefined,
  ) {
    this.caches = PageCaches.ofSize(factsCacheBytes);
    this.retention = new Retention(environment, (read) => this.withReader(read));
    this.derived = new StoredDerived(environment);
  }

  /** Whether this ledger can only be read: the caller asked for it, or the medium is read-only. */
  get isReadOnly(): boolean {
    return this.environment.isReadOnly;
  }

  /**
   * Makes later snapshots and drafts see everything that other processes have published so far. Without this call, all reads of one turn of the
   * event loop may see the state of the first read, and a draft of an older state cannot be committed.
   */
  loadNewestState(): void {
    this.environment.seeNewCommits();
  }

  /** A snapshot of the latest version. */
  snapshot(): LedgerSnapshot {
    const { reader, view } = this.openReader();
    return new LedgerSnapshot(reader, () => view.close());
  }

  /**
   * A snapshot of a version that another process materialised in memory. It is readable until the next publish.
   * @param difference result of `MaterialisedVersion.encode`
   * @param held facts pages that `encode` left out, by key
   * @param version id that the snapshot reports
   * @returns `undefined` if the version was made over a state other than the latest
   * @throws {GraphError} `STORE_CORRUPT` if `difference` cannot be decoded
   */
  snapshotWith(difference: Uint8Array, held: FactsPages, version: VersionId): LedgerSnapshot | undefined {
    const over = decodeDifference(difference, held);
    const { reader, view } = this.openReader();
    try {
      if (over.isOver(reader.state.head)) {
        const release = (): void => view.close();
        return materialise({ reader, caches: this.caches, over, version, release });
      }
    } catch (error) {
      view.close();
      throw error;
    }
    view.close();
    return undefined;
  }

  /** Begins a draft of the next version. Nothing is written before the draft is committed. @throws {GraphError} if the ledger is read-only */
  beginUpdate(): LedgerUpdate {
    if (this.isReadOnly) throw readOnlyError();
    return this.beginDraft();
  }

  /** Like {@link beginUpdate}, but also allowed on a read-only ledger: the draft can then be used with {@link LedgerUpdate.materialise} only. */
  beginDraft(): LedgerUpdate {
    const { reader, view } = this.openReader();
    const { environment, caches } = this;
    return new LedgerUpdate({ reader, environment, caches, release: () => view.close() });
  }

  /**
   * Stores facts pages in one transaction; skips pages that are already stored.
   * @throws {ModelError} `INVALID_PAGE` before anything is stored
   */
  putFacts(batch: readonly StoredFacts[]): void {
    for (const { key } of batch) requireFactsKey(key);
    if (this.isReadOnly) throw readOnlyError();
    if (batch.length === 0) return;
    const pages = batch.map(({ key, page }) => [key, new FactsPage(page)] as const);
    // Insertion in key order leaves the B-tree's pages fuller.
    const sorted = [...batch].sort((a, b) => (a.key < b.key ? -1 : 1));
    const records = sorted.map(({ key, page }) => [key, () => packFacts(page)] as const);
    this.environment.write(() => putFactsWithNote(this.environment.tables, records));
    // The update that follows reads all of these pages.
    for (const [key, page] of pages) this.caches.cacheFacts(key, page);
  }

  hasFacts(key: string): boolean {
    requireFactsKey(key);
    return this.environment.currentTables().facts.has(factsKeyBytes(key));
  }

  /** Keys of all stored facts, 32 hex digits each. A file whose facts have one of these keys needs no extraction. */
  factsKeys(): string[] {
    const keys = this.environment.currentTables().facts.keys();
    return keys.map((key) => (typeof key === "number" ? "" : factsKeyOf(key)));
  }

  /** Whether this ledger can still be used. If false, another store has replaced it or a write failed permanently: open it again. */
  isInPlace(): boolean {
    return this.environment.isInPlace();
  }

  /** The owner recorded by the program that opened the ledger for writing; portable files do not contain it. */
  owner(): string | undefined {
    return readOwner(this.environment);
  }

  setOwner(owner: string): void {
    writeOwner(this.environment, owner);
  }

  /** Whether the content still describes another folder: the ledger was created over a layer and has not been compared with its own folder yet. */
  isFork(): boolean {
    return this.environment.currentTables().meta.getOwn(MetaKey.Forked) !== undefined;
  }

  /** Records that the ledger has been compared with its own folder. */
  endFork(): void {
    if (this.isFork()) this.environment.write(() => this.environment.tables.meta.remove(MetaKey.Forked));
  }

  /** Whether no other program changed the store since it was opened; also false while another process writes. */
  isUnchangedByOthers(): boolean {
    return this.environment.isUnchangedByOthers();
  }

  /** Size of the store on disk in bytes, without the layers below it. */
  sizeBytes(): number {
    return this.environment.sizeBytes();
  }

  /** @returns `undefined` if no facts are stored under this key */
  readFacts(key: string): FactsPage | undefined {
    requireFactsKey(key);
    return this.withReader((reader) => reader.factsByKey(key));
  }

  /** Record of the latest version; `undefined` before the first version. */
  latestVersion(): VersionRecord | undefined {
    const { versionSeq, versionMs } = readHead(this.environment.currentTables());
    if (versionSeq === 0) return undefined;
    if (this.latest?.versionMs !== versionMs || this.latest.record.seq !== versionSeq) {
      this.latest = { versionMs, record: this.versionAt(versionSeq) };
    }
    return this.latest.record;
  }

  /** The kept versions, newest first. */
  versions(): Iterable<VersionRecord> {
    return this.iterateWithReader((reader) => reader.versions());
  }

  /** Ids of the kept versions, newest first; reads less than {@link versions}. */
  *versionIds(): Iterable<VersionId> {
    for (const { id } of this.iterateWithReader((reader) => reader.versionLinks())) yield id;
  }

  /** Counter that rises with every commit that changes what snapshots return. */
  contentGeneration(): number {
    return readHead(this.environment.currentTables()).contentGeneration;
  }

  /** The record of a kept version. @throws {GraphError} `VERSION_NOT_FOUND` */
  version(id: VersionId): VersionRecord {
    const wanted = idMs(id);
    for (const record of this.versions()) {
      const ms = idMs(record.id);
      if (ms === wanted) return record;
      if (ms < wanted) break;
    }
    throw new GraphError(
      "VERSION_NOT_FOUND",
      `version ${id} does not exist or was pruned; list the versions that are kept`,
    );
  }

  /**
   * Encodes the latest version as a portable file; its bytes depend on the version's content alone.
   * @throws {GraphError} `VERSION_NOT_FOUND` before the first version
   */
  async exportVersion(): Promise<Uint8Array> {
    const { encodePortable, exportTables } = await import("./portable/index.js");
    const { commit } = this.requireVersion();
    return this.withReader((reader) => encodePortable(exportTables(reader, commit)));
  }

  /**
   * Publishes a file written by {@link exportVersion} as the latest version. Everything that can be computed from the graph is computed again, not
   * taken from the file.
   * @throws {GraphError} `INVALID_FILE`, `SCHEMA_MISMATCH`, `WRITE_CONFLICT`, `STORAGE_FULL`; the latest version is then unchanged
   */
  async importVersion(file: Uint8Array, options: { readonly nowMs: number }): Promise<CommitResult> {
    if (this.isReadOnly) throw readOnlyError();
    const { PortableImport } = await import("./portable/index.js");
    return this.publishImport(PortableImport.of(file), options.nowMs);
  }

  /**
   * The latest version as parts, for a store that keeps equal parts of many versions once.
   * @param commit the git commit that its files equal
   * @throws {GraphError} `VERSION_NOT_FOUND` before the first version
   */
  async exportParts(commit: string): Promise<VersionParts> {
    const { encodeParts } = await import("./portable/index.js");
    this.requireVersion();
    return this.withReader((reader) => encodeParts(reader, commit));
  }

  /**
   * Publishes parts written by {@link exportParts} as the latest version.
   * @param options.replaced if the parts are only those in which the version differs from the latest one: the latest
   * one's parts of files that the version does not have
   * @throws {GraphError} as {@link importVersion}
   */
  async importParts(
    parts: VersionParts,
    { nowMs, replaced }: { readonly nowMs: number; readonly replaced?: readonly Uint8Array[] },
  ): Promise<CommitResult> {
    if (this.isReadOnly) throw readOnlyError();
    const { decodeParts, publishContent, readPaths, writeFacts } = await import("./portable/index.js");
    const decoded = this.withReader((reader) => decodeParts(parts, replaced && reader));
    const { content, facts, producer, commit } = decoded;
    writeFacts(this.environment, facts);
    const published = { content, replaced: replaced && readPaths(replaced) };
    const options = defined({ nowMs, producer, commit });
    return this.withReader((reader) => publishContent(this.environment, reader, published, options));
  }

  /**
   * The latest version's image, see {@link importImage}: all of it but facts, laid out as a store keeps it.
   * @param commit the git commit that its files equal
   * @throws {GraphError} `VERSION_NOT_FOUND` before the first version
   */
  async exportImage(commit: string): Promise<Uint8Array> {
    const { encodeImage, exportTables } = await import("./portable/index.js");
    this.requireVersion();
    return this.withReader((reader) => encodeImage(exportTables(reader, commit)));
  }

  /** Publishes an image of this program's `IMAGE_FORMAT` as the latest version. @throws {GraphError} as {@link importVersion} */
  async importImage(image: VersionImage, options: { readonly nowMs: number }): Promise<CommitResult> {
    if (this.isReadOnly) throw readOnlyError();
    const { PortableImport } = await import("./portable/index.js");
    return this.publishImport(PortableImport.ofImage(image), options.nowMs);
  }

  async close(): Promise<void> {
    await this.environment.close();
  }

  private publishImport(imported: PortableImport, nowMs: number): CommitResult {
    imported.writeFacts(this.environment);
    return this.withReader((reader) => imported.publish(this.environment, reader, nowMs));
  }

  /** Runs `read` on the latest state in one read transaction. */
  private withReader<T>(read: (reader: PageReader) => T): T {
    const { reader, view } = this.openReader();
    try {
      return read(reader);
    } finally {
      view.close();
    }
  }

  /** Like {@link withReader}, for an iterator: one transaction for all records, because records could be pruned between two reads. */
  private *iterateWithReader<T>(read: (reader: PageReader) => Iterable<T>): Iterable<T> {
    const { reader, view } = this.openReader();
    try {
      yield* read(reader);
    } finally {
      view.close();
    }
  }

  private requireVersion(): VersionRecord {
    const latest = this.latestVersion();
    if (latest === undefined) throw new GraphError("VERSION_NOT_FOUND", "there is no version yet; index first");
    return latest;
  }

  private versionAt(seq: number): VersionRecord {
    const payload = this.environment.currentTables().versions.get(seq);
    return decodeVersion(payload ?? throwMissing(`version record ${seq}`), seq);
  }

  /** A reader of the latest state; its view holds a read transaction that sees exactly that state. */
  private openReader(): LatestState {
    const { environment, caches, state } = this;
    const latest = openLatest(environment, { caches, state, derivedWrites: () => this.derived.writes });
    this.state = latest.reader.state;
    return latest;
  }
}

function requireFactsKey(key: string): void {
  if (!isFactsKey(key))
    throw new GraphError("INVALID_UPDATE", `not a facts key: ${key}; expected 32 lower-case hex digits`);
}
