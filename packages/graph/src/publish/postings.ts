/** Publishing of postings: rewrites the buckets that a draft changes and updates the sums of field lengths. */
import type { FileHandle } from "@sdl/model";
import { ByteWriter } from "@sdl/model/facts";
import { TERM_FIELDS } from "@sdl/model/text";
import { bucketKey, chunkCount } from "../records/buckets.js";
import type { FileEntry } from "../records/file-page.js";
import { PostingsBucket } from "../records/postings-bucket.js";
import { FACT_FIELDS, type SymbolsPage } from "../records/symbols-page.js";
import type { Draft, DraftFile, FilePages } from "./draft.js";
import type { BucketRecords, PostingsInput, PostingsTask } from "./first-postings.js";
import { type BucketPlace, editBuckets } from "./posting-buckets.js";
import { buildPostings, type FilePostings, NO_POSTINGS, PostingChanges } from "./posting-changes.js";
import type { WriteBatch } from "./write-batch.js";

/** @returns the new sums of field lengths over all symbols, in the order of `TERM_FIELDS` */
export function publishPostings(draft: Draft, batch: WriteBatch): readonly number[] {
  const ahead = bucketsBuiltAhead(draft);
  for (const { place, payload } of ahead.postings.values()) {
    batch.putBucket("postings", place.bucket, place.chunk, payload);
  }
  editBuckets(changesExcept(draft, ahead.files), {
    read: ({ bucket, chunk }) => {
      const made = ahead.postings.get(bucketKey(bucket, chunk));
      if (made === undefined) return draft.reader.postings(bucket, chunk);
      return new PostingsBucket(made.payload, `bucket ${bucket} of the postings`);
    },
    write: ({ bucket, chunk }, payload) => batch.putBucket("postings", bucket, chunk, payload),
  });
  const before = chunkCount(draft.reader.state.head.capacity);
  for (let chunk = before; chunk < chunkCount(draft.allocator.capacity); chunk++) batch.ownBitmap("postings", chunk);
  return lengthTotals(draft);
}

/** Input for building a first version's postings elsewhere; `undefined` for a later version, or if the facts have fewer than `minBytes` bytes. */
export function postingsTask(draft: Draft, minBytes: number): PostingsTask | undefined {
  if (draft.reader.state.head.capacity > 0) return undefined;
  const inputs: PostingsInput[] = [];
  const bytes = new ByteWriter();
  let factsBytes = 0;
  for (const [file, changed] of byBase(draft)) {
    const facts = draft.facts(changed.entry).bytes;
    const symbols = draft.symbolsRecord(changed);
    const { base, path } = changed.entry;
    inputs.push({ file, base, path, factsLength: facts.length, symbolsLength: symbols.length });
    bytes.raw(facts);
    bytes.raw(symbols);
    factsBytes += facts.length;
  }
  return factsBytes < minBytes ? undefined : { inputs, bytes: bytes.finish() };
}

function byBase(draft: Draft): [FileHandle, DraftFile][] {
  return [...draft.changed].sort((a, b) => a[1].entry.base - b[1].entry.base);
}

/** Buckets that were built before the commit. */
export interface BuiltAhead {
  /** Files whose symbols are in the buckets. */
  readonly files: ReadonlySet<FileHandle>;
  /** Buckets of postings by record key. */
  readonly postings: ReadonlyMap<number, { readonly place: BucketPlace; readonly payload: Uint8Array }>;
  /** Payloads by bucket. */
  readonly ids: ReadonlyMap<number, Uint8Array>;
  readonly names: ReadonlyMap<number, Uint8Array>;
}

/** Buckets that were built before the commit; none if one of their files has been put again or removed since. */
export function bucketsBuiltAhead({ postings: records, changed }: Draft): BuiltAhead {
  const postings = new Map<number, { place: BucketPlace; payload: Uint8Array }>();
  const isAsLaidOut = records?.files.every(({ file, base }) => changed.get(file)?.entry.base === base);
  if (records === undefined || !isAsLaidOut) return { files: new Set(), postings, ids: new Map(), names: new Map() };
  forEachRecord(records, (place, payload) => postings.set(bucketKey(place.bucket, place.chunk), { place, payload }));
  const files = new Set(records.files.map(({ file }) => file));
  return { files, postings, ids: byBucket(records.ids), names: byBucket(records.names) };
}

function byBucket(records: BucketRecords): Map<number, Uint8Array> {
  const payloads = new Map<number, Uint8Array>();
  forEachRecord(records, ({ bucket }, payload) => payloads.set(bucket, payload));
  return payloads;
}

function forEachRecord<P extends { readonly length: number }>(
  { places, bytes }: { readonly places: readonly P[]; readonly bytes: Uint8Array },
  visit: (place: P, payload: Uint8Array) => void,
): void {
  let at = 0;
  for (const place of places) {
    visit(place, bytes.subarray(at, at + place.length));
    at += place.length;
  }
}

function changesExcept(draft: Draft, done: ReadonlySet<FileHandle>): PostingChanges {
  const changes = new PostingChanges();
  for (const file of draft.removed) changes.addDifference(filePostings(draft.reader, draft.before(file)), NO_POSTINGS);
  for (const [file, { entry }] of byBase(draft)) {
    if (done.has(file)) continue;
    changes.addDifference(filePostings(draft.reader, draft.before(file)), filePostings(draft, entry));
  }
  return changes;
}

function lengthTotals(draft: Draft): number[] {
  const totals = [...draft.reader.state.head.lengthTotals];
  for (const file of [...draft.removed, ...draft.changed.keys()]) {
    const old = draft.before(file);
    if (old !== undefined) addLengths(totals, draft.reader.symbols(old), -1);
  }
  for (const { entry } of draft.changed.values()) addLengths(totals, draft.symbols(entry), 1);
  return totals;
}

function filePostings(pages: FilePages, entry: FileEntry | undefined): FilePostings {
  return entry === undefined ? NO_POSTINGS : buildPostings(pages.facts(entry), pages.symbols(entry), entry.base);
}

function addLengths(totals: number[], page: SymbolsPage, sign: 1 | -1): void {
  for (let field = 0; field < FACT_FIELDS; field++) {
    let sum = 0;
    for (let i = field; i < page.lengths.length; i += FACT_FIELDS) sum += page.lengths[i] as number;
    totals[field] = (totals[field] ?? 0) + sign * sum;
  }
  const path = TERM_FIELDS.length - 1;
  totals[path] = (totals[path] ?? 0) + sign * page.pathLength * page.count;
}
