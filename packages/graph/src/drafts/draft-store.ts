/**
 * Unsaved text of editors and the facts in it: an environment of its own beside the ledger, shared by all processes, made when the first
 * draft comes. It may be lost: editors hold the text. Knows records; refuses to know which draft counts, or what becomes of it.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { ByteReader } from "@sdl/model/facts";
import { corrupt } from "../errors.js";
import { decoding, encoding, readText, writeBytes, writeText } from "../records/packing.js";
import { DisposableEnvironment } from "../store/disposable-environment.js";
import { schemaDirectory } from "../store/environment.js";

/** Raise when the meaning of a record changes: another number is another folder. */
const DRAFT_SCHEMA = 1;

/** All tables. Order is part of the checksums: append only. */
const TABLES = ["heads", "texts", "facts", "counter", "overlay"] as const;
type TableName = (typeof TABLES)[number];
/** Apart from those of the ledger and of sessions. */
const FIRST_NUMBER = 2000;
const COUNTER = Buffer.from("version");
const OVERLAY = Buffer.from("newest");
const COUNTER_BYTES = 8;

/** Facts of a draft, as the ledger would hold them. */
export interface DraftFacts {
  /** 32 hex digits. */
  readonly key: string;
  readonly flags: number;
  readonly page: Uint8Array;
}

/** Where the facts of a draft come from. */
interface FactsOrigin {
  /** The text that was read. */
  readonly textId: number;
  /** Their address; absent where the text is no source after all. */
  readonly key?: string;
  /** Why it is none. */
  readonly refusal?: string;
  readonly flags?: number;
  /** Whether they are of the text itself, not of one that was read in its place. */
  readonly isWhole?: boolean;
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
  /** Names the text: a later one has a higher number. */
  readonly textId: number;
  /** The first text since the buffer was opened. */
  readonly firstTextId: number;
  /** Absent while no text was read. */
  readonly facts?: FactsOrigin;
}

/** What the drafts of one time differ in from the ledger. */
export interface DraftDifference {
  /** Says which drafts, over which version, by which program. */
  readonly name: string;
  /** See `MaterialisedVersion.encode`. */
  readonly difference: Uint8Array;
}

/** A draft that is to be written. */
export interface DraftWrite {
  readonly head: DraftHead;
  /** Absent: as it is stored. */
  readonly text?: string;
  /** The page of `head.facts`; absent: as it is stored. */
  readonly page?: Uint8Array;
}

/** A draft as it is at one time. */
export interface StoredDraft {
  readonly head: DraftHead;
  readonly text: string;
  readonly facts: DraftFacts | undefined;
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

  /** Rises with every change, and begins with the time at which the store was made: one that is lost and made again repeats none. */
  version(): number {
    return this.environment.orEmpty(0, () => readCounter(this.environment.tables));
  }

  /** All drafts, in no order. */
  heads(): DraftHead[] {
    return this.environment.orEmpty<DraftHead[]>([], () => readHeads(this.environment.tables));
  }

  /**
   * The drafts of these heads that are still as they say, at one state of the store, and its version. In the order of the heads.
   * @param known what was read before: what did not change since is not read again
   */
  read(
    heads: readonly DraftHead[],
    known: readonly StoredDraft[] = [],
  ): { readonly version: number; readonly drafts: StoredDraft[] } {
    return this.environment.orEmpty({ version: 0, drafts: [] as StoredDraft[] }, () => {
      const { tables } = this.environment;
      const drafts = heads.flatMap((head) => readDraft(tables, head, known) ?? []);
      return { version: readCounter(tables), drafts };
    });
  }

  /** The newest one that was put. */
  difference(): DraftDifference | undefined {
    return this.environment.orEmpty<DraftDifference | undefined>(undefined, () => {
      const payload = this.environment.tables.overlay.get(OVERLAY);
      return payload === undefined ? undefined : decodeDraftDifference(payload);
    });
  }

  /**
   * Runs `action` in one transaction; where it changes anything, the version rises. Where it meets damage, the store is emptied and `action`
   * runs again.
   * @returns the version then
   */
  change(action: (changing: DraftChange) => void): number {
    const changed = this.environment.orEmpty<number | undefined>(undefined, () => this.changeOnce(action));
    return changed ?? this.changeOnce(action);
  }

  close(): Promise<void> {
    return this.environment.close();
  }

  private changeOnce(action: (changing: DraftChange) => void): number {
    let version = 0;
    this.environment.write(() => {
      const { tables } = this.environment;
      const before = readCounter(tables);
      const changing = new DraftChange(tables, before === 0 ? Date.now() : before + 1);
      action(changing);
      version = changing.hasChanged ? changing.version : before;
      if (changing.hasChanged) tables.counter.put(COUNTER, encodeCounter(version));
    });
    return version;
  }
}

type Tables = DisposableEnvironment<TableName>["tables"];

/** Writes of one transaction, which sees what they wrote. */
export class DraftChange {
  hasChanged = false;

  /** @param version what the store's will be if anything changes: no text had that number before */
  constructor(
    private readonly tables: Tables,
    readonly version: number,
  ) {}

  /** As it is now, in the transaction. */
  head(path: string, source: string): DraftHead | undefined {
    const payload = this.tables.heads.get(keyOf({ path, source }));
    return payload === undefined ? undefined : decodeHead(payload);
  }

  /** All of them, as they are now, in no order. */
  heads(): DraftHead[] {
    return readHeads(this.tables);
  }

  /** The stored text of a draft. */
  text(head: Pick<DraftHead, "path" | "source">): string | undefined {
    return decodeText(this.tables.texts.get(keyOf(head)));
  }

  put({ head, text, page }: DraftWrite): void {
    const key = keyOf(head);
    this.tables.heads.put(key, Buffer.from(JSON.stringify(head)));
    if (text !== undefined) this.tables.texts.put(key, Buffer.from(text));
    if (page !== undefined) this.tables.facts.put(key, page);
    this.hasChanged = true;
  }

  /** Takes the place of the one before: no answer changes by that. */
  putDifference({ name, difference }: DraftDifference): void {
    const payload = encoding((out) => {
      writeText(out, name);
      writeBytes(out, difference);
    });
    this.tables.overlay.put(OVERLAY, payload);
  }

  /** Notes that an editor lives: no answer changes by that. */
  renew(head: DraftHead): void {
    this.tables.heads.put(keyOf(head), Buffer.from(JSON.stringify(head)));
  }

  remove(head: Pick<DraftHead, "path" | "source">): void {
    const key = keyOf(head);
    for (const table of [this.tables.heads, this.tables.texts, this.tables.facts])
      if (table.has(key)) table.remove(key);
    if (this.tables.overlay.has(OVERLAY)) this.tables.overlay.remove(OVERLAY);
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

function decodeDraftDifference(payload: Uint8Array): DraftDifference {
  return decoding("what unsaved files differ in", () => {
    const reader = new ByteReader(payload);
    return { name: readText(reader), difference: Uint8Array.from(reader.raw(reader.varint())) };
  });
}

function decodeText(payload: Uint8Array | undefined): string | undefined {
  return payload && Buffer.from(payload).toString("utf8");
}

/** @returns `undefined` where another head stands there by now */
function readDraft(tables: Tables, head: DraftHead, known: readonly StoredDraft[]): StoredDraft | undefined {
  const key = keyOf(head);
  const now = tables.heads.get(key);
  if (now === undefined || !isSame(decodeHead(now), head)) return undefined;
  const before = known.find((draft) => draft.head.path === head.path && draft.head.source === head.source);
  if (before !== undefined && isSame(before.head, head)) return { ...before, head };
  const text = decodeText(tables.texts.get(key));
  if (text === undefined) return undefined;
  const { key: factsKey, flags = 0 } = head.facts ?? {};
  const page = factsKey === undefined ? undefined : tables.facts.get(key);
  if (factsKey === undefined || page === undefined) return { head, text, facts: undefined };
  return { head, text, facts: { key: factsKey, flags, page: Uint8Array.from(page) } };
}

/** Whether text and facts are the same. */
function isSame(one: DraftHead, other: DraftHead): boolean {
  return one.textId === other.textId && one.facts?.textId === other.facts?.textId;
}

function readCounter({ counter }: Tables): number {
  const payload = counter.get(COUNTER);
  return payload === undefined ? 0 : Number(Buffer.from(payload).readBigUInt64BE());
}

function encodeCounter(version: number): Buffer {
  const bytes = Buffer.alloc(COUNTER_BYTES);
  bytes.writeBigUInt64BE(BigInt(version));
  return bytes;
}

function folderOf(directory: string): string {
  return join(directory, schemaDirectory(), `drafts-${DRAFT_SCHEMA}`);
}
