/**
 * A small LMDB environment for what may be lost: when it is damaged, foreign or cut off, it is made anew and nobody is told. Knows bytes
 * and keys. Each of its records carries a checksum, as the ledger's do.
 *
 * A file that is damaged inside can end the process that maps it. So its pages and records are looked at, unmapped, before it is opened.
 */

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { GraphError } from "@sdl/model";
import type { RootDatabase } from "lmdb";
import { toGraphError } from "./failures.js";
import { makeFolder } from "./folders/make-folder.js";
import { removeIntruders } from "./intruders.js";
import { openNewest, writeAtNewest } from "./newest-state.js";
import { openingOptions, openRoot } from "./opening/opening.js";
import { inspectSettled } from "./pages/inspect-pages.js";
import { type RecordKey, RecordTable } from "./record-table.js";
import { requireRoom } from "./room.js";

export interface DisposableOptions<Name extends string> {
  /** Its folder; made when missing. */
  readonly path: string;
  /** In an order that never changes: a table's number is part of its checksums. */
  readonly tables: readonly Name[];
  /** The first table's number. */
  readonly firstNumber: number;
}

type Tables<Name extends string> = Readonly<Record<Name, RecordTable>>;

interface Opened<Name extends string> {
  readonly root: RootDatabase;
  readonly tables: Tables<Name>;
}

export class DisposableEnvironment<Name extends string> {
  private isWriting = false;
  /** How often everything was thrown away. */
  private losses = 0;

  private constructor(
    private readonly options: DisposableOptions<Name>,
    private opened: Opened<Name>,
  ) {}

  static exists(path: string): boolean {
    return existsSync(join(path, "data.mdb"));
  }

  /** @throws {GraphError} `STORE_READ_ONLY`, `STORAGE_FULL`, `STORE_IO` when it can neither be opened nor made */
  static open<Name extends string>(options: DisposableOptions<Name>): DisposableEnvironment<Name> {
    try {
      makeFolder(options.path);
      removeIntruders(options.path);
      if (isHarmed(options)) discard(options.path);
      return new DisposableEnvironment(options, openOrRemake(options));
    } catch (error) {
      throw toGraphError(error, "opening the session store");
    }
  }

  get tables(): Tables<Name> {
    return this.opened.tables;
  }

  /**
   * Another text once anything was written, here or in another process. What is read after it is of that state, or newer, but for the moment of
   * another process's commit: its number is there just before readers see what it wrote.
   */
  get state(): string {
    const { lastTxnId = 0 }: { readonly lastTxnId?: number } = this.opened.root.getStats();
    return `${this.losses}.${lastTxnId}`;
  }

  /** Runs `action` in one transaction: all of it is on disk when this returns, or none of it. */
  write(action: () => void): void {
    this.isWriting = true;
    try {
      this.writeNow(() => {
        action();
        requireRoom(this.options.path, 0);
      });
    } catch (error) {
      throw toGraphError(error, "writing the session store");
    } finally {
      this.isWriting = false;
    }
  }

  /** Opens the environment again where no write transaction follows the newest commit. */
  private writeNow(action: () => void): void {
    try {
      writeAtNewest(this.opened.root, action);
    } catch (error) {
      if (!(error instanceof GraphError) || error.code !== "STORE_MOVED") throw error;
      void this.opened.root.close();
      this.opened = openOrRemake(this.options);
      writeAtNewest(this.opened.root, action);
    }
  }

  /** What `action` gives; where it meets damage everything is thrown away, and it gives `empty`. Inside a transaction damage is thrown. */
  orEmpty<T>(empty: T, action: () => T): T {
    // Else the state that the last read of this turn of the event loop saw would be read on.
    if (!this.isWriting) this.opened.root.resetReadTxn();
    try {
      return action();
    } catch (error) {
      const isDamage = error instanceof GraphError && error.code === "STORE_CORRUPT";
      if (!isDamage || this.isWriting) throw error;
      void this.opened.root.close();
      discard(this.options.path);
      this.losses++;
      this.opened = openOrRemake(this.options);
      return empty;
    }
  }

  async close(): Promise<void> {
    await this.opened.root.close();
  }
}

function openOrRemake<Name extends string>(options: DisposableOptions<Name>): Opened<Name> {
  try {
    return openTables(options);
  } catch (error) {
    if (toGraphError(error, "opening").code !== "STORE_CORRUPT") throw error;
    discard(options.path);
    return openTables(options);
  }
}

function openTables<Name extends string>({ path, tables, firstNumber }: DisposableOptions<Name>): Opened<Name> {
  const options = { ...openingOptions(path, "write"), maxDbs: tables.length + 2 };
  const { root } = openNewest(
    () => ({ root: openRoot(options) }),
    (opened) => void opened.root.close(),
  );
  try {
    const openTable = (name: Name, index: number) => {
      const database = root.openDB<Uint8Array, RecordKey>({ name, encoding: "binary", keyEncoding: "binary" });
      return [name, new RecordTable(database, name, firstNumber + index)] as const;
    };
    const entries = writeAtNewest(root, () => tables.map(openTable));
    return { root, tables: Object.fromEntries(entries) as Record<Name, RecordTable> };
  } catch (error) {
    void root.close();
    throw error;
  }
}

/** One that another process keeps writing to is not: each of its records is verified when it is read. */
function isHarmed<Name extends string>({ path, tables, firstNumber }: DisposableOptions<Name>): boolean {
  const data = join(path, "data.mdb");
  if (!existsSync(data)) return false;
  const layouts = tables.map((name, i) => ({ name, number: firstNumber + i, hasIntegerKeys: false }));
  const { fault, isSettled } = inspectSettled({ path: data, tables: layouts });
  return fault !== undefined && isSettled;
}

function discard(path: string): void {
  for (const name of ["data.mdb", "lock.mdb"]) rmSync(join(path, name), { force: true });
}
