/**
 * What a server remembers between calls and may lose: slice handles and their leases, and what later needs a place of that kind. Lies
 * beside the ledger, shared by processes, made when it is first needed. Never holds anything that an answer's correctness rests on.
 */
import { join } from "node:path";
import { DisposableEnvironment } from "../store/disposable-environment.js";
import { schemaDirectory } from "../store/environment.js";

/** Raise when the meaning of a record changes: another number is another folder. */
const SESSION_SCHEMA = 1;

/** All tables. Order is part of the checksums: append only. */
const TABLES = ["handles", "leases", "shapes", "usage", "memory", "feedback"] as const;
export type SessionTableName = (typeof TABLES)[number];
/** Apart from the ledger's tables. */
const FIRST_NUMBER = 1000;

/** How values of one table are written. */
export interface RecordCodec<T> {
  encode(value: T): Uint8Array;
  /** @throws {GraphError} `STORE_CORRUPT` */
  decode(payload: Uint8Array): T;
}

export class SessionStore {
  private constructor(private readonly environment: DisposableEnvironment<SessionTableName>) {}

  /**
   * @param directory the ledger's own folder
   * @throws {GraphError} `STORE_READ_ONLY`, `STORAGE_FULL`, `STORE_IO`
   */
  static open(directory: string): SessionStore {
    const options = { path: folderOf(directory), tables: TABLES, firstNumber: FIRST_NUMBER };
    return new SessionStore(DisposableEnvironment.open(options));
  }

  /** Whether there is one: who only reads need not make it. */
  static exists(directory: string): boolean {
    return DisposableEnvironment.exists(folderOf(directory));
  }

  /** Another text once anything was written, here or in another process. */
  get state(): string {
    return this.environment.state;
  }

  table<T>(name: SessionTableName, codec: RecordCodec<T>): SessionTable<T> {
    return new SessionTable(this.environment, name, codec);
  }

  /** Runs `action`, which puts and removes, in one transaction. Where it meets damage, the store is emptied and nothing written. */
  write(action: () => void): void {
    this.environment.orEmpty(undefined, () => this.environment.write(action));
  }

  close(): Promise<void> {
    return this.environment.close();
  }
}

/** Values by a text of at most 200 bytes. */
export class SessionTable<T> {
  constructor(
    private readonly environment: DisposableEnvironment<SessionTableName>,
    private readonly name: SessionTableName,
    private readonly codec: RecordCodec<T>,
  ) {}

  /** `undefined` when there is none; also after damage, which empties the store. */
  get(key: string): T | undefined {
    return this.environment.orEmpty<T | undefined>(undefined, () => {
      const payload = this.environment.tables[this.name].get(Buffer.from(key));
      return payload === undefined ? undefined : this.codec.decode(payload);
    });
  }

  /** Bytes of the value as it is stored; 0 when there is none. */
  sizeOf(key: string): number {
    return this.environment.orEmpty(0, () => this.environment.tables[this.name].get(Buffer.from(key))?.length ?? 0);
  }

  /** All keys, ascending by bytes. */
  keys(): string[] {
    return this.environment.orEmpty<string[]>([], () =>
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

function folderOf(directory: string): string {
  return join(directory, schemaDirectory(), `session-${SESSION_SCHEMA}`);
}
