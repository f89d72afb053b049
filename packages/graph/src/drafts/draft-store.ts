/**
 * Store of drafts: unsaved text of editors and the facts extracted from it. A separate environment beside the ledger, shared by all processes,
 * created with the first draft. It may be lost, because editors hold the text. Handles records; callers decide which draft is valid and what
 * happens to it.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { ByteReader } from "@sdl/model/facts";
import { damagedError } from "../errors.js";
import { decodeChecked, encodeWith, readText, writeBytes, writeText } from "../records/packing.js";
import { DisposableEnvironment } from "../store/disposable-environment.js";
import { schemaDirectory } from "../store/environment.js";

/** Raise when the meaning of a record changes; each number has its own folder. */
const DRAFT_SCHEMA = 1;

/** All tables. Their order is part of the checksums: append only. */
const TABLES = ["heads", "texts", "facts", "counter", "overlay", "configs"] as const;
type TableName = (typeof TABLES)[number];
/** Number of the first table; differs from those of the ledger and of sessions. */
const FIRST_NUMBER = 2000;
const COUNTER_KEY = Buffer.from("version");
const OVERLAY_KEY = Buffer.from("newest");
const COUNTER_BYTES = 8;

/** Facts of a draft, in the form that the ledger stores. */
export interface DraftFacts {
  /** Key of the facts: 32 hex digits. */
  readonly key: string;
  readonly flags: number;
  readonly page: Uint8Array;
}

/** Origin of the facts of a draft, and of its configuration. */
interface FactsOrigin {
  /** Id of the text that was extracted. */
  readonly textId: number;
  /** Key of the facts; absent if the text is not indexable. */
  readonly key?: string;
  /** Reason why the text is not indexable. */
  readonly refusal?: string;
  readonly flags?: number;
  /** Hash of the configuration; absent if the file is no configuration. */
  readonly configKey?: string;
  /** Whether the facts are of the text itself rather than of a repaired copy of it (because the text has syntax errors). */
  readonly isWhole?: boolean;
}

/** Metadata of one file of one editor. */
export interface DraftHead {
  /** Repository-relative path. */
  readonly path: string;
  readonly source: string;
  /** Version of the editor's document. */
  readonly version: number;
  /** Time of the change according to the editor, in milliseconds since the epoch. */
  readonly timestampMs: number;
  /** Time of the last message from the editor, in milliseconds since the epoch. */
  readonly renewedMs: number;
  readonly isDirty: boolean;
  /** Identifier of the process that accepted the draft, reported to the draft's author. */
  readonly holder: string;
  /** Id of the text; a later text has a higher id. */
  readonly textId: number;
  /** Id of the first text since the buffer was opened. */
  readonly firstTextId: number;
  /** Absent until a text has been extracted. */
  readonly facts?: FactsOrigin;
}

/** Difference between the ledger with all drafts of one moment and the ledger alone. */
export interface DraftDifference {
  /** Identifies the drafts, the version and the program that the difference was made from. */
  readonly name: string;
  /** Result of `MaterialisedVersion.encode`. */
  readonly difference: Uint8Array;
}

/** Unsaved text and facts to store. */
export interface DraftWrite {
  readonly head: DraftHead;
  /** If absent, the stored text stays. */
  readonly text?: string;
  /** Facts page of `head.facts`; if absent, the stored page stays. */
  readonly page?: Uint8Array;
  /** Configuration of `head.facts`, as a ledger stores it; if absent, the stored one stays. */
  readonly config?: string;
}

/** A draft with its text and facts at one moment. */
export interface StoredDraft {
  readonly head: DraftHead;
  readonly text: string;
  readonly facts: DraftFacts | undefined;
  /** Configuration of `head.facts`. */
  readonly config?: string | undefined;
}

/** The drafts of one repository. */
export class DraftStore {
  private constructor(private readonly environment: DisposableEnvironment<TableName>) {}

  /**
   * Opens the store; creates it if missing.
   * @param directory the ledger's own folder
   * @throws {GraphError} `STORE_READ_ONLY`, `STORAGE_FULL`, `STORE_IO`
   */
  static open(directory: string): DraftStore {
    const options = { path: draftFolder(directory), tables: TABLES, firstNumber: FIRST_NUMBER };
    return new DraftStore(DisposableEnvironment.open(options));
  }

  /** Whether the store exists; a process that only reads need not create it. */
  static exists(directory: string): boolean {
    return DisposableEnvironment.exists(draftFolder(directory));
  }

  /** Text that differs after every write, of this or another process. */
  get state(): string {
    return this.environment.state;
  }

  /**
   * Version of the drafts: rises with every change and begins with the time of the store's creation, so a store that was lost and created again
   * repeats no version.
   */
  version(): number {
    return this.environment.orEmptyOnDamage(0, () => readCounter(this.environment.tables));
  }

  /** Metadata of all drafts, unordered. */
  heads(): DraftHead[] {
    return this.environment.orEmptyOnDamage<DraftHead[]>([], () => readHeads(this.environment.tables));
  }

  /**
   * The drafts of these heads that are unchanged since, read at one state of the store, and the store's version. In the order of `heads`.
   * @param known drafts read before; unchanged ones are not read again
   */
  read(
    heads: readonly DraftHead[],
    known: readonly StoredDraft[] = [],
  ): { readonly version: number; readonly drafts: StoredDraft[] } {
    return this.environment.orEmptyOnDamage({ version: 0, drafts: [] as StoredDraft[] }, () => {
      const { tables } = this.environment;
      const drafts = heads.flatMap((head) => readDraft(tables, head, known) ?? []);
      return { version: readCounter(tables), drafts };
    });
  }

  /** The difference put last. */
  difference(): DraftDifference | undefined {
    return this.environment.orEmptyOnDamage<DraftDifference | undefined>(undefined, () => {
      const payload = this.environment.tables.overlay.get(OVERLAY_KEY);
      return payload === undefined ? undefined : decodeDraftDifference(payload);
    });
  }

  /**
   * Runs `action` in one transaction; if it changes a draft, the version rises. If it finds damage, the store is emptied and `action` runs again.
   * @returns the version after the transaction
   */
  change(action: (changing: DraftChange) => void): number {
    const changed = this.environment.orEmptyOnDamage<number | undefined>(undefined, () => this.changeOnce(action));
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
      if (changing.hasChanged) tables.counter.put(COUNTER_KEY, encodeCounter(version));
    });
    return version;
  }
}

type Tables = DisposableEnvironment<TableName>["tables"];

/** Writes of one transaction; its reads see them. */
export class DraftChange {
  hasChanged = false;

  /** @param version version of the store if this transaction changes anything; no text has that number yet */
  constructor(
    private readonly tables: Tables,
    readonly version: number,
  ) {}

  /** Metadata of a draft as seen by the transaction. */
  head(path: string, source: string): DraftHead | undefined {
    const payload = this.tables.heads.get(draftKeyBytes({ path, source }));
    return payload === undefined ? undefined : decodeHead(payload);
  }

  /** Metadata of all drafts as seen by the transaction, unordered. */
  heads(): DraftHead[] {
    return readHeads(this.tables);
  }

  /** The stored text of a draft. */
  draftText(head: Pick<DraftHead, "path" | "source">): string | undefined {
    return decodeText(this.tables.texts.get(draftKeyBytes(head)));
  }

  put({ head, text, page, config }: DraftWrite): void {
    const key = draftKeyBytes(head);
    this.tables.heads.put(key, Buffer.from(JSON.stringify(head)));
    if (text !== undefined) this.tables.texts.put(key, Buffer.from(text));
    if (page !== undefined) this.tables.facts.put(key, page);
    if (config !== undefined) this.tables.configs.put(key, Buffer.from(config));
    this.hasChanged = true;
  }

  /** Replaces the stored difference. Does not count as a change, because no answer depends on it. */
  putDifference({ name, difference }: DraftDifference): void {
    const payload = encodeWith((out) => {
      writeText(out, name);
      writeBytes(out, difference);
    });
    this.tables.overlay.put(OVERLAY_KEY, payload);
  }

  /** Records that the editor is alive. Does not count as a change, because no answer depends on it. */
  renew(head: DraftHead): void {
    this.tables.heads.put(draftKeyBytes(head), Buffer.from(JSON.stringify(head)));
  }

  remove(head: Pick<DraftHead, "path" | "source">): void {
    const key = draftKeyBytes(head);
    for (const table of [this.tables.heads, this.tables.texts, this.tables.facts, this.tables.configs])
      if (table.has(key)) table.remove(key);
    if (this.tables.overlay.has(OVERLAY_KEY)) this.tables.overlay.remove(OVERLAY_KEY);
    this.hasChanged = true;
  }
}

function readHeads({ heads }: Tables): DraftHead[] {
  return heads.keys().flatMap((key) => {
    const payload = heads.get(key);
    return payload === undefined ? [] : [decodeHead(payload)];
  });
}

/** Key of a draft: a hash, because paths may exceed the maximum key length. */
function draftKeyBytes({ path, source }: Pick<DraftHead, "path" | "source">): Buffer {
  return createHash("sha256").update(`${source}\0${path}`).digest();
}

function decodeHead(payload: Uint8Array): DraftHead {
  try {
    return JSON.parse(Buffer.from(payload).toString("utf8")) as DraftHead;
  } catch {
    throw damagedError("a draft");
  }
}

function decodeDraftDifference(payload: Uint8Array): DraftDifference {
  return decodeChecked("the stored difference of unsaved files", () => {
    const reader = new ByteReader(payload);
    return { name: readText(reader), difference: Uint8Array.from(reader.raw(reader.varint())) };
  });
}

function decodeText(payload: Uint8Array | undefined): string | undefined {
  return payload && Buffer.from(payload).toString("utf8");
}

/** @returns `undefined` if the draft has changed since `head` was read */
function readDraft(tables: Tables, head: DraftHead, known: readonly StoredDraft[]): StoredDraft | undefined {
  const key = draftKeyBytes(head);
  const now = tables.heads.get(key);
  if (now === undefined || !isSame(decodeHead(now), head)) return undefined;
  const before = known.find((draft) => draft.head.path === head.path && draft.head.source === head.source);
  if (before !== undefined && isSame(before.head, head)) return { ...before, head };
  const text = decodeText(tables.texts.get(key));
  if (text === undefined) return undefined;
  const { key: factsKey, configKey, flags = 0 } = head.facts ?? {};
  const config = configKey === undefined ? undefined : decodeText(tables.configs.get(key));
  const page = factsKey === undefined ? undefined : tables.facts.get(key);
  if (factsKey === undefined || page === undefined) return { head, text, facts: undefined, config };
  return { head, text, facts: { key: factsKey, flags, page: Uint8Array.from(page) }, config };
}

/** Whether two heads have the same text and the same facts. */
function isSame(one: DraftHead, other: DraftHead): boolean {
  return one.textId === other.textId && one.facts?.textId === other.facts?.textId;
}

function readCounter({ counter }: Tables): number {
  const payload = counter.get(COUNTER_KEY);
  return payload === undefined ? 0 : Number(Buffer.from(payload).readBigUInt64BE());
}

function encodeCounter(version: number): Buffer {
  const bytes = Buffer.alloc(COUNTER_BYTES);
  bytes.writeBigUInt64BE(BigInt(version));
  return bytes;
}

function draftFolder(directory: string): string {
  return join(directory, schemaDirectory(), `drafts-${DRAFT_SCHEMA}`);
}
