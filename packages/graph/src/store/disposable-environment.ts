/**
 * Small LMDB environment for data that may be lost: if it is damaged, foreign or cut off, it is silently created again. Handles bytes and keys.
 * Each of its records carries a checksum, like the ledger's.
 *
 * A file with internal damage can end the process that maps it, so its pages and records are checked, unmapped, before it is opened.
 */

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { GraphError } from "@sdl/model";
import type { RootDatabase } from "lmdb";
import { toGraphError } from "./failures.js";
import { makeFolder } from "./folders/make-folder.js";
import { openNewest, writeAtNewest } from "./newest-state.js";
import { removeNonFiles } from "./non-files.js";
import { openingOptions, openRoot } from "./opening/opening.js";
import { inspectSettled } from "./pages/inspect-pages.js";
import { type RecordKey, RecordTable } from "./record-table.js";
import { requireRoom } from "./room.js";

/** Path and tables of an environment. */
export interface DisposableOptions<Name extends string> {
  /** Folder of the environment; created if missing. */
  readonly path: string;
  /** Table names in a fixed order: a table's number is part of its records' checksums. */
  readonly tables: readonly Name[];
  /** Number of the first table. */
  readonly firstNumber: number;
}

type Tables<Name extends string> = Readonly<Record<Name, RecordTable>>;

interface OpenedEnvironment<Name extends string> {
  readonly root: RootDatabase;
  readonly tables: Tables<Name>;
}

/** An open environment. */
export class DisposableEnvironment<Name extends string> {
  private isWriting = false;
  /** Number of times that all content was discarded. */
  private discards = 0;

  private constructor(
    private readonly options: DisposableOptions<Name>,
    private opened: OpenedEnvironment<Name>,
  ) {}

  static exists(path: string): boolean {
    return existsSync(join(path, "data.mdb"));
  }

  /** @throws {GraphError} `STORE_READ_ONLY`, `STORAGE_FULL`, `STORE_IO` if it can be neither opened nor created */
  static open<Name extends string>(options: DisposableOptions<Name>): DisposableEnvironment<Name> {
    try {
      makeFolder(options.path);
      removeNonFiles(options.path);
      if (isDamaged(options)) deleteEnvironment(options.path);
      return new DisposableEnvironment(options, openOrRecreate(options));
    } catch (error) {
      throw toGraphError(error, "opening the session store");
    }
  }

  get tables(): Tables<Name> {
    return this.opened.tables;
  }

  /**
   * Text that differs after every write, of this or another process. Later reads see that state or a newer one, except during another process's
   * commit: LMDB publishes the transaction number just before readers see its data.
   */
  get state(): string {
    const { lastTxnId = 0 }: { readonly lastTxnId?: number } = this.opened.root.getStats();
    return `${this.discards}.${lastTxnId}`;
  }

  /** Runs `action` in one transaction: on return, all of it is on disk; on an error, none of it. */
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

  /** Writes; if no write transaction can follow the newest commit, opens the environment again and retries once. */
  private writeNow(action: () => void): void {
    try {
      writeAtNewest(this.opened.root, action);
    } catch (error) {
      if (!(error instanceof GraphError) || error.code !== "STORE_MOVED") throw error;
      void this.opened.root.close();
      this.opened = openOrRecreate(this.options);
      writeAtNewest(this.opened.root, action);
    }
  }

  /**
   * Returns the result of `action`. If it finds damage, discards all content and returns `empty`; inside a write transaction the damage is thrown
   * instead.
   */
  orEmptyOnDamage<T>(empty: T, action: () => T): T {
    // Ends the cached read transaction: otherwise the state of the first read of this event-loop turn would be read again.
    if (!this.isWriting) this.opened.root.resetReadTxn();
    try {
      return action();
    } catch (error) {
      const isDamage = error instanceof GraphError && error.code === "STORE_CORRUPT";
      if (!isDamage || this.isWriting) throw error;
      void this.opened.root.close();
      deleteEnvironment(this.options.path);
      this.discards++;
      this.opened = openOrRecreate(this.options);
      return empty;
    }
  }

  async close(): Promise<void> {
    await this.opened.root.close();
  }
}

function openOrRecreate<Name extends string>(options: DisposableOptions<Name>): OpenedEnvironment<Name> {
  try {
    return openTables(options);
  } catch (error) {
    if (toGraphError(error, "opening").code !== "STORE_CORRUPT") throw error;
    deleteEnvironment(options.path);
    return openTables(options);
  }
}

function openTables<Name extends string>({
  path,
  tables,
  firstNumber,
}: DisposableOptions<Name>): OpenedEnvironment<Name> {
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

/** Whether the environment is damaged. False while another process keeps writing to it: each record is verified when it is read. */
function isDamaged<Name extends string>({ path, tables, firstNumber }: DisposableOptions<Name>): boolean {
  const data = join(path, "data.mdb");
  if (!existsSync(data)) return false;
  const layouts = tables.map((name, i) => ({ name, number: firstNumber + i, hasIntegerKeys: false }));
  const { fault, isSettled } = inspectSettled({ path: data, tables: layouts });
  return fault !== undefined && isSettled;
}

function deleteEnvironment(path: string): void {
  for (const name of ["data.mdb", "lock.mdb"]) rmSync(join(path, name), { force: true });
}
