/**
 * The ledger's LMDB environment: where it lies, how it is opened, its tables, its transactions.
 *
 * Knows bytes and keys; what records mean stands in ../records. Commits are synchronous and durable when they return; there is no
 * write map (a full disk would kill the process) and memory is cleared before it is written (it may have held secrets).
 */
import { existsSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { GraphError } from "@sdl/model";
import { FACTS_FORMAT } from "@sdl/model/facts";
import type { Database, RootDatabase, Transaction } from "lmdb";
import { corrupt } from "../errors.js";
import { MetaKey } from "../records/head.js";
import { isReadOnlyFailure, storageFull, toGraphError } from "./failures.js";
import { openNewest, readsNewest, waitUntil, writeAtNewest } from "./newest-state.js";
import { againWhereGone } from "./opening/again-where-gone.js";
import { type FilePair, findFiles, sizeOfData } from "./opening/file-pair.js";
import { layerDirectory, MAX_LAYERS, readLayer } from "./opening/layer-place.js";
import { outgrows } from "./opening/map-room.js";
import { openingOptions, openRoot } from "./opening/opening.js";
import { prepareDirectory } from "./opening/prepare-directory.js";
import { countHolders, holdMapping, requireMapping, whenWritable } from "./opening/shared-mapping.js";
import type { TableLayout } from "./pages/inspect-pages.js";
import { parseReaders, type StoreReader } from "./readers.js";
import { type RecordKey, RecordTable } from "./record-table.js";
import { isRefusedRoom, requireRoom } from "./room.js";
import { describeFile, readStamp, writeStamp } from "./stamp.js";
import { decodeWrites, Tally } from "./tally.js";

/**
 * Raise with every change of a record's meaning, and when a new version of the storage library has another form of data or lock files: another
 * schema is another directory. The library ends a process that opens a store whose lock file a live process keeps in another form.
 */
export const LEDGER_SCHEMA = 5;

/** All tables and how their keys are written. Order is part of the checksums: append only. */
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

/**
 * Most files' facts are some kilobytes, and a record over half a page takes whole pages: at the usual 4,096 a repository of small
 * files loses a fifth of its store to their ends.
 */
const PAGE_BYTES = 2048;

/** After so many writes the places of readers that died are freed: each keeps the pages of its state from being used again. */
const WRITES_PER_READER_CHECK = 64;

/** With less room than this a failed write is put down to it. */
const SCARCE_BYTES = 16 * 1024 * 1024;

/** A look that this process takes at a store holds it for some milliseconds. */
const LOOK_PATIENCE_MS = 5_000;

export type TableName = keyof typeof TABLES;
export type OpenMode = "write" | "read";

/** In the order of their numbers. */
export function tableLayouts(): readonly (TableLayout & { readonly name: TableName })[] {
  const names = Object.keys(TABLES) as TableName[];
  return names.map((name, i) => ({ name, number: i + 1, hasIntegerKeys: TABLES[name] === "uint32" }));
}

/** The name of the schema's directory: facts of another format cannot be compared with these. */
export function schemaDirectory(): string {
  return `v${LEDGER_SCHEMA}.${FACTS_FORMAT}`;
}

/** Where the data file lies. @param directory the store's, by convention `<root>/.sdl` */
export function environmentFolder(directory: string): string {
  return join(directory, schemaDirectory(), "ledger");
}

/** How long the data file is; 0 when there is none. @param directory the store's */
export function dataFileBytes(directory: string): number {
  return sizeOfData(environmentFolder(directory));
}

/** Who holds a read transaction over some time, and gives it back when asked: the next read takes a new one. */
export interface TransactionHolder {
  release(): void;
}

/** An environment that another rests on: nothing writes it any more. */
interface Layer {
  readonly name: string;
  readonly environment: StoreEnvironment;
}

/** An open environment. One for each directory and process. */
export class StoreEnvironment {
  /** For writing, and for reading inside a write; {@link current} for reading otherwise. */
  readonly tables: Readonly<Record<TableName, RecordTable>>;
  private readonly holders = new Set<TransactionHolder>();
  private isWriting = false;
  private readonly tally = new Tally();
  private readonly opened: FilePair | undefined;
  /** What the data file was like when it was last known to be as this program left it. */
  private seen: string | undefined;
  /** The store was written at least so often, as far as this environment wrote or read. */
  private knownWrites = 0;
  private isClosed = false;
  /** Set when the library gave the environment up: it must be opened again. */
  private hasFailed = false;

  private constructor(
    private readonly path: string,
    private mapped: Mapped,
    /** Whether it was opened for reading only: asked for, or forced by the medium. */
    readonly isReadOnly: boolean,
    /** What it rests on. */
    private readonly below: Layer | undefined,
  ) {
    // In one transaction: a new store is there with all its tables or not at all, and the disk is waited for once.
    this.tables = isReadOnly ? this.openTables() : writeAtNewest(this.root, () => this.openTables());
    this.opened = findFiles(path);
    this.seen = this.describe();
    // What another process had written when this one began is not to be missed.
    this.knownWrites = readStamp(path)?.writes ?? 0;
  }

  /**
   * @param directory holds a directory for each schema; made when missing and `mode` is "write"
   * @throws {GraphError} `STORE_MISSING` when there is nothing to read, `STORE_READ_ONLY` when nothing can be made
   */
  static open(directory: string, mode: OpenMode): StoreEnvironment {
    return againWhereGone(() => StoreEnvironment.openFound(directory, mode));
  }

  private static openFound(directory: string, mode: OpenMode): StoreEnvironment {
    const path = environmentFolder(directory);
    const exists = existsSync(join(path, "data.mdb"));
    if (mode === "read" && !exists) throw missing(directory);
    try {
      if (mode === "write") {
        if (!exists) prepareDirectory(directory, path);
        return StoreEnvironment.around(directory, "write");
      }
    } catch (error) {
      if (!exists || !isReadOnlyFailure(error)) throw toGraphError(error, `opening the store in ${directory}`);
    }
    try {
      return StoreEnvironment.around(directory, "read");
    } catch (error) {
      throw toGraphError(error, `opening the store in ${directory} for reading`);
    }
  }

  /** Resolves when {@link open} for writing finds no look of this process in its way, or when that takes too long. */
  static async whenWritable(directory: string): Promise<void> {
    let file: string | undefined;
    try {
      file = findFiles(environmentFolder(directory))?.data;
    } catch {
      return; // what stands in its place is met when it is opened
    }
    if (file !== undefined) await whenWritable(file, LOOK_PATIENCE_MS);
  }

  private static around(directory: string, mode: OpenMode, depth = 0): StoreEnvironment {
    const path = environmentFolder(directory);
    const below = StoreEnvironment.openLayer(directory, depth + 1);
    let mapped: Mapped | undefined;
    try {
      mapped = openMapped(path, mode);
      return new StoreEnvironment(path, mapped, mode === "read", below);
    } catch (error) {
      if (mapped !== undefined) void closeRoot(mapped);
      void below?.environment.close();
      throw error;
    }
  }

  /** @throws {GraphError} `STORE_CORRUPT` where the layer is not there */
  private static openLayer(directory: string, depth: number): Layer | undefined {
    const name = readLayer(environmentFolder(directory));
    if (name === undefined) return undefined;
    const place = layerDirectory(directory, name);
    if (depth > MAX_LAYERS || dataFileBytes(place) === 0) throw corrupt(`layer ${name} below the store`);
    return { name, environment: StoreEnvironment.around(place, "read", depth) };
  }

  /** The name of the layer that it rests on. */
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
    if (database === undefined) throw new GraphError("STORE_MISSING", "the store was never finished; index again");
    return database;
  }

  private get root(): RootDatabase {
    return this.mapped.root;
  }

  /**
   * The tables, for reading what is the newest now. Never an older state than what was read or written here before.
   * @throws {GraphError} `STORE_CORRUPT` where the store holds only an older one, `STORE_MOVED` where it holds that and it cannot be read
   */
  current(): Readonly<Record<TableName, RecordTable>> {
    if (!this.isWriting && !this.isClosed && !this.readsKnownWrites()) {
      this.reopen();
      if (!this.readsKnownWrites()) throw this.outdated();
    }
    return this.tables;
  }

  /** What others wrote until now is read from now on: else a whole turn of the event loop reads the state that it read first. */
  lookAnew(): void {
    if (!this.isWriting && !this.isClosed) this.root.resetReadTxn();
  }

  /** Raises what is known to what is read. @returns false where an older state is read for longer than another process needs to open the store */
  private readsKnownWrites(): boolean {
    return waitUntil(() => {
      const writes = this.writesInStore();
      const isKnown = writes >= this.knownWrites;
      if (isKnown) this.knownWrites = writes;
      // Else the state that this turn of the event loop reads would be read on.
      else this.root.resetReadTxn();
      return isKnown;
    });
  }

  private outdated(): GraphError {
    if (readsNewest(this.root)) return wentBack(this.writesInStore(), this.knownWrites);
    const figures = `${this.writesInStore()} of ${this.knownWrites} writes`;
    const text = `the store's lock file names an older state (${figures}); open the store again`;
    return this.explain(new GraphError("STORE_MOVED", text));
  }

  private writesInStore(): number {
    return decodeWrites(this.tables.meta.getOwn(MetaKey.Tally));
  }

  /** Opens the environment anew in this one's place: that sets right what the lock file says is the newest state. */
  private reopen(): void {
    // The library would make the folder again.
    if (findFiles(this.path) === undefined) throw replaced();
    for (const holder of [...this.holders]) holder.release();
    try {
      void closeRoot(this.mapped);
      this.mapped = openMapped(this.path, this.isReadOnly ? "read" : "write");
      const openAll = () => {
        for (const [name, table] of Object.entries(this.tables)) table.attach(this.openTable(name as TableName));
      };
      if (this.isReadOnly) openAll();
      else writeAtNewest(this.root, openAll);
    } catch (error) {
      this.hasFailed = true;
      throw this.explain(toGraphError(error, "opening the store again"));
    }
  }

  /**
   * A read transaction that sees one state of all tables until it is {@link endRead ended}.
   * @param holder gives it back when asked
   */
  beginRead(holder: TransactionHolder): Transaction {
    if (this.isClosed) throw new GraphError("STORE_CLOSED", "the ledger is closed; open it again");
    this.current();
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

  /** Runs `action` in one transaction: all of it is on disk when this returns, or none of it. */
  write<T>(action: () => T): T {
    if (this.isReadOnly) throw readOnly();
    if (this.isClosed) throw new GraphError("STORE_CLOSED", "the ledger is closed; open it again");
    if (!this.isInPlace()) throw replaced();
    const { tally } = this;
    try {
      const result = this.writeNow(() => {
        // Another process may have made a layer of it while this one waited for its turn.
        if (!this.isInPlace()) throw replaced();
        return this.tallied(action);
      });
      if (tally.hasChanged) {
        this.knownWrites = tally.writes;
        this.seen = this.noteWritten();
        if (tally.writes % WRITES_PER_READER_CHECK === 0) this.root.readerCheck();
      }
      return result;
    } catch (error) {
      const failure = this.explain(toGraphError(error, "writing the store"));
      this.hasFailed = this.isGivenUp();
      throw failure.code === "STORE_IO" && this.hasNoRoom() ? storageFull("writing the store", error) : failure;
    }
  }

  /** What stands in the place of this environment by now is not described. */
  private noteWritten(): string | undefined {
    const stamped = this.isInPlace() ? writeStamp(this.path, this.tally.writes) : undefined;
    return stamped ?? this.describe();
  }

  /** Opens the environment again where no write transaction follows the newest commit. */
  private writeNow<T>(action: () => T): T {
    this.isWriting = true;
    try {
      return writeAtNewest(this.root, action);
    } catch (error) {
      if (!(error instanceof GraphError) || error.code !== "STORE_MOVED") throw error;
      this.reopen();
      return writeAtNewest(this.root, action);
    } finally {
      this.isWriting = false;
    }
  }

  /** What an error means that stays after the environment was opened again. */
  private explain(error: GraphError): GraphError {
    return error.code === "STORE_MOVED" && this.isOpenTwice() ? openTwice() : error;
  }

  /** Whether this process has the data file open through another environment, too: opening this one again then sets nothing right. */
  private isOpenTwice(): boolean {
    return countHolders(findFiles(this.path)?.data ?? this.path) > 1;
  }

  /**
   * Whether this environment is still the one that lies in its folder: nothing was deleted, put in its place, or cut off under it. What
   * was opened must not be read or written otherwise, nor when it outgrew the memory it is mapped into. Costs two stats.
   */
  isInPlace(): boolean {
    const { opened } = this;
    if (this.isClosed || this.hasFailed) return false;
    if (opened === undefined) return true;
    const now = findFiles(this.path);
    if (now === undefined || now.data !== opened.data || now.lock !== opened.lock) return false;
    if (now.sizeBytes < opened.sizeBytes) return false;
    if (outgrows(now.sizeBytes, this.mapped.room, this.isReadOnly ? "read" : "write")) return false;
    opened.sizeBytes = now.sizeBytes;
    return this.below?.environment.isInPlace() ?? true;
  }

  /** Whether nobody but this program wrote to the data file since it was opened. A write that another process is at right now says no. */
  isAsLeft(): boolean {
    if (this.below?.environment.isAsLeft() === false) return false;
    const now = this.describe();
    if (now === this.seen) return true;
    const stamp = readStamp(this.path);
    if (now === undefined || stamp?.file !== now || stamp.damage !== undefined) return false;
    this.seen = now;
    return true;
  }

  private describe(): string | undefined {
    try {
      return describeFile(join(this.path, "data.mdb"));
    } catch {
      return undefined; // it is gone, which isInPlace() says
    }
  }

  /** The processes that hold a state of this store, this one not counted. */
  readers(): StoreReader[] {
    const { lastTxnId = 0 }: { readonly lastTxnId?: number } = this.root.getStats();
    return parseReaders(this.root.readerList(), lastTxnId).filter(({ pid }) => pid !== process.pid);
  }

  /** After a failed write the library may refuse everything until the environment is opened again. */
  private isGivenUp(): boolean {
    try {
      // The state that this turn of the event loop reads could still be read.
      this.root.resetReadTxn();
      this.tables.meta.has(MetaKey.Format);
      return false;
    } catch (error) {
      return error instanceof GraphError && error.code === "STORE_FAILED";
    }
  }

  private tallied<T>(action: () => T): T {
    const { tally } = this;
    const { meta } = this.tables;
    tally.load(meta.getOwn(MetaKey.Tally));
    if (tally.writes < this.knownWrites) throw wentBack(tally.writes, this.knownWrites);
    const result = action();
    if (tally.hasChanged) {
      meta.putUncounted(MetaKey.Tally, tally.encode());
      requireRoom(this.path, tally.writtenBytes);
    }
    return result;
  }

  /** Bytes of the data file on disk, layers left out. */
  sizeBytes(): number {
    return statSync(join(this.path, "data.mdb")).size;
  }

  /** A write that ended short is an input/output error to LMDB; where no room can be had otherwise either, it was the room. */
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

function replaced(): GraphError {
  return new GraphError("STORE_MOVED", "the store was replaced or outgrew its map; open it again");
}

function openTwice(): GraphError {
  const message =
    "this process has the store open more than once, which keeps it at an older state; nothing was read or written, try again";
  return new GraphError("STORE_BUSY", message);
}

function wentBack(writes: number, known: number): GraphError {
  return corrupt(`the store went back to an older state (${writes} of ${known} writes): it`);
}

export function readOnly(): GraphError {
  return new GraphError(
    "STORE_READ_ONLY",
    "the store can only be read here; make its folder writable, or pass --store with another, and try again",
  );
}

function missing(directory: string): GraphError {
  return new GraphError("STORE_MISSING", `no ledger in ${directory}; index the repository first`);
}

/** An environment and the bytes of address space that it lies in. */
interface Mapped {
  readonly root: RootDatabase;
  readonly room: number;
  /** Notes that it was closed. */
  readonly letGo: () => void;
}

function openMapped(path: string, mode: OpenMode): Mapped {
  return openNewest(
    () => openOnce(path, mode),
    (mapped) => void closeRoot(mapped),
  );
}

function openOnce(path: string, mode: OpenMode): Mapped {
  const before = findFiles(path);
  if (before !== undefined) requireMapping(before.data, mode);
  const options = openingOptions(path, mode);
  const root = openRoot({
    ...options,
    readOnly: mode === "read",
    pageSize: PAGE_BYTES,
    maxDbs: Object.keys(TABLES).length + 2,
  });
  const letGo = holdMapping((before ?? findFiles(path))?.data ?? path, mode);
  return { root, room: options.mapSize, letGo };
}

async function closeRoot({ root, letGo }: Mapped): Promise<void> {
  letGo();
  await root.close();
}
