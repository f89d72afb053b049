/**
 * LMDB environment of the ledger: location, opening, tables, transactions. Handles bytes and keys; ../records defines their meaning.
 * A commit is synchronous and durable. There is no write map (a full disk would end the process), and memory is cleared before writing (secrets).
 */
import { existsSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { GraphError } from "@sdl/model";
import { FACTS_FORMAT } from "@sdl/model/facts";
import type { Database, RootDatabase, Transaction } from "lmdb";
import { damagedError } from "../errors.js";
import { MetaKey } from "../records/head.js";
import { isReadOnlyFailure, storageFullError, toGraphError } from "./failures.js";
import { openNewest, readsNewest, waitUntil, writeAtNewest } from "./newest-state.js";
import { type FilePair, statDataBytes, statFilePair } from "./opening/file-pair.js";
import { layerDirectory, MAX_LAYERS, readLayer } from "./opening/layer-place.js";
import { hasOutgrownRoom } from "./opening/map-room.js";
import { openingOptions, openRoot } from "./opening/opening.js";
import { prepareDirectory } from "./opening/prepare-directory.js";
import { retryIfRemoved } from "./opening/retry-if-removed.js";
import { countHolders, registerMapping, requireNoReadOnlyMapping, whenWritable } from "./opening/shared-mapping.js";
import type { TableLayout } from "./pages/inspect-pages.js";
import { parseReaders, type StoreReader } from "./readers.js";
import { type RecordKey, RecordTable } from "./record-table.js";
import { isRefusedRoom, requireRoom } from "./room.js";
import { describeFile, readStamp, writeStamp } from "./stamp.js";
import { decodeWrites, Tally } from "./tally.js";

/**
 * Number of the ledger's schema; each one has its own directory. Raise it when a record's meaning or the library's data or lock file format
 * changes: the library ends a process that opens a store whose lock file a live process uses in another format.
 */
export const LEDGER_SCHEMA = 5;

/** All tables with the encoding of their keys. The order is part of the checksums: append only. */
const TABLES = {
  meta: "uint32",
  facts: "binary",
  files: "uint32",
  symbols: "uint32",
  outgoing: "uint32",
  incoming: "uint32",
  lookups: "uint32",
  ids: "uint32",
  names: "uint32",
  postings: "uint32",
  presence: "uint32",
  configs: "uint32",
  versions: "uint32",
  log: "uint32",
  derived: "uint32",
  bases: "binary",
} as const;

/** Page size in bytes: smaller than the usual 4,096, at which a repository of small files loses a fifth of its store to unused page ends. */
const PAGE_BYTES = 2048;

/** Number of writes between two checks for dead readers. A dead reader's slot prevents the pages of its state from being reused. */
const WRITES_PER_READER_CHECK = 64;

/** Free space in bytes below which a failed write is attributed to a full disk. */
const SCARCE_BYTES = 16 * 1024 * 1024;

/** Time to wait for this process's own check of the store's pages; a check takes some milliseconds. */
const CHECK_PATIENCE_MS = 5_000;

/** Name of a table in the ledger. */
export type TableName = keyof typeof TABLES;
/** Whether a store is opened for writing. */
export type OpenMode = "write" | "read";

/** Layouts of all tables, ordered by table number. */
export function tableLayouts(): readonly (TableLayout & { readonly name: TableName })[] {
  const names = Object.keys(TABLES) as TableName[];
  return names.map((name, i) => ({ name, number: i + 1, hasIntegerKeys: TABLES[name] === "uint32" }));
}

/** Name of the schema's directory. It includes the facts format: facts of different formats cannot be compared. */
export function schemaDirectory(): string {
  return `v${LEDGER_SCHEMA}.${FACTS_FORMAT}`;
}

/** Folder of the data file. @param directory the store's directory, by convention `<root>/.sdl` */
export function environmentFolder(directory: string): string {
  return join(directory, schemaDirectory(), "ledger");
}

/** Length of the data file in bytes; 0 if there is none. @param directory the store's directory */
export function dataFileBytes(directory: string): number {
  return statDataBytes(environmentFolder(directory));
}

/** Holder of a read transaction; releases it on request, and takes a new one for its next read. */
export interface TransactionHolder {
  release(): void;
}

/** A read-only environment that is the base of another one. */
interface Layer {
  readonly name: string;
  readonly environment: StoreEnvironment;
}

/** An open environment; one per directory and process. */
export class StoreEnvironment {
  /** Tables for writing, and for reading inside a write; other reads use {@link currentTables}. */
  readonly tables: Readonly<Record<TableName, RecordTable>>;
  private readonly holders = new Set<TransactionHolder>();
  private isWriting = false;
  private readonly tally = new Tally();
  private readonly opened: FilePair | undefined;
  /** Description of the data file when it was last known to be unchanged by other programs. */
  private knownDescription: string | undefined;
  /** Minimum number of writes in the store, from what this environment has written or read. */
  private knownWrites = 0;
  private isClosed = false;
  /** True if the library refuses all further operations: the environment must be opened again. */
  private hasFailed = false;

  private constructor(
    private readonly path: string,
    private mapped: MappedEnvironment,
    /** Whether it was opened for reading only: requested, or forced by the medium. */
    readonly isReadOnly: boolean,
    /** The layer that is the base of this environment. */
    private readonly below: Layer | undefined,
  ) {
    // All tables are created in one transaction: a new store has all of them or none, and the disk is synced once.
    this.tables = isReadOnly ? this.openTables() : writeAtNewest(this.root, () => this.openTables());
    this.opened = statFilePair(path);
    this.knownDescription = this.describe();
    // Writes that other processes completed before this one started must be seen.
    this.knownWrites = readStamp(path)?.writes ?? 0;
  }

  /**
   * @param directory the store's directory, which contains a directory per schema; created if missing and `mode` is "write"
   * @throws {GraphError} `STORE_MISSING` if there is no store to read, `STORE_READ_ONLY` if none can be created
   */
  static open(directory: string, mode: OpenMode): StoreEnvironment {
    return retryIfRemoved(() => StoreEnvironment.openExisting(directory, mode));
  }

  private static openExisting(directory: string, mode: OpenMode): StoreEnvironment {
    const path = environmentFolder(directory);
    const exists = existsSync(join(path, "data.mdb"));
    if (mode === "read" && !exists) throw missingStoreError(directory);
    try {
      if (mode === "write") {
        if (!exists) prepareDirectory(directory, path);
        return StoreEnvironment.openWithLayers(directory, "write");
      }
    } catch (error) {
      if (!exists || !isReadOnlyFailure(error)) throw toGraphError(error, `opening the store in ${directory}`);
    }
    try {
      return StoreEnvironment.openWithLayers(directory, "read");
    } catch (error) {
      throw toGraphError(error, `opening the store in ${directory} for reading`);
    }
  }

  /** Resolves when this process is not checking the store's pages, so that {@link open} for writing succeeds, or after {@link CHECK_PATIENCE_MS}. */
  static async whenWritable(directory: string): Promise<void> {
    let file: string | undefined;
    try {
      file = statFilePair(environmentFolder(directory))?.data;
    } catch {
      return; // opening the store reports the problem
    }
    if (file !== undefined) await whenWritable(file, CHECK_PATIENCE_MS);
  }

  private static openWithLayers(directory: string, mode: OpenMode, depth = 0): StoreEnvironment {
    const path = environmentFolder(directory);
    const below = StoreEnvironment.openLayer(directory, depth + 1);
    let mapped: MappedEnvironment | undefined;
    try {
      mapped = openMapped(path, mode);
      return new StoreEnvironment(path, mapped, mode === "read", below);
    } catch (error) {
      if (mapped !== undefined) void closeRoot(mapped);
      void below?.environment.close();
      throw error;
    }
  }

  /** @throws {GraphError} `STORE_CORRUPT` if the layer is missing */
  private static openLayer(directory: string, depth: number): Layer | undefined {
    const name = readLayer(environmentFolder(directory));
    if (name === undefined) return undefined;
    const place = layerDirectory(directory, name);
    if (depth > MAX_LAYERS || dataFileBytes(place) === 0) throw damagedError(`layer ${name} below the store`);
    return { name, environment: StoreEnvironment.openWithLayers(place, "read", depth) };
  }

  /** Name of the layer that is the base of this environment. */
  get layer(): string | undefined {
    return this.below?.name;
  }

  private openTables(): Record<TableName, RecordTable> {
    const entries = Object.keys(TABLES).map((name, index) => {
      const options = { tally: this.tally, below: this.below?.environment.tables[name as TableName] };
      return [name, new RecordTable(this.openTable(name as TableName), name, index + 1, options)] as const;
    });
    return Object.fromEntries(entries) as Record<TableName, RecordTable>;
  }

  private openTable(name: TableName): Database<Uint8Array, RecordKey> {
    const database = this.root.openDB<Uint8Array, RecordKey>({ name, encoding: "binary", keyEncoding: TABLES[name] });
    if (database === undefined)
      throw new GraphError("STORE_MISSING", "the creation of the store was interrupted; index again");
    return database;
  }

  private get root(): RootDatabase {
    return this.mapped.root;
  }

  /**
   * The tables, for reading the newest state, which is never older than a state read or written here before.
   * @throws {GraphError} `STORE_CORRUPT` if the store only contains an older state, `STORE_MOVED` if it contains a newer state that cannot be read
   */
  currentTables(): Readonly<Record<TableName, RecordTable>> {
    if (!this.isWriting && !this.isClosed && !this.readsKnownWrites()) {
      this.reopenEnvironment();
      if (!this.readsKnownWrites()) throw this.outdatedError();
    }
    return this.tables;
  }

  /** Ends the cached read transaction: otherwise a whole event-loop turn reads the state of its first read. */
  seeNewCommits(): void {
    if (!this.isWriting && !this.isClosed) this.root.resetReadTxn();
  }

  /** Waits until the state read is as new as the known one, and updates the latter. @returns false if it is still older after the waiting time */
  private readsKnownWrites(): boolean {
    return waitUntil(() => {
      const writes = this.writesInStore();
      const isKnown = writes >= this.knownWrites;
      if (isKnown) this.knownWrites = writes;
      // Otherwise the cached read transaction of this event-loop turn would be read again.
      else this.root.resetReadTxn();
      return isKnown;
    });
  }

  private outdatedError(): GraphError {
    if (readsNewest(this.root)) return olderStateError(this.writesInStore(), this.knownWrites);
    const figures = `${this.writesInStore()} of ${this.knownWrites} writes`;
    const text = `the store's lock file names an older state (${figures}); open the store again`;
    return this.explainError(new GraphError("STORE_MOVED", text));
  }

  private writesInStore(): number {
    return decodeWrites(this.tables.meta.getOwn(MetaKey.Tally));
  }

  /** Opens the environment again in place. This corrects the lock file's number of the newest transaction. */
  private reopenEnvironment(): void {
    // The library would create the folder again.
    if (statFilePair(this.path) === undefined) throw replacedStoreError();
    for (const holder of [...this.holders]) holder.release();
    try {
      void closeRoot(this.mapped);
      this.mapped = openMapped(this.path, this.isReadOnly ? "read" : "write");
      const openAll = () => {
        for (const [name, table] of Object.entries(this.tables))
          table.attachDatabase(this.openTable(name as TableName));
      };
      if (this.isReadOnly) openAll();
      else writeAtNewest(this.root, openAll);
    } catch (error) {
      this.hasFailed = true;
      throw this.explainError(toGraphError(error, "opening the store again"));
    }
  }

  /**
   * Begins a read transaction that sees one state of all tables until {@link endRead}.
   * @param holder releases the transaction on request
   */
  beginRead(holder: TransactionHolder): Transaction {
    if (this.isClosed) throw new GraphError("STORE_CLOSED", "the ledger is closed; open it again");
    this.currentTables();
    try {
      const transaction = this.root.useReadTransaction();
      this.holders.add(holder);
      return transaction;
    } catch (error) {
      throw toGraphError(error, "reading the store");
    }
  }

  endRead(transaction: Transaction, holder: TransactionHolder): void {
    this.holders.delete(holder);
    if (!this.isClosed) transaction.done();
  }

  /** Runs `action` in one transaction: on return, all of it is on disk; on an error, none of it. */
  write<T>(action: () => T): T {
    if (this.isReadOnly) throw readOnlyError();
    if (this.isClosed) throw new GraphError("STORE_CLOSED", "the ledger is closed; open it again");
    if (!this.isInPlace()) throw replacedStoreError();
    const { tally } = this;
    try {
      const result = this.writeNow(() => {
        // Another process may have turned this store into a layer while this one waited to write.
        if (!this.isInPlace()) throw replacedStoreError();
        return this.withTally(action);
      });
      if (tally.hasChanged) {
        this.knownWrites = tally.writes;
        this.knownDescription = this.stampWrite();
        if (tally.writes % WRITES_PER_READER_CHECK === 0) this.root.readerCheck();
      }
      return result;
    } catch (error) {
      const failure = this.explainError(toGraphError(error, "writing the store"));
      this.hasFailed = this.refusesOperations();
      throw failure.code === "STORE_IO" && this.hasNoRoom() ? storageFullError("writing the store", error) : failure;
    }
  }

  /** Writes the stamp after a write. If another environment is in this folder by now, no stamp is written. */
  private stampWrite(): string | undefined {
    const stamped = this.isInPlace() ? writeStamp(this.path, this.tally.writes) : undefined;
    return stamped ?? this.describe();
  }

  /** Writes; if no write transaction can follow the newest commit, opens the environment again and retries once. */
  private writeNow<T>(action: () => T): T {
    this.isWriting = true;
    try {
      return writeAtNewest(this.root, action);
    } catch (error) {
      if (!(error instanceof GraphError) || error.code !== "STORE_MOVED") throw error;
      this.reopenEnvironment();
      return writeAtNewest(this.root, action);
    } finally {
      this.isWriting = false;
    }
  }

  /** Translates an error that persists after the environment was opened again. */
  private explainError(error: GraphError): GraphError {
    return error.code === "STORE_MOVED" && this.isOpenTwice() ? openTwice() : error;
  }

  /** Whether this process has the data file open through another environment as well: then opening this one again has no effect. */
  private isOpenTwice(): boolean {
    return countHolders(statFilePair(this.path)?.data ?? this.path) > 1;
  }

  /**
   * Whether the folder still contains this environment, at its size or larger, and within its map. If not, do not read or write it. Costs two
   * stats.
   */
  isInPlace(): boolean {
    const { opened } = this;
    if (this.isClosed || this.hasFailed) return false;
    if (opened === undefined) return true;
    const now = statFilePair(this.path);
    if (now === undefined || now.data !== opened.data || now.lock !== opened.lock) return false;
    if (now.sizeBytes < opened.sizeBytes) return false;
    if (hasOutgrownRoom(now.sizeBytes, this.mapped.room, this.isReadOnly ? "read" : "write")) return false;
    opened.sizeBytes = now.sizeBytes;
    return this.below?.environment.isInPlace() ?? true;
  }

  /** Whether only this program wrote to the data file since it was opened. Also false while another process writes. */
  isUnchangedByOthers(): boolean {
    if (this.below?.environment.isUnchangedByOthers() === false) return false;
    const now = this.describe();
    if (now === this.knownDescription) return true;
    const stamp = readStamp(this.path);
    if (now === undefined || stamp?.file !== now || stamp.damage !== undefined) return false;
    this.knownDescription = now;
    return true;
  }

  private describe(): string | undefined {
    try {
      return describeFile(join(this.path, "data.mdb"));
    } catch {
      return undefined; // the file no longer exists, which isInPlace() reports
    }
  }

  /** Other processes that hold a read transaction on this store. */
  otherReaders(): StoreReader[] {
    const { lastTxnId = 0 }: { readonly lastTxnId?: number } = this.root.getStats();
    return parseReaders(this.root.readerList(), lastTxnId).filter(({ pid }) => pid !== process.pid);
  }

  /** Whether the library refuses all operations after a failed write until the environment is opened again. */
  private refusesOperations(): boolean {
    try {
      // Ends the cached read transaction: otherwise `has` would still read the state of this event-loop turn and succeed.
      this.root.resetReadTxn();
      this.tables.meta.has(MetaKey.Format);
      return false;
    } catch (error) {
      return error instanceof GraphError && error.code === "STORE_FAILED";
    }
  }

  private withTally<T>(action: () => T): T {
    const { tally } = this;
    const { meta } = this.tables;
    tally.load(meta.getOwn(MetaKey.Tally));
    if (tally.writes < this.knownWrites) throw olderStateError(tally.writes, this.knownWrites);
    const result = action();
    if (tally.hasChanged) {
      meta.putUncounted(MetaKey.Tally, tally.encode());
      requireRoom(this.path, tally.writtenBytes);
    }
    return result;
  }

  /** Size of the data file in bytes, without layers. */
  sizeBytes(): number {
    return statSync(join(this.path, "data.mdb")).size;
  }

  /** Whether the disk is full, the usual cause of LMDB's input/output error: there is little free space, or a test write fails too. */
  private hasNoRoom(): boolean {
    const { bavail, bsize } = statfsSync(this.path);
    return bavail * bsize < SCARCE_BYTES || isRefusedRoom(this.path, this.sizeBytes());
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await closeRoot(this.mapped);
    await this.below?.environment.close();
  }
}

function replacedStoreError(): GraphError {
  return new GraphError("STORE_MOVED", "the store was replaced or outgrew its map; open it again");
}

function openTwice(): GraphError {
  const message =
    "this process has the store open more than once and therefore sees an older state; nothing was read or written, try again";
  return new GraphError("STORE_BUSY", message);
}

function olderStateError(writes: number, known: number): GraphError {
  return damagedError(`the store, which went back to an older state (${writes} of ${known} writes),`);
}

/** The error for a write to a store that cannot be written. */
export function readOnlyError(): GraphError {
  return new GraphError(
    "STORE_READ_ONLY",
    "the store can only be read here; make its folder writable, or pass --store with another folder, and try again",
  );
}

function missingStoreError(directory: string): GraphError {
  return new GraphError("STORE_MISSING", `no ledger in ${directory}; index the repository first`);
}

/** An environment and the address space reserved for it, in bytes. */
interface MappedEnvironment {
  readonly root: RootDatabase;
  readonly room: number;
  /** Registers that the environment was closed. */
  readonly unregister: () => void;
}

function openMapped(path: string, mode: OpenMode): MappedEnvironment {
  return openNewest(
    () => openOnce(path, mode),
    (mapped) => void closeRoot(mapped),
  );
}

function openOnce(path: string, mode: OpenMode): MappedEnvironment {
  const before = statFilePair(path);
  if (before !== undefined) requireNoReadOnlyMapping(before.data, mode);
  const options = openingOptions(path, mode);
  const root = openRoot({
    ...options,
    readOnly: mode === "read",
    pageSize: PAGE_BYTES,
    maxDbs: Object.keys(TABLES).length + 2,
  });
  const unregister = registerMapping((before ?? statFilePair(path))?.data ?? path, mode);
  return { root, room: options.mapSize, unregister };
}

async function closeRoot({ root, unregister }: MappedEnvironment): Promise<void> {
  unregister();
  await root.close();
}
