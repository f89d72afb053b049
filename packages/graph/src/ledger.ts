/**
 * The ledger of one repository: facts by content, and one graph version after another. Any number of processes read it at once;
 * one writes. Reads never write.
 */
import { GraphError, type VersionId } from "@sdl/model";
import { FactsPage } from "@sdl/model/facts";
import { StoredDerived } from "./derived/stored-derived.js";
import { corrupt, missing } from "./errors.js";
import { materialise } from "./materialise.js";
import type { CommitResult } from "./publish/publication.js";
import { decodeDifference, type FactsPages } from "./publish/version-difference.js";
import { PageReader } from "./read/page-reader.js";
import { LedgerSnapshot } from "./read/snapshot.js";
import { advanceState, type LedgerState, loadState, PageCaches, type ReadRecord } from "./read/state.js";
import { packFacts } from "./records/facts-record.js";
import { factsKeyBytes, factsKeyOf, isFactsKey } from "./records/file-page.js";
import { decodeHead, MetaKey, readHead } from "./records/head.js";
import { decodeVersion, idMs, type VersionRecord } from "./records/version-record.js";
import { Retention } from "./retention/retention.js";
import { putNoted } from "./retention/unnamed-facts.js";
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
  readonly owner?: string | undefined;
  /** Whether a ledger that is made rests on a layer that was made for another folder, see {@link Ledger.isFork}. */
  readonly isFork?: boolean;
  /** Bound on the decoded facts kept in memory, by estimate. Default 24 MiB. */
  readonly factsCacheBytes?: number;
}

/** A facts page and its address. */
export interface StoredFacts {
  /** 32 hex digits. */
  readonly key: string;
  readonly page: Uint8Array;
}

/** Opens a ledger, making it when `mode` is "write" and there is none. On a medium that cannot be written it opens for reading. */
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
 * As {@link openLedger}, once no look that this process takes at the store is in the way. It is the only thing that is waited for here: where other
 * processes are in the way for a moment, opening waits itself.
 */
export async function openLedgerWhenFree(options: LedgerOptions): Promise<Ledger> {
  if (options.mode !== "read") await StoreEnvironment.whenWritable(options.directory);
  return openLedger(options);
}

export class Ledger {
  /** What may go or take less room. */
  readonly retention: Retention;
  /** What is derived from the latest version, beside it. */
  readonly derived: StoredDerived;
  private state: LedgerState | undefined;
  private caches: PageCaches;
  /** The record that was asked for last; it holds for the version of this time and number. */
  private latest: { readonly versionMs: number; readonly record: VersionRecord } | undefined;

  constructor(
    private readonly environment: StoreEnvironment,
    factsCacheBytes: number | undefined,
  ) {
    this.caches = PageCaches.ofSize(factsCacheBytes);
    this.retention = new Retention(environment, (read) => this.reading(read));
    this.derived = new StoredDerived(environment);
  }

  /** Whether this ledger can only be read: asked for, or forced by the medium. */
  get isReadOnly(): boolean {
    return this.environment.isReadOnly;
  }

  /**
   * Snapshots and drafts that follow see what other processes published until now. Without it those of one turn of the event loop may all see
   * the state that the first of them saw, and a draft of an older state cannot be committed.
   */
  lookAnew(): void {
    this.environment.lookAnew();
  }

  /** The latest version. */
  snapshot(): LedgerSnapshot {
    const { reader, view } = this.openReader();
    return new LedgerSnapshot(reader, () => view.close());
  }

  /**
   * A version in memory as another process made it; it reads as long as nothing is published.
   * @param difference what `MaterialisedVersion.encode` gave @param held the pages that were left out there, by key
   * @param version what the snapshot says it is
   * @returns `undefined` where it was made over another state than the latest one
   * @throws {GraphError} `STORE_CORRUPT` where `difference` is no such thing
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
    return keys.map((key) => (typeof key === "number" ? "" : factsKeyOf(key)));
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
    writeOwner(this.environment, owner);
  }

  /** Whether what it says is of another folder's files still: it began over a layer, and was not compared with its own folder yet. */
  isFork(): boolean {
    return this.environment.current().meta.getOwn(MetaKey.Forked) !== undefined;
  }

  /** Notes that it was compared with its own folder. */
  endFork(): void {
    if (this.isFork()) this.environment.write(() => this.environment.tables.meta.remove(MetaKey.Forked));
  }

  /** Whether nobody but this program changed the store since it was opened; says no, too, while another process writes. */
  isAsLeft(): boolean {
    return this.environment.isAsLeft();
  }

  /** Bytes of the store on disk, without the layers that it may share. */
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
    const { versionSeq, versionMs } = readHead(this.environment.current());
    if (versionSeq === 0) return undefined;
    if (this.latest?.versionMs !== versionMs || this.latest.record.seq !== versionSeq) {
      this.latest = { versionMs, record: this.versionAt(versionSeq) };
    }
    return this.latest.record;
  }

  /** The versions that are kept, the newest first. */
  versions(): Iterable<VersionRecord> {
    return this.readingEach((reader) => reader.versions());
  }

  /** Ids of the versions that are kept, the newest first: less to read than {@link versions}. */
  *versionIds(): Iterable<VersionId> {
    for (const { id } of this.readingEach((reader) => reader.versionLinks())) yield id;
  }

  /** Rises with every commit that snapshots can tell from the one before. */
  contentGeneration(): number {
    return readHead(this.environment.current()).contentGeneration;
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

  /**
   * The latest version as a file for other machines: its bytes depend on its content alone.
   * @throws {GraphError} `VERSION_NOT_FOUND` before the first version
   */
  async exportVersion(): Promise<Uint8Array> {
    const { encodePortable, exportTables } = await import("./portable/index.js");
    const latest = this.latestVersion();
    if (latest === undefined) throw new GraphError("VERSION_NOT_FOUND", "there is no version yet; index first");
    return this.reading((reader) => encodePortable(exportTables(reader, latest.commit)));
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
    return this.reading((reader) => imported.publish(this.environment, reader, options.nowMs));
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

  /** As {@link reading}, one by one: in one transaction, since records between two that are read may be pruned. */
  private *readingEach<T>(read: (reader: PageReader) => Iterable<T>): Iterable<T> {
    const { reader, view } = this.openReader();
    try {
      yield* read(reader);
    } finally {
      view.close();
    }
  }

  private versionAt(seq: number): VersionRecord {
    const payload = this.environment.current().versions.get(seq);
    return decodeVersion(payload ?? missing(`version record ${seq}`), seq);
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
    let seen = this.derived.writes;
    const read: ReadRecord = (table, key) => {
      if (table === "derived" && seen !== this.derived.writes) {
        seen = this.derived.writes;
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
