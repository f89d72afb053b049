/**
 * The ledger's LMDB environment: where it lies, how it is opened, its tables, its transactions.
 *
 * Knows bytes and keys; what records mean stands in ../records. Commits are synchronous and durable when they return; there is no
 * write map (a full disk would kill the process) and memory is cleared before it is written (it may have held secrets).
 */
import { existsSync, mkdirSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { FACTS_FORMAT } from "@sdl/model";
import { open, type RootDatabase, type Transaction } from "lmdb";
import { corrupt, GraphError } from "../errors.js";
import { MetaKey } from "../records/head.js";
import { isReadOnlyFailure, storageFull, toGraphError } from "./failures.js";
import { outgrows } from "./map-room.js";
import { openingOptions } from "./opening.js";
import type { TableLayout } from "./pages/inspect-pages.js";
import { parseReaders, type StoreReader } from "./readers.js";
import { type RecordKey, RecordTable } from "./record-table.js";
import { isRefusedRoom, requireRoom } from "./room.js";
import { describeFile, readStamp, writeStamp } from "./stamp.js";
import { Tally } from "./tally.js";

/** Raise with every change of a record's meaning: another schema is another directory. */
export const LEDGER_SCHEMA = 4;

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
  return statSync(join(environmentFolder(directory), "data.mdb"), { throwIfNoEntry: false })?.size ?? 0;
}

/** An open environment. One for each directory and process. */
export class StoreEnvironment {
  readonly tables: Readonly<Record<TableName, RecordTable>>;
  private readonly tally = new Tally();
  private readonly opened: FilePair | undefined;
  /** What the data file was like when it was last known to be as this program left it. */
  private seen: string | undefined;
  /** The store was written at least so often. */
  private knownWrites = 0;
  private isClosed = false;
  /** Set when the library gave the environment up: it must be opened again. */
  private hasFailed = false;

  private constructor(
    private readonly path: string,
    private readonly mapped: Mapped,
    /** Whether it was opened for reading only: asked for, or forced by the medium. */
    readonly isReadOnly: boolean,
  ) {
    // In one transaction: a new store is there with all its tables or not at all, and the disk is waited for once.
    this.tables = isReadOnly ? this.openTables() : this.root.transactionSync(() => this.openTables());
    this.opened = findFiles(path);
    this.seen = this.describe();
  }

  /**
   * @param directory holds a directory for each schema; made when missing and `mode` is "write"
   * @throws {GraphError} `STORE_MISSING` when there is nothing to read, `STORE_READ_ONLY` when nothing can be made
   */
  static open(directory: string, mode: OpenMode): StoreEnvironment {
    const path = environmentFolder(directory);
    const exists = existsSync(join(path, "data.mdb"));
    if (mode === "read" && !exists) throw missing(directory);
    try {
      if (mode === "write") {
        if (!exists) prepareDirectory(directory, path);
        return StoreEnvironment.around(path, "write");
      }
    } catch (error) {
      if (!exists || !isReadOnlyFailure(error)) throw toGraphError(error, `opening the store in ${directory}`);
    }
    try {
      return StoreEnvironment.around(path, "read");
    } catch (error) {
      throw toGraphError(error, `opening the store in ${directory} for reading`);
    }
  }

  private static around(path: string, mode: OpenMode): StoreEnvironment {
    const mapped = openRoot(path, mode);
    try {
      return new StoreEnvironment(path, mapped, mode === "read");
    } catch (error) {
      void mapped.root.close();
      throw error;
    }
  }

  private openTables(): Record<TableName, RecordTable> {
    const entries = Object.entries(TABLES).map(([name, keyEncoding], index) => {
      const database = this.root.openDB<Uint8Array, RecordKey>({ name, encoding: "binary", keyEncoding });
      if (database === undefined) throw new GraphError("STORE_MISSING", "the store was never finished; index again");
      return [name, new RecordTable(database, name, index + 1, this.tally)] as const;
    });
    return Object.fromEntries(entries) as Record<TableName, RecordTable>;
  }

  private get root(): RootDatabase {
    return this.mapped.root;
  }

  /** A read transaction that sees one state of all tables until it is {@link endRead ended}. */
  beginRead(): Transaction {
    if (this.isClosed) throw new GraphError("STORE_CLOSED", "the ledger is closed; open it again");
    try {
      return this.root.useReadTransaction();
    } catch (error) {
      throw toGraphError(error, "reading the store");
    }
  }

  endRead(transaction: Transaction): void {
    if (!this.isClosed) transaction.done();
  }

  /** Runs `action` in one transaction: all of it is on disk when this returns, or none of it. */
  write<T>(action: () => T): T {
    if (this.isReadOnly) throw readOnly();
    if (this.isClosed) throw new GraphError("STORE_CLOSED", "the ledger is closed; open it again");
    if (!this.isInPlace())
      throw new GraphError("STORE_MOVED", "the store was replaced or outgrew its map; open it again");
    const { tally } = this;
    try {
      const result = this.root.transactionSync(() => this.tallied(action));
      if (tally.hasChanged) {
        this.knownWrites = tally.writes;
        this.seen = writeStamp(this.path, tally.writes) ?? this.describe();
        if (tally.writes % WRITES_PER_READER_CHECK === 0) this.root.readerCheck();
      }
      return result;
    } catch (error) {
      const failure = toGraphError(error, "writing the store");
      this.hasFailed = this.isGivenUp();
      throw failure.code === "STORE_IO" && this.hasNoRoom() ? storageFull("writing the store", error) : failure;
    }
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
    return true;
  }

  /** Whether nobody but this program wrote to the data file since it was opened. A write that another process is at right now says no. */
  isAsLeft(): boolean {
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
    tally.load(meta.get(MetaKey.Tally));
    if (tally.writes < this.knownWrites) throw corrupt("the store went back to an older state: it");
    const result = action();
    if (tally.hasChanged) {
      meta.putUncounted(MetaKey.Tally, tally.encode());
      requireRoom(this.path, tally.writtenBytes);
    }
    return result;
  }

  /** Bytes of the data file on disk. */
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
    await this.root.close();
  }
}

/** The two files of an environment, by device and inode. */
interface FilePair {
  readonly data: string;
  readonly lock: string;
  /** Of the data file; it never shrinks. */
  sizeBytes: number;
}

/** @returns `undefined` when one of them is not there */
function findFiles(path: string): FilePair | undefined {
  const data = statSync(join(path, "data.mdb"), { throwIfNoEntry: false });
  const lock = statSync(join(path, "lock.mdb"), { throwIfNoEntry: false });
  if (data === undefined || lock === undefined) return undefined;
  return { data: `${data.dev}.${data.ino}`, lock: `${lock.dev}.${lock.ino}`, sizeBytes: data.size };
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
}

function openRoot(path: string, mode: OpenMode): Mapped {
  const options = openingOptions(path, mode);
  const root = open({
    ...options,
    readOnly: mode === "read",
    pageSize: PAGE_BYTES,
    maxDbs: Object.keys(TABLES).length + 2,
  });
  return { root, room: options.mapSize };
}

function prepareDirectory(directory: string, path: string): void {
  mkdirSync(path, { recursive: true });
  const ignore = join(directory, ".gitignore");
  if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
  requireRoom(path, 0, `making the store in ${directory}`);
}
