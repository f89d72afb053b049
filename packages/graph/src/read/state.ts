/**
 * State of the ledger at one generation, as this process knows it: the head, the file table, and tables read lazily. Immutable except for its
 * caches; a newer generation is a new state that shares everything unchanged.
 */
import { CACHE_BYTES, type FileHandle, getOrMake, type SkippedFile } from "@sdl/model";
import type { FactsPage } from "@sdl/model/facts";
import { damagedError, throwMissing } from "../errors.js";
import { decodeLogEntry, type LogEntry } from "../records/change-log.js";
import type { EdgesPage } from "../records/edges-page.js";
import { decodeFilePage, FILES_PER_PAGE, type FileEntry } from "../records/file-page.js";
import type { Head } from "../records/head.js";
import type { ConfigEntry } from "../records/inputs.js";
import { groupOfBucket, type NameBucket } from "../records/name-bucket.js";
import type { OutgoingPage } from "../records/outgoing-page.js";
import type { PostingColumns, PostingsBucket } from "../records/postings-bucket.js";
import type { SymbolsPage } from "../records/symbols-page.js";
import type { TableName } from "../store/environment.js";
import type { BriefFacts } from "./brief-facts.js";
import { FileTable, type PageKind } from "./file-table.js";
import type { NameList } from "./name-list.js";
import { PageCache } from "./page-cache.js";

/** Reads one record as the state's transaction sees it. */
export type ReadRecord = (table: TableName, key: number | Uint8Array) => Uint8Array | undefined;

/** Estimated size of decoded facts relative to the stored bytes, plus a constant number of bytes for objects. */
const FACTS_GROWTH = 4;
const FACTS_OBJECTS_BYTES = 8 * 1024;

/** Caches of pages that survive a generation, shared by all states of a process. */
export class PageCaches {
  readonly symbols: PageCache<FileHandle, SymbolsPage>;
  readonly outgoing: PageCache<FileHandle, OutgoingPage>;
  readonly incoming: PageCache<FileHandle, EdgesPage>;
  readonly lookups: PageCache<FileHandle, Uint32Array>;

  private constructor(
    readonly facts: PageCache<string, FactsPage>,
    readonly briefFacts: PageCache<string, BriefFacts>,
    bytesEach: number,
  ) {
    this.symbols = new PageCache(bytesEach);
    this.outgoing = new PageCache(bytesEach);
    this.incoming = new PageCache(bytesEach);
    this.lookups = new PageCache(bytesEach);
  }

  /** The default size is suitable for a long-running server. */
  static ofSize(factsBytes: number = CACHE_BYTES.facts): PageCaches {
    return new PageCaches(new PageCache(factsBytes), new PageCache(CACHE_BYTES.briefFacts), CACHE_BYTES.pages);
  }

  /** Caches a facts page that the caller decoded. */
  cacheFacts(key: string, page: FactsPage): void {
    this.facts.put(key, page, FACTS_OBJECTS_BYTES + page.bytes.length * FACTS_GROWTH);
  }

  /** Drops the per-file pages; facts are shared by versions and stay. */
  dropFilePages(): void {
    for (const pages of [this.symbols, this.outgoing, this.incoming, this.lookups]) pages.clear();
  }

  /**
   * Caches for a version in memory. Its per-file pages differ under the same handles, so they are separate; facts are addressed by content and
   * shared.
   */
  forVersion(): PageCaches {
    return new PageCaches(this.facts, this.briefFacts, CACHE_BYTES.pagesOfVersion);
  }
}

/** Head and tables of one generation. */
export class LedgerState {
  /** Buckets read so far, by record key; discarded with the generation. */
  readonly idBuckets = new Map<number, Uint32Array | undefined>();
  readonly nameBuckets = new Map<number, NameBucket | undefined>();
  readonly postingBuckets: PageCache<number, PostingsBucket | "none">;
  readonly postings: PageCache<number, PostingColumns>;
  readonly bitmaps = new Map<number, Uint8Array>();
  /** Names by group of buckets. */
  readonly names = new Map<number, NameList>();
  configs: ReadonlyMap<string, ConfigEntry> | undefined;
  skipped: readonly SkippedFile[] | undefined;

  constructor(
    readonly head: Head,
    readonly files: FileTable,
    postingsBytes: number = CACHE_BYTES.postings,
  ) {
    this.postingBuckets = new PageCache(postingsBytes);
    this.postings = new PageCache(postingsBytes);
  }

  /** A state with another head and the same caches. @param postingsBytes bound in bytes on each cache of postings */
  withHead(head: Head, postingsBytes: number): LedgerState {
    const state = new LedgerState(head, this.files, postingsBytes);
    for (const [group, list] of this.names) state.names.set(group, list);
    state.configs = this.configs;
    state.skipped = this.skipped;
    return state;
  }

  /** Drops the lazily read tables; they are read again on demand. */
  dropCaches(): void {
    for (const known of [
      this.idBuckets,
      this.nameBuckets,
      this.postingBuckets,
      this.postings,
      this.bitmaps,
      this.names,
    ])
      known.clear();
  }
}

/** Loads a state completely. */
export function loadState(head: Head, read: ReadRecord): LedgerState {
  const entries: FileEntry[] = [];
  const pages = Math.ceil(head.nextFile / FILES_PER_PAGE);
  for (let page = 0; page < pages; page++) entries.push(...readFilePage(page, read));
  if (entries.length !== head.fileCount) throw damagedError("the file table");
  return new LedgerState(head, FileTable.fromEntries(entries, head.nextFile, head.generation));
}

/** Reads the changes since `before`; loads everything if the change log no longer covers them. */
export function advanceLedgerState(before: LedgerState, head: Head, read: ReadRecord): LedgerState {
  const log: LogEntry[] = [];
  for (let generation = before.head.generation + 1; generation <= head.generation; generation++) {
    const payload = read("log", generation);
    if (payload === undefined) return loadState(head, read);
    log.push(decodeLogEntry(payload, generation));
  }
  const touched = (pick: (entry: LogEntry) => readonly number[]): number[] => [...new Set(log.flatMap(pick))];
  const files = touched((entry) => entry.entries);
  const { entries, gone } = readEntries(files, read);
  const kinds: Record<PageKind, number[]> = {
    symbols: touched((entry) => entry.symbols),
    outgoing: touched((entry) => entry.outgoing),
    incoming: touched((entry) => entry.incoming),
  };
  const table = before.files.with({ entries, gone, touched: kinds }, head.nextFile, head.generation);
  const state = new LedgerState(head, table);
  const names = touched((entry) => entry.names);
  for (const [group, list] of before.names) {
    const stale = names.filter((bucket) => groupOfBucket(bucket) === group);
    state.names.set(group, stale.length === 0 ? list : list.withStaleBuckets(stale));
  }
  if (!log.some((entry) => entry.configs)) state.configs = before.configs;
  if (!log.some((entry) => entry.skipped)) state.skipped = before.skipped;
  return state;
}

function readEntries(files: readonly FileHandle[], read: ReadRecord): { entries: FileEntry[]; gone: FileHandle[] } {
  const entries: FileEntry[] = [];
  const gone: FileHandle[] = [];
  const pages = new Map<number, FileEntry[]>();
  for (const file of files) {
    const page = Math.floor(file / FILES_PER_PAGE);
    const rows = getOrMake(pages, page, () => readFilePage(page, read));
    const entry = rows.find((row) => row.handle === file);
    if (entry === undefined) gone.push(file);
    else entries.push(entry);
  }
  return { entries, gone };
}

function readFilePage(page: number, read: ReadRecord): FileEntry[] {
  return decodeFilePage(read("files", page) ?? throwMissing(`page ${page} of the file table`), page);
}
