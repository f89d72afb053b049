/**
 * A version in memory: the latest one, read through what a draft would write over it. Nothing is written, so that any number of them stand
 * beside each other, and reading is what reading the latest is.
 * Invariant: it equals what committing the draft would publish, but for the version's name and the handles.
 */
import { CACHE_BYTES, GraphError, type VersionId } from "@sdl/model";
import { FactsPage } from "@sdl/model/facts";
import type { VersionRecords } from "./publish/version-difference.js";
import { PageReader } from "./read/page-reader.js";
import { LedgerSnapshot } from "./read/snapshot.js";
import { advanceState, type PageCaches, type ReadRecord } from "./read/state.js";
import { packFacts } from "./records/facts-record.js";
import { factsKeyOf } from "./records/file-page.js";
import { decodeHead, MetaKey } from "./records/head.js";
import { idMs } from "./records/version-record.js";

export interface Materialisation {
  /** Reads the latest version. */
  readonly reader: PageReader;
  readonly caches: PageCaches;
  /** What publishing it would write; `undefined` when it differs in nothing. */
  readonly over: VersionRecords | undefined;
  readonly version: VersionId;
  /** Gives the read transaction back. */
  release(): void;
}

export function materialise({ reader, caches, over, version, release }: Materialisation): LedgerSnapshot {
  const kept = keptFacts(reader, version);
  const read = over === undefined ? kept : readThrough(over, kept);
  const base = reader.state;
  const drafted = over === undefined ? base : advanceState(base, decodeHead(read("meta", MetaKey.Head)), read);
  const state = drafted.as({ ...drafted.head, versionMs: idMs(version) }, CACHE_BYTES.postingsOfVersion);
  const own = over === undefined ? caches : caches.forVersion();
  if (over !== undefined) keepFew(own, over);
  const forget = (): void => {
    state.forget();
    if (own !== caches) own.forgetFiles();
  };
  return new LedgerSnapshot(new PageReader(state, own, read), release, forget);
}

/** Where there are more, each is unpacked when it is asked for: they would drive others out. */
const FEW_PAGES = 16;

/** What was just read into facts need not be packed and unpacked. */
function keepFew(caches: PageCaches, over: VersionRecords): void {
  const pages = over.pages();
  if (pages.size > FEW_PAGES) return;
  for (const [key, page] of pages) caches.keepFacts(key, new FactsPage(page));
}

/** Facts that only an old version names go when it is pruned; a snapshot of it that is still open must not take that for damage. */
function keptFacts(reader: PageReader, version: VersionId): ReadRecord {
  return (table, key) => {
    const payload = reader.read(table, key);
    if (payload !== undefined || table !== "facts" || isKept(reader, version)) return payload;
    throw new GraphError("VERSION_EXPIRED", `${version} was pruned meanwhile; list the versions that are kept`);
  };
}

function isKept(reader: PageReader, version: VersionId): boolean {
  for (const { id } of reader.versionLinks()) {
    if (id === version) return true;
  }
  return false;
}

/** Reads the records that stand over the store's, and from the store what they leave alone. */
function readThrough(over: VersionRecords, readBase: ReadRecord): ReadRecord {
  const records = over.records();
  const pages = over.pages();
  return (table, key) => {
    if (typeof key !== "number") {
      const page = table === "facts" ? pages.get(factsKeyOf(key)) : undefined;
      return page === undefined ? readBase(table, key) : packFacts(page);
    }
    const own = records.get(table);
    return own?.has(key) === true ? aligned(own.get(key)) : readBase(table, key);
  };
}

/** Columns are read as words. */
function aligned(payload: Uint8Array | undefined): Uint8Array | undefined {
  return payload === undefined || payload.byteOffset % 4 === 0 ? payload : Uint8Array.from(payload);
}
