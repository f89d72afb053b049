/** Reader of the pages of one state, through the caches of the process. A page that the state refers to but the store lacks is damage. */
import type { FileHandle, SkippedFile, SymbolHandle } from "@sdl/model";
import { ByteReader, FactsPage, WordSlabs } from "@sdl/model/facts";
import { damagedError, throwMissing } from "../errors.js";
import { BITMAP_BYTES, type BucketTable, bitmapHas, bucketKey, chunkCount, presenceKey } from "../records/buckets.js";
import { decodeEdges, EdgesPage } from "../records/edges-page.js";
import { baseOfFacts, packFacts, unpackFacts } from "../records/facts-record.js";
import { type FileEntry, factsKeyBytes } from "../records/file-page.js";
import { MetaKey } from "../records/head.js";
import { decodeIds } from "../records/id-bucket.js";
import { type ConfigEntry, decodeConfig, decodeSkipped } from "../records/inputs.js";
import { decodeNames, decodeNameTexts, type NameBucket } from "../records/name-bucket.js";
import { decodeOutgoing, type OutgoingPage } from "../records/outgoing-page.js";
import { asWords, decodeChecked } from "../records/packing.js";
import { PostingsBucket } from "../records/postings-bucket.js";
import { decodeSymbolsPage, type SymbolsPage, symbolsPageBytes } from "../records/symbols-page.js";
import { decodeVersion, decodeVersionLink, type VersionLink, type VersionRecord } from "../records/version-record.js";
import type { TableName } from "../store/environment.js";
import { BriefFacts } from "./brief-facts.js";
import type { PageKind } from "./file-table.js";
import type { PageCache } from "./page-cache.js";
import type { LedgerState, PageCaches, ReadRecord } from "./state.js";
import { versionsFrom } from "./versions.js";

/** Estimated bytes of the typed arrays of a page of edges, even if there are few, and size of decoded edges relative to their record. */
const EDGE_COLUMNS_BYTES = 1536;
const EDGES_GROWTH = 4;
/** Estimated size in bytes of a typed array with its buffer. */
const WORDS_BYTES = 256;

/** Memory of the cached lookups. */
const slabs = new WordSlabs();

/** Access to one kind of per-file pages. */
interface PageAccess<P> {
  readonly table: TableName;
  /** Kind of page whose changes invalidate these pages. */
  readonly stamp: PageKind;
  /** Name of the page for error messages. */
  readonly what: string;
  decode(payload: Uint8Array, what: string): P;
  sizeBytes(page: P, payload: Uint8Array): number;
}

const SYMBOLS_PAGES: PageAccess<SymbolsPage> = {
  table: "symbols",
  stamp: "symbols",
  what: "the symbols page",
  decode: decodeSymbolsPage,
  sizeBytes: symbolsPageBytes,
};

const OUTGOING_PAGES: PageAccess<OutgoingPage> = {
  table: "outgoing",
  stamp: "outgoing",
  what: "the outgoing edges",
  decode: decodeOutgoing,
  sizeBytes: edgesPageBytes,
};

const INCOMING_PAGES: PageAccess<EdgesPage> = {
  table: "incoming",
  stamp: "incoming",
  what: "the incoming edges",
  decode: (payload, what) => new EdgesPage(decodeChecked(what, () => decodeEdges(new ByteReader(payload)))),
  sizeBytes: edgesPageBytes,
};

const LOOKUPS: PageAccess<Uint32Array> = {
  table: "lookups",
  stamp: "outgoing",
  what: "the lookups",
  decode: (payload, what) => asWords(slabs.bytes(payload), what),
  sizeBytes: (words) => WORDS_BYTES + words.byteLength,
};

function edgesPageBytes(_page: unknown, payload: Uint8Array): number {
  return EDGE_COLUMNS_BYTES + EDGES_GROWTH * payload.length;
}

/** Reads and decodes pages. */
export class PageReader {
  constructor(
    readonly state: LedgerState,
    private readonly caches: PageCaches,
    /** Reads any record as this state's transaction sees it. */
    readonly read: ReadRecord,
  ) {}

  facts(file: FileEntry): FactsPage {
    return this.factsByKey(file.factsKey) ?? throwMissing(`the facts of ${file.path}`);
  }

  factsByKey(key: string): FactsPage | undefined {
    const kept = this.caches.facts.get(key);
    if (kept !== undefined) return kept;
    const page = this.readFacts(key);
    if (page !== undefined) this.cacheFacts(key, page);
    return page;
  }

  /** Kinds, names and the like of a file's symbols. Used by searches and walks over whole versions, which thus add no page to the cache of facts. */
  briefFacts({ factsKey, path }: FileEntry): BriefFacts {
    const kept = this.caches.briefFacts.get(factsKey);
    if (kept !== undefined) return kept;
    const page = this.caches.facts.get(factsKey) ?? this.readFacts(factsKey) ?? throwMissing(`the facts of ${path}`);
    const brief = BriefFacts.of(page);
    this.caches.briefFacts.put(factsKey, brief, brief.sizeBytes);
    return brief;
  }

  private readFacts(key: string): FactsPage | undefined {
    const payload = this.factsRecord(key);
    if (payload === undefined) return undefined;
    const what = `the facts page ${key}`;
    const bytes = unpackFacts(payload, what, (base) => this.basePageBytes(base));
    return decodeChecked(what, () => new FactsPage(bytes));
  }

  /** The base page of a difference record. A base is always a whole page, so reading needs no recursion. */
  private basePageBytes(key: string): Uint8Array | undefined {
    const kept = this.caches.facts.get(key);
    if (kept !== undefined) return kept.bytes;
    const payload = this.factsRecord(key);
    return payload && unpackFacts(payload, `the facts page ${key}`, () => undefined);
  }

  /** Caches a facts page that the caller decoded. */
  cacheFacts(key: string, page: FactsPage): void {
    this.caches.cacheFacts(key, page);
  }

  /** A record that contains the whole page: as stored, or packed again. @throws {GraphError} `STORE_CORRUPT` if there is none */
  packedFacts(key: string): Uint8Array {
    const record = this.factsRecord(key) ?? throwMissing(`the facts page ${key}`);
    if (baseOfFacts(record) === undefined) return record;
    return packFacts(this.factsByKey(key)?.bytes ?? throwMissing(`the facts page ${key}`));
  }

  /** The record as stored: a whole page or a difference from another page. */
  factsRecord(key: string): Uint8Array | undefined {
    return this.read("facts", factsKeyBytes(key));
  }

  hasFacts(key: string): boolean {
    return this.factsRecord(key) !== undefined;
  }

  symbols(file: FileEntry): SymbolsPage {
    return this.page(SYMBOLS_PAGES, this.caches.symbols, file);
  }

  outgoing(file: FileEntry): OutgoingPage {
    return this.page(OUTGOING_PAGES, this.caches.outgoing, file);
  }

  /** The record as stored. */
  outgoingBytes(file: FileEntry): Uint8Array {
    return this.read("outgoing", file.handle) ?? throwMissing(`${OUTGOING_PAGES.what} of ${file.path}`);
  }

  incoming(file: FileEntry): EdgesPage {
    return this.page(INCOMING_PAGES, this.caches.incoming, file);
  }

  /** Hashes of the lookups that linking the file recorded, ascending. They change together with its outgoing page. */
  lookups(file: FileEntry): Uint32Array {
    return this.page(LOOKUPS, this.caches.lookups, file);
  }

  private page<P>(kind: PageAccess<P>, cache: PageCache<FileHandle, P>, file: FileEntry): P {
    const stamp = this.state.files.stamp(kind.stamp, file.handle);
    const kept = cache.get(file.handle, stamp);
    if (kept !== undefined) return kept;
    const what = `${kind.what} of ${file.path}`;
    const payload = this.read(kind.table, file.handle) ?? throwMissing(what);
    const page = kind.decode(payload, what);
    cache.put(file.handle, page, kind.sizeBytes(page, payload), stamp);
    return page;
  }

  /** The file and ordinal of an existing symbol; `undefined` for any other handle. */
  locate(symbol: SymbolHandle): { readonly file: FileEntry; readonly ordinal: number } | undefined {
    const file = this.state.files.owner(symbol);
    if (file === undefined) return undefined;
    const ordinal = this.symbols(file).ordinals[symbol - file.base];
    return ordinal === undefined || ordinal < 0 ? undefined : { file, ordinal };
  }

  ids(bucket: number): Uint32Array | undefined {
    return this.decoded(this.state.idBuckets, "ids", bucket, decodeIds);
  }

  names(bucket: number): NameBucket | undefined {
    return this.decoded(this.state.nameBuckets, "names", bucket, decodeNames);
  }

  private decoded<B>(
    known: Map<number, B | undefined>,
    table: BucketTable,
    bucket: number,
    decode: (payload: Uint8Array, what: string) => B,
  ): B | undefined {
    if (!known.has(bucket)) {
      const payload = this.bucket(table, bucket, 0);
      known.set(bucket, payload && decode(payload, `bucket ${bucket} of the ${table}`));
    }
    return known.get(bucket);
  }

  /** The names of a bucket without their symbols. */
  nameTexts(bucket: number): readonly string[] {
    const payload = this.bucket("names", bucket, 0);
    return payload === undefined ? [] : decodeNameTexts(payload, `bucket ${bucket} of the names`);
  }

  postings(bucket: number, chunk: number): PostingsBucket | undefined {
    const { postingBuckets } = this.state;
    const key = bucketKey(bucket, chunk);
    const kept = postingBuckets.get(key);
    if (kept !== undefined) return kept === "none" ? undefined : kept;
    const payload = this.bucket("postings", bucket, chunk);
    const made = payload && new PostingsBucket(payload, `bucket ${bucket} of the postings`);
    postingBuckets.put(key, made ?? "none", 64 + (payload?.length ?? 0));
    return made;
  }

  /** Bitmap of the existing buckets of a table and chunk. */
  bitmap(table: BucketTable, chunk: number): Uint8Array {
    const key = presenceKey(table, chunk);
    const known = this.state.bitmaps.get(key);
    if (known !== undefined) return known;
    const { head } = this.state;
    const isNew = table === "postings" ? chunk >= chunkCount(head.capacity) : head.contentGeneration === 0;
    const bitmap = isNew
      ? new Uint8Array(BITMAP_BYTES)
      : (this.read("presence", key) ?? throwMissing(`the list of buckets of the ${table}`));
    this.state.bitmaps.set(key, bitmap);
    return bitmap;
  }

  /** Record of a version up to this state's; `undefined` if that version is not kept. */
  version(seq: number): VersionRecord | undefined {
    const payload = this.read("versions", seq);
    return payload === undefined ? undefined : decodeVersion(payload, seq);
  }

  /** Like {@link version}, without the version's changes. */
  versionLink(seq: number): VersionLink | undefined {
    const payload = this.read("versions", seq);
    return payload === undefined ? undefined : decodeVersionLink(payload, seq);
  }

  /** Records of the kept versions up to this state's, newest first. */
  versions(): Iterable<VersionRecord> {
    return versionsFrom(this.state.head.versionSeq, (seq) => this.version(seq));
  }

  /** Like {@link versions}, without their changes. */
  versionLinks(): Iterable<VersionLink> {
    return versionsFrom(this.state.head.versionSeq, (seq) => this.versionLink(seq));
  }

  /** A record of the derived layers. They are stored after their version is published, so absence is no damage. */
  derived(key: number): Uint8Array | undefined {
    return this.read("derived", key);
  }

  /** Configuration files by path, in path order. */
  configs(): ReadonlyMap<string, ConfigEntry> {
    if (this.state.configs !== undefined) return this.state.configs;
    const configs = new Map<string, ConfigEntry>();
    for (let key = 0; key < this.state.head.configCount; key++) {
      const payload = this.read("configs", key) ?? throwMissing(`configuration record ${key}`);
      const config = decodeConfig(payload, key);
      configs.set(config.path, config);
    }
    this.state.configs = configs;
    return configs;
  }

  skipped(): readonly SkippedFile[] {
    if (this.state.skipped === undefined) {
      const payload = this.read("meta", MetaKey.Skipped);
      if (payload === undefined && this.state.head.generation > 0) throw damagedError("the list of skipped files");
      this.state.skipped = payload === undefined ? [] : decodeSkipped(payload);
    }
    return this.state.skipped;
  }

  /** Id of the program that made the facts and links; empty if it was not recorded. */
  producer(): string {
    const payload = this.read("meta", MetaKey.Producer);
    return payload === undefined ? "" : Buffer.from(payload).toString("utf8");
  }

  private bucket(table: BucketTable, bucket: number, chunk: number): Uint8Array | undefined {
    if (!bitmapHas(this.bitmap(table, chunk), bucket)) return undefined;
    return this.read(table, bucketKey(bucket, chunk)) ?? throwMissing(`bucket ${bucket} of the ${table}`);
  }
}
