/**
 * The ledger's LMDB environment: where it lies, how it is opened, its tables, its transactions.
 *
 * Knows bytes and keys; what records mean stands in ../records. Commits are synchronous and durable when they return; there is no
 * write map (a full disk would kill the process) and memory is cleared before it is written (it may have held secrets).
 */
import { existsSync, mkdirSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FACTS_FORMAT } from "@sdl/model";
import { open, type RootDatabase, type Transaction } from "lmdb";
import { GraphError } from "../errors.js";
import { isReadOnlyFailure, storageFull, toGraphError } from "./failures.js";
import { type RecordKey, RecordTable } from "./record-table.js";

/** Raise with every change of a record's meaning: another schema is another directory. */
export const LEDGER_SCHEMA = 3;

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

/** With less room than this a failed write is put down to it. */
const SCARCE_BYTES = 16 * 1024 * 1024;

export type TableName = keyof typeof TABLES;
export type OpenMode = "write" | "read";

/** The name of the schema's directory: facts of another format cannot be compared with these. */
export function schemaDirectory(): string {
  return `v${LEDGER_SCHEMA}.${FACTS_FORMAT}`;
}

/** An open environment. One for each directory and process. */
export class StoreEnvironment {
  readonly tables: Readonly<Record<TableName, RecordTable>>;
  private isClosed = false;

  private constructor(
    private readonly path: string,
    private readonly root: RootDatabase,
    /** Whether it was opened for reading only: asked for, or forced by the medium. */
    readonly isReadOnly: boolean,
  ) {
    const entries = Object.entries(TABLES).map(([name, keyEncoding], index) => {
      const database = root.openDB<Uint8Array, RecordKey>({ name, encoding: "binary", keyEncoding });
      if (database === undefined) throw new GraphError("STORE_MISSING", "the store was never finished; index again");
      return [name, new RecordTable(database, name, index + 1)] as const;
    });
    this.tables = Object.fromEntries(entries) as Record<TableName, RecordTable>;
  }

  /**
   * @param directory holds a directory for each schema; made when missing and `mode` is "write"
   * @throws {GraphError} `STORE_MISSING` when there is nothing to read, `STORE_READ_ONLY` when nothing can be made
   */
  static open(directory: string, mode: OpenMode): StoreEnvironment {
    const path = join(directory, schemaDirectory(), "ledger");
    const exists = existsSync(join(path, "data.mdb"));
    if (mode === "read" && !exists) throw missing(directory);
    try {
      if (mode === "write") {
        if (!exists) prepareDirectory(directory, path);
        return new StoreEnvironment(path, openRoot(path, false), false);
      }
    } catch (error) {
      if (!exists || !isReadOnlyFailure(error)) throw toGraphError(error, `opening the store in ${directory}`);
    }
    try {
      return new StoreEnvironment(path, openRoot(path, true), true);
    } catch (error) {
      throw toGraphError(error, `opening the store in ${directory} for reading`);
    }
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
    try {
      return this.root.transactionSync(action);
    } catch (error) {
      const failure = toGraphError(error, "writing the store");
      throw failure.code === "STORE_IO" && this.hasNoRoom() ? storageFull("writing the store", error) : failure;
    }
  }

  /** Bytes of the data file on disk. */
  sizeBytes(): number {
    return statSync(join(this.path, "data.mdb")).size;
  }

  /** A write that ended short is an input/output error to LMDB; on a medium without room it was the room. */
  private hasNoRoom(): boolean {
    const { bavail, bsize } = statfsSync(this.path);
    return bavail * bsize < SCARCE_BYTES;
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.root.close();
  }
}

export function readOnly(): GraphError {
  return new GraphError(
    "STORE_READ_ONLY",
    'this ledger is open for reading only; open it in mode "write" on a writable medium',
  );
}

function missing(directory: string): GraphError {
  return new GraphError("STORE_MISSING", `no ledger in ${directory}; index the repository first`);
}

function openRoot(path: string, isReadOnly: boolean): RootDatabase {
  return open({
    path,
    readOnly: isReadOnly,
    maxDbs: Object.keys(TABLES).length + 2,
    encoding: "binary",
    noSync: false,
    overlappingSync: false,
    noMemInit: false,
  });
}

function prepareDirectory(directory: string, path: string): void {
  mkdirSync(path, { recursive: true });
  const ignore = join(directory, ".gitignore");
  if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
}
