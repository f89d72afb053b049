/**
 * Read transaction of a snapshot. It is held while the snapshot is in use and released after half a second, because a held transaction prevents old
 * pages from being reused. When it is needed again, a new one is begun and checked: nothing may have been published in between.
 */
import { GraphError } from "@sdl/model";
import type { Transaction } from "lmdb";
import type { StoreEnvironment } from "./environment.js";
import type { RecordKey, RecordTable } from "./record-table.js";

const HOLD_MS = 500;

/** Provides the transaction for each read. */
export class ReadView {
  private transaction: Transaction | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** @param isCurrent whether the new transaction sees the state that the view's owner has loaded */
  constructor(
    private readonly environment: StoreEnvironment,
    private readonly isCurrent: (read: (key: number) => Uint8Array | undefined) => boolean,
  ) {}

  get(table: RecordTable, key: RecordKey): Uint8Array | undefined {
    return table.get(key, this.transaction ?? this.beginTransaction());
  }

  has(table: RecordTable, key: RecordKey): boolean {
    return table.has(key, this.transaction ?? this.beginTransaction());
  }

  /** Begins the transaction now, without `isCurrent`: the owner is about to load the state from it. */
  beginNow(): void {
    this.release();
    this.holdTransaction(this.environment.beginRead(this));
  }

  /** Releases the transaction; the next read begins a new one. */
  release(): void {
    if (this.timer !== undefined) clearTimeout(this.timer);
    this.timer = undefined;
    const { transaction } = this;
    this.transaction = undefined;
    if (transaction !== undefined) this.environment.endRead(transaction, this);
  }

  close(): void {
    this.release();
    this.isClosed = true;
  }

  private beginTransaction(): Transaction {
    if (this.isClosed) throw new GraphError("STORE_CLOSED", "this snapshot is closed; take a new one from the ledger");
    const transaction = this.environment.beginRead(this);
    const { meta } = this.environment.tables;
    if (!this.isCurrent((key) => meta.get(key, transaction))) {
      this.environment.endRead(transaction, this);
      throw new GraphError("VERSION_EXPIRED", "a newer version was published; take a new snapshot and ask again");
    }
    this.holdTransaction(transaction);
    return transaction;
  }

  private holdTransaction(transaction: Transaction): void {
    this.transaction = transaction;
    this.timer = setTimeout(() => this.release(), HOLD_MS);
    this.timer.unref();
  }
}
