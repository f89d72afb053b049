/** Rewrites the buckets of postings that a draft changes, and keeps the sums of field lengths. */
import { TERM_FIELDS } from "@sdl/model";
import { BUCKETS, bucketOfTerm, CHUNK_SHIFT, chunkCount } from "../records/buckets.js";
import type { FileEntry } from "../records/file-page.js";
import { editPostings, type PostingEdits } from "../records/postings-bucket.js";
import { FACT_FIELDS, type SymbolsPage } from "../records/symbols-page.js";
import type { Draft } from "./draft.js";
import { type FilePostings, layOutPostings, NO_POSTINGS, PostingChanges } from "./posting-changes.js";
import type { WriteBatch } from "./write-batch.js";

/** @returns the new sums of field lengths, in the order of `TERM_FIELDS` */
export function publishPostings(draft: Draft, batch: WriteBatch): readonly number[] {
  const changes = new PostingChanges();
  const totals = [...draft.reader.state.head.lengthTotals];
  for (const file of draft.removed) {
    const old = draft.before(file);
    changes.addDifference(oldPostings(draft, old), NO_POSTINGS);
    if (old !== undefined) addLengths(totals, draft.reader.symbols(old), -1);
  }
  for (const [file, { entry, symbols }] of [...draft.changed].sort((a, b) => a[1].entry.base - b[1].entry.base)) {
    const old = draft.before(file);
    changes.addDifference(oldPostings(draft, old), layOutPostings(draft.facts(entry), symbols, entry.base));
    if (old !== undefined) addLengths(totals, draft.reader.symbols(old), -1);
    addLengths(totals, symbols, 1);
  }
  writeBuckets(draft, changes, batch);
  return totals;
}

function oldPostings(draft: Draft, old: FileEntry | undefined): FilePostings {
  if (old === undefined) return NO_POSTINGS;
  return layOutPostings(draft.reader.facts(old), draft.reader.symbols(old), old.base);
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

function writeBuckets(draft: Draft, changes: PostingChanges, batch: WriteBatch): void {
  const chunks = new Map<number, PostingEdits[]>();
  let current = 0;
  const flush = (): void => {
    for (const [chunk, edits] of [...chunks].sort((a, b) => a[0] - b[0])) {
      batch.putBucket("postings", current, chunk, editPostings(draft.reader.postings(current, chunk), chunk, edits));
    }
    chunks.clear();
  };
  changes.forEachTerm((term, handles, frequencies) => {
    const bucket = bucketOfTerm(term);
    if (bucket !== current) flush();
    current = bucket;
    for (let from = 0; from < handles.length; ) {
      const chunk = (handles[from] as number) >>> CHUNK_SHIFT;
      let to = from + 1;
      while (to < handles.length && (handles[to] as number) >>> CHUNK_SHIFT === chunk) to++;
      const edit = { term, handles: handles.subarray(from, to), frequencies: frequencies.subarray(from, to) };
      const edits = chunks.get(chunk);
      if (edits === undefined) chunks.set(chunk, [edit]);
      else edits.push(edit);
      from = to;
    }
  });
  if (current < BUCKETS) flush();
  for (
    let chunk = chunkCount(draft.reader.state.head.capacity);
    chunk < chunkCount(draft.allocator.capacity);
    chunk++
  ) {
    batch.ownBitmap("postings", chunk);
  }
}
