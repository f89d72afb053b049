/** Postings and lengths of one state: the term side of a snapshot. */
import { type FileHandle, type Postings, type SymbolHandle, TERM_FIELDS } from "@sdl/model";
import type { FileTable } from "./file-table.js";
import type { PageReader } from "./page-reader.js";
import { BUCKETS, bucketOfTerm, chunkCount } from "./records/buckets.js";
import type { FileEntry } from "./records/file-page.js";
import type { PostingsBucket } from "./records/postings-bucket.js";
import { FACT_FIELDS, pathLength, type SymbolsPage } from "./records/symbols-page.js";

const FIELDS = TERM_FIELDS.length;

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

/** Field lengths of all symbols, by handle: row `handle`, one number a field. After an edit only files that changed are read. */
export function readLengths(reader: PageReader): Uint32Array {
  const { state } = reader;
  const known = state.lengths;
  const words = state.head.capacity * FIELDS;
  if (known?.stale.size === 0 && known.lengths.length === words) return known.lengths;
  const lengths = new Uint32Array(words);
  if (known !== undefined) lengths.set(known.lengths.subarray(0, words));
  const files = known === undefined ? state.files.all() : filesOf(state.files, known.stale);
  for (const file of files) writeLengths(lengths, file.base, reader.symbols(file));
  state.lengths = { lengths, stale: new Set() };
  return lengths;
}

/** Those of the files that are still there: rows that belong to no symbol are never asked for. */
function filesOf(table: FileTable, handles: Iterable<FileHandle>): FileEntry[] {
  return Array.from(handles, (file) => table.at(file)).filter((file) => file !== undefined);
}

function writeLengths(lengths: Uint32Array, base: number, page: SymbolsPage): void {
  const path = pathLength(page);
  for (let ordinal = 0; ordinal < page.count; ordinal++) {
    const row = (base + (page.slots[ordinal] as number)) * FIELDS;
    for (let field = 0; field < FACT_FIELDS; field++) {
      lengths[row + field] = page.lengths[ordinal * FACT_FIELDS + field] as number;
    }
    lengths[row + FACT_FIELDS] = path;
  }
}

export function lengthOf(lengths: Uint32Array, symbol: SymbolHandle, field: number): number {
  return lengths[symbol * FIELDS + field] ?? 0;
}

/** Mean length by field; 0 for an empty graph. */
export function meanLengths(totals: readonly number[], documents: number): number[] {
  return totals.map((total) => (documents === 0 ? 0 : total / documents));
}

/** All distinct simple names, by code units. After an edit only the buckets that changed are read. */
export function readNames(reader: PageReader): readonly string[] {
  const { state } = reader;
  const known = state.names;
  if (known !== undefined && known.stale.size === 0) return known.sorted;
  const byBucket = new Map(known?.byBucket);
  const buckets = known?.stale ?? Array.from({ length: BUCKETS }, (_, bucket) => bucket);
  const gone = new Set<string>();
  const added: string[] = [];
  for (const bucket of buckets) {
    const before = byBucket.get(bucket) ?? [];
    const after = reader.nameTexts(bucket);
    byBucket.set(bucket, after);
    const kept = new Set(after);
    for (const name of before) if (!kept.delete(name)) gone.add(name);
    added.push(...kept);
  }
  const sorted = mergeNames(
    (known?.sorted ?? []).filter((name) => !gone.has(name)),
    added.sort(),
  );
  state.names = { sorted, byBucket, stale: new Set() };
  return sorted;
}

function mergeNames(left: readonly string[], right: readonly string[]): readonly string[] {
  if (left.length === 0) return right;
  const merged: string[] = [];
  let at = 0;
  for (const name of right) {
    while (at < left.length && (left[at] as string) < name) merged.push(left[at++] as string);
    merged.push(name);
  }
  while (at < left.length) merged.push(left[at++] as string);
  return merged;
}

/** How many terms and postings the index holds, by its own count. */
export function countPostings(reader: PageReader): { readonly terms: number; readonly postings: number } {
  const terms = new Set<number>();
  let postings = 0;
  for (let chunk = 0; chunk < chunkCount(reader.state.head.capacity); chunk++) {
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const page = reader.postings(bucket, chunk);
      page?.rests.forEach((rest, row) => {
        terms.add(bucket * 2 ** 41 + rest);
        postings += page.counts[row] as number;
      });
    }
  }
  return { terms: terms.size, postings };
}
