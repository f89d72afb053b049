/** Changed postings grouped into buckets, the records that store them. Independent of drafts and the store. */
import { addToList } from "@sdl/model";
import { bucketOfTerm, CHUNK_SHIFT } from "../records/buckets.js";
import { editPostings, type PostingEdits, type PostingsBucket } from "../records/postings-bucket.js";
import type { PostingChanges } from "./posting-changes.js";

/** Address of a bucket: terms by `bucket`, handles by `chunk`. */
export interface BucketPlace {
  readonly bucket: number;
  readonly chunk: number;
}

/** Where buckets are read and written. */
export interface BucketStore {
  /** The bucket before the change; `undefined` if it does not exist. */
  read(place: BucketPlace): PostingsBucket | undefined;
  /** @param payload `undefined` if no posting is left */
  write(place: BucketPlace, payload: Uint8Array | undefined): void;
}

/** Writes every bucket that has changes, ascending by bucket, then chunk. */
export function editBuckets(changes: PostingChanges, store: BucketStore): void {
  const chunks = new Map<number, PostingEdits[]>();
  let bucket = 0;
  const flush = (): void => {
    for (const [chunk, edits] of [...chunks].sort((a, b) => a[0] - b[0])) {
      const place = { bucket, chunk };
      store.write(place, editPostings(store.read(place), chunk, edits));
    }
    chunks.clear();
  };
  changes.forEachTerm((term, handles, frequencies) => {
    const next = bucketOfTerm(term);
    if (next !== bucket) flush();
    bucket = next;
    for (let from = 0; from < handles.length; ) {
      const chunk = (handles[from] as number) >>> CHUNK_SHIFT;
      let to = from + 1;
      while (to < handles.length && (handles[to] as number) >>> CHUNK_SHIFT === chunk) to++;
      const edit = { term, handles: handles.subarray(from, to), frequencies: frequencies.subarray(from, to) };
      addToList(chunks, chunk, edit);
      from = to;
    }
  });
  flush();
}
