/** Postings, field lengths and names of one state: the term index of a snapshot. */
import type { SymbolHandle } from "@sdl/model";
import type { Postings } from "@sdl/model/graph";
import { BUCKETS, bucketOfTerm, chunkCount, joinTerm } from "../records/buckets.js";
import { BUCKETS_PER_GROUP, NAME_GROUPS } from "../records/name-bucket.js";
import type { PostingsBucket } from "../records/postings-bucket.js";
import { FACT_FIELDS, type SymbolsPage } from "../records/symbols-page.js";
import { NameList } from "./name-list.js";
import type { PageReader } from "./page-reader.js";

/** All postings of a term, ascending by handle. */
export function readPostings(reader: PageReader, term: number): Postings {
  const { state } = reader;
  const kept = state.postings.get(term);
  if (kept !== undefined) return { symbols: kept.handles, frequencies: kept.frequencies };
  const bucket = bucketOfTerm(term);
  const found: { readonly page: PostingsBucket; readonly row: number; readonly chunk: number }[] = [];
  let total = 0;
  for (let chunk = 0; chunk < chunkCount(state.head.capacity); chunk++) {
    const page = reader.postings(bucket, chunk);
    const row = page === undefined ? -1 : page.find(term);
    if (page === undefined || row < 0) continue;
    found.push({ page, row, chunk });
    total += page.counts[row] as number;
  }
  const columns = { handles: new Uint32Array(total), frequencies: new Uint32Array(total) };
  let at = 0;
  for (const { page, row, chunk } of found) {
    page.read(row, chunk, columns, at);
    at += page.counts[row] as number;
  }
  state.postings.put(term, columns, 128 + 8 * total);
  return { symbols: columns.handles, frequencies: columns.frequencies };
}

/** Location of a symbol's field lengths. */
export interface LengthRow {
  readonly symbol: SymbolHandle;
  readonly page: SymbolsPage;
  readonly ordinal: number;
}

/** Reads only the symbols page of the symbol's file. */
export function readLengthRow(reader: PageReader, symbol: SymbolHandle): LengthRow | undefined {
  const found = reader.locate(symbol);
  return found && { symbol, page: reader.symbols(found.file), ordinal: found.ordinal };
}

/** Number of terms in one field of a symbol's search document. */
export function lengthAt({ page, ordinal }: LengthRow, field: number): number {
  return field < FACT_FIELDS ? (page.lengths[ordinal * FACT_FIELDS + field] ?? 0) : page.pathLength;
}

/** Mean length of each field; 0 for an empty graph. */
export function meanLengths(totals: readonly number[], documents: number): number[] {
  return totals.map((total) => (documents === 0 ? 0 : total / documents));
}

/** All distinct simple names, ordered by code units. */
export function readNames(reader: PageReader): string[] {
  return readNameBlocks(reader).flat().sort();
}

/** All distinct simple names, unordered, in blocks; a block stays the same array object as long as its names are the same. */
export function readNameBlocks(reader: PageReader): readonly (readonly string[])[] {
  return Array.from({ length: NAME_GROUPS }, (_, group) => readNameGroup(reader, group).allNames());
}

/** The names of one group of buckets. After an edit only the changed buckets are read. */
export function readNameGroup(reader: PageReader, group: number): NameList {
  const { names } = reader.state;
  let list = names.get(group) ?? readWholeGroup(reader, group);
  if (list.stale.size > 0) list = list.withFreshBuckets((bucket) => reader.nameTexts(bucket));
  names.set(group, list);
  return list;
}

function readWholeGroup(reader: PageReader, group: number): NameList {
  const byBucket = new Map<number, readonly string[]>();
  const first = group * BUCKETS_PER_GROUP;
  for (let bucket = first; bucket < first + BUCKETS_PER_GROUP; bucket++) {
    const texts = reader.nameTexts(bucket);
    if (texts.length > 0) byBucket.set(bucket, texts);
  }
  return NameList.fromBuckets(byBucket);
}

/** Number of terms and postings in the index, counted by reading all buckets. */
export function countPostings(reader: PageReader): { readonly terms: number; readonly postings: number } {
  const terms = new Set<number>();
  let postings = 0;
  for (let chunk = 0; chunk < chunkCount(reader.state.head.capacity); chunk++) {
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const page = reader.postings(bucket, chunk);
      page?.lowBits.forEach((rest, row) => {
        terms.add(joinTerm(bucket, rest));
        postings += page.counts[row] as number;
      });
    }
  }
  return { terms: terms.size, postings };
}
