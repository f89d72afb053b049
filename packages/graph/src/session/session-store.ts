/**
 * Session store: data that a server keeps between calls and may lose, such as slice handles and their leases. It is beside the ledger, shared by
 * processes, and created on first use. No answer's correctness depends on it.
 */
import { join } from "node:path";
import { DisposableEnvironment } from "../store/disposable-environment.js";
import { schemaDirectory } from "../store/environment.js";

/** Raise when the meaning of a record changes; each number has its own folder. */
const SESSION_SCHEMA = 1;

/** All tables. Their order is part of the checksums: append only. */
const TABLES = ["handles", "leases", "shapes", "usage", "memory", "feedback"] as const;
/** Name of a table in the session store. */
export type SessionTableName = (typeof TABLES)[number];
/** Number of the first table; differs from those of the ledger. */
const FIRST_NUMBER = 1000;

/** Encoding of the values of one table. */
export interface RecordCodec<T> {
  encode(value: T): Uint8Array;
  /** @throws {GraphError} `STORE_CORRUPT` */
  decode(payload: Uint8Array): T;
}

/** An open session store. */
export class SessionStore {
  private constructor(private readonly environment: DisposableEnvironment<SessionTableName>) {}

  /**
   * Opens the store; creates it if missing.
   * @param directory the ledger's own folder
   * @throws {GraphError} `STORE_READ_ONLY`, `STORAGE_FULL`, `STORE_IO`
   */
  static open(directory: string): SessionStore {
    const options = { path: sessionFolder(directory), tables: TABLES, firstNumber: FIRST_NUMBER };
    return new SessionStore(DisposableEnvironment.open(options));
  }

  /** Whether the store exists; a process that only reads need not create it. */
  static exists(directory: string): boolean {
    return DisposableEnvironment.exists(sessionFolder(directory));
  }

  /** Text that differs after every write, of this or another process. */
  get state(): string {
    return this.environment.state;
  }

  table<T>(name: SessionTableName, codec: RecordCodec<T>): SessionTable<T> {
    return new SessionTable(this.environment, name, codec);
  }

  /** Runs `action`, which puts and removes values, in one transaction. If it finds damage, the store is emptied and nothing is written. */
  write(action: () => void): void {
    this.environment.orEmptyOnDamage(undefined, () => this.environment.write(action));
  }

  close(): Promise<void> {
    return this.environment.close();
  }
}

/** Table of values, each under a text key of at most 200 bytes. */
export class SessionTable<T> {
  constructor(
    private readonly environment: DisposableEnvironment<SessionTableName>,
    private readonly name: SessionTableName,
    private readonly codec: RecordCodec<T>,
  ) {}

  /** The value of a key; `undefined` if there is none, also after damage, which empties the store. */
  get(key: string): T | undefined {
    return this.environment.orEmptyOnDamage<T | undefined>(undefined, () => {
      const payload = this.environment.tables[this.name].get(Buffer.from(key));
      return payload === undefined ? undefined : this.codec.decode(payload);
    });
  }

  /** Size of the stored value in bytes; 0 if there is none. */
  storedBytes(key: string): number {
    return this.environment.orEmptyOnDamage(
      0,
      () => this.environment.tables[this.name].get(Buffer.from(key))?.length ?? 0,
    );
  }

  /** All keys, ascending by bytes. */
  keys(): string[] {
    return this.environment.orEmptyOnDamage<string[]>([], () =>
      this.environment.tables[this.name]
        .keys()
        .map((key) => (typeof key === "number" ? "" : Buffer.from(key).toString())),
    );
  }

  /** Inside {@link SessionStore.write} only. */
  put(key: string, value: T): void {
    this.environment.tables[this.name].put(Buffer.from(key), this.codec.encode(value));
  }

  /** Inside {@link SessionStore.write} only. */
  remove(key: string): void {
    this.environment.tables[this.name].remove(Buffer.from(key));
  }
}

function sessionFolder(directory: string): string {
  return join(directory, schemaDirectory(), `session-${SESSION_SCHEMA}`);
}
