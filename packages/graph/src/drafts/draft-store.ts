/**
 * Unsaved text of editors and the facts in it: an environment of its own beside the ledger, shared by all processes, made when the first
 * draft comes. It may be lost: editors hold the text. Knows records; refuses to know which draft counts, or what becomes of it.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { corrupt } from "../errors.js";
import { DisposableEnvironment } from "../store/disposable-environment.js";
import { schemaDirectory } from "../store/environment.js";

/** Raise when the meaning of a record changes: another number is another folder. */
const DRAFT_SCHEMA = 1;

/** All tables. Order is part of the checksums: append only. */
const TABLES = ["heads", "texts", "facts", "counter"] as const;
type TableName = (typeof TABLES)[number];
/** Apart from those of the ledger and of sessions. */
const FIRST_NUMBER = 2000;
const COUNTER = Buffer.from("version");
const COUNTER_BYTES = 8;

/** Facts of a draft, as the ledger would hold them. */
export interface DraftFacts {
  readonly key: string;
  readonly flags: number;
  readonly page: Uint8Array;
}

/** What is kept of one file of one editor beside its text. */
export interface DraftHead {
  /** Repository-relative. */
  readonly path: string;
  readonly source: string;
  /** Of the editor's document. */
  readonly version: number;
  /** When the editor says that it was so. */
  readonly timestampMs: number;
  /** When its editor was last heard of. */
  readonly renewedMs: number;
  readonly isDirty: boolean;
  /** Of the process that took it, for whoever wrote it. */
  readonly holder: string;
  /** Which text the facts are of; absent while none were read. */
  readonly factsOf?: number;
  readonly factsKey?: string;
  readonly flags?: number;
}

/** A draft that is to be written. */
export interface DraftWrite {
  readonly head: DraftHead;
  /** Absent: as it is stored. */
  readonly text?: string;
  readonly facts?: DraftFacts;
}

export class DraftStore {
  private constructor(private readonly environment: DisposableEnvironment<TableName>) {}

  /**
   * @param directory the ledger's own folder
   * @throws {GraphError} `STORE_READ_ONLY`, `STORAGE_FULL`, `STORE_IO`
   */
  static open(directory: string): DraftStore {
    const options = { path: folderOf(directory), tables: TABLES, firstNumber: FIRST_NUMBER };
    return new DraftStore(DisposableEnvironment.open(options));
  }

  /** Whether there is one: who only reads need not make it. */
  static exists(directory: string): boolean {
    return DisposableEnvironment.exists(folderOf(directory));
  }

  /** Another text once anything was written, here or in another process. */
  get state(): string {
    return this.environment.state;
  }

  /** How often drafts changed since the store was made. */
  version(): number {
    return this.environment.orEmpty(0, () => this.readCounter());
  }

  /** All drafts, in no order. */
  heads(): DraftHead[] {
    return this.environment.orEmpty<DraftHead[]>([], () => readHeads(this.environment.tables));
  }

  text(head: DraftHead): string | undefined {
    return this.environment.orEmpty<string | undefined>(undefined, () => {
      const payload = this.environment.tables.texts.get(keyOf(head));
      return payload === undefined ? undefined : Buffer.from(payload).toString("utf8");
    });
  }

  /** Facts of the draft, though they may be of an older text of it. */
  facts(head: DraftHead): DraftFacts | undefined {
    const { factsKey, flags = 0 } = head;
    if (factsKey === undefined) return undefined;
    return this.environment.orEmpty<DraftFacts | undefined>(undefined, () => {
      const payload = this.environment.tables.facts.get(keyOf(head));
      return payload === undefined ? undefined : { key: factsKey, flags, page: Uint8Array.from(payload) };
    });
  }

  /**
   * Runs `action` in one transaction; where it changes anything, the version rises.
   * @returns the version then
   */
  change(action: (changing: DraftChange) => void): number {
    return this.environment.orEmpty(0, () => {
      let version = 0;
      this.environment.write(() => {
        const changing = new DraftChange(this.environment.tables);
        action(changing);
        version = this.readCounter() + (changing.hasChanged ? 1 : 0);
        if (changing.hasChanged) this.environment.tables.counter.put(COUNTER, encodeCounter(version));
      });
      return version;
    });
  }

  close(): Promise<void> {
    return this.environment.close();
  }

  private readCounter(): number {
    const payload = this.environment.tables.counter.get(COUNTER);
    return payload === undefined ? 0 : Number(Buffer.from(payload).readBigUInt64BE());
  }
}

type Tables = DisposableEnvironment<TableName>["tables"];

/** Writes of one transaction, which sees what they wrote. */
export class DraftChange {
  hasChanged = false;

  constructor(private readonly tables: Tables) {}

  /** As it is now, in the transaction. */
  head(path: string, source: string): DraftHead | undefined {
    const payload = this.tables.heads.get(keyOf({ path, source }));
    return payload === undefined ? undefined : decodeHead(payload);
  }

  /** All of them, as they are now, in no order. */
  heads(): DraftHead[] {
    return readHeads(this.tables);
  }

  put({ head, text, facts }: DraftWrite): void {
    const key = keyOf(head);
    this.tables.heads.put(key, Buffer.from(JSON.stringify(head)));
    if (text !== undefined) this.tables.texts.put(key, Buffer.from(text));
    if (facts !== undefined) this.tables.facts.put(key, facts.page);
    this.hasChanged = true;
  }

  /** Notes that an editor lives: no answer changes by that. */
  renew(head: DraftHead): void {
    this.tables.heads.put(keyOf(head), Buffer.from(JSON.stringify(head)));
  }

  remove(head: Pick<DraftHead, "path" | "source">): void {
    const key = keyOf(head);
    for (const table of [this.tables.heads, this.tables.texts, this.tables.facts])
      if (table.has(key)) table.remove(key);
    this.hasChanged = true;
  }
}

function readHeads({ heads }: Tables): DraftHead[] {
  return heads.keys().flatMap((key) => {
    const payload = heads.get(key);
    return payload === undefined ? [] : [decodeHead(payload)];
  });
}

/** Paths may be longer than keys. */
function keyOf({ path, source }: Pick<DraftHead, "path" | "source">): Buffer {
  return createHash("sha256").update(`${source}\0${path}`).digest();
}

function decodeHead(payload: Uint8Array): DraftHead {
  try {
    return JSON.parse(Buffer.from(payload).toString("utf8")) as DraftHead;
  } catch {
    throw corrupt("a draft");
  }
}

function encodeCounter(version: number): Buffer {
  const bytes = Buffer.alloc(COUNTER_BYTES);
  bytes.writeBigUInt64BE(BigInt(version));
  return bytes;
}

function folderOf(directory: string): string {
  return join(directory, schemaDirectory(), `drafts-${DRAFT_SCHEMA}`);
}
