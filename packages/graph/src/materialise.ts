/**
 * Versions in memory: snapshots that read the latest version through the records that a draft would write. Nothing is written, so any number of
 * them can exist at once.
 * Invariant: such a snapshot equals the version that committing the draft would publish, except for the version's id and the handles.
 */
import { CACHE_BYTES, GraphError, type VersionId } from "@sdl/model";
import { FactsPage } from "@sdl/model/facts";
import type { VersionRecords } from "./publish/version-difference.js";
import { PageReader } from "./read/page-reader.js";
import { LedgerSnapshot } from "./read/snapshot.js";
import { advanceLedgerState, type PageCaches, type ReadRecord } from "./read/state.js";
import { packFacts } from "./records/facts-record.js";
import { factsKeyOf } from "./records/file-page.js";
import { decodeHead, MetaKey } from "./records/head.js";
import { idMs } from "./records/version-record.js";

/** Inputs of a version in memory. */
export interface Materialisation {
  /** Reader of the latest version. */
  readonly reader: PageReader;
  readonly caches: PageCaches;
  /** Records that publishing the version would write; `undefined` if it equals the latest version. */
  readonly over: VersionRecords | undefined;
  readonly version: VersionId;
  /** Ends the read transaction. */
  release(): void;
}

/** Opens the snapshot of a version that is not stored. */
export function materialise({ reader, caches, over, version, release }: Materialisation): LedgerSnapshot {
  const kept = readOrExpire(reader, version);
  const read = over === undefined ? kept : readWithOverrides(over, kept);
  const base = reader.state;
  const drafted = over === undefined ? base : advanceLedgerState(base, decodeHead(read("meta", MetaKey.Head)), read);
  const state = drafted.withHead({ ...drafted.head, versionMs: idMs(version) }, CACHE_BYTES.postingsOfVersion);
  const own = over === undefined ? caches : caches.forVersion();
  if (over !== undefined) cacheFewPages(own, over);
  const forget = (): void => {
    state.dropCaches();
    if (own !== caches) own.dropFilePages();
  };
  return new LedgerSnapshot(new PageReader(state, own, read), release, forget);
}

/** Maximum number of facts pages that are put into the cache at once. More would evict other pages; they are unpacked when they are read. */
const MAX_CACHED_PAGES = 16;

/** Puts freshly extracted facts pages into the cache, which saves packing and unpacking them. */
function cacheFewPages(caches: PageCaches, over: VersionRecords): void {
  const pages = over.pages();
  if (pages.size > MAX_CACHED_PAGES) return;
  for (const [key, page] of pages) caches.cacheFacts(key, new FactsPage(page));
}

/** Reads facts and reports `VERSION_EXPIRED` instead of damage if they are absent because the version was pruned while its snapshot was open. */
function readOrExpire(reader: PageReader, version: VersionId): ReadRecord {
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

/** Reads a record from `over` if it contains the key, else from the store. */
function readWithOverrides(over: VersionRecords, readBase: ReadRecord): ReadRecord {
  const records = over.records();
  const pages = over.pages();
  return (table, key) => {
    if (typeof key !== "number") {
      const page = table === "facts" ? pages.get(factsKeyOf(key)) : undefined;
      return page === undefined ? readBase(table, key) : packFacts(page);
    }
    const own = records.get(table);
    return own?.has(key) === true ? alignedToWords(own.get(key)) : readBase(table, key);
  };
}

/** Copies a payload that does not begin at a multiple of 4 bytes: its columns are read as 32-bit words. */
function alignedToWords(payload: Uint8Array | undefined): Uint8Array | undefined {
  return payload === undefined || payload.byteOffset % 4 === 0 ? payload : Uint8Array.from(payload);
}
