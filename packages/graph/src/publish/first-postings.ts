/**
 * Building of a first version's postings, and of its tables of ids and names, on another thread while this thread links, which is possible because
 * they depend on facts and paths alone. Task and result consist of bytes, numbers and paths, so they can be sent between threads. A separate module,
 * so that the thread does not load the store.
 */
import type { FileHandle } from "@sdl/model";
import { FactsPage } from "@sdl/model/facts";
import { decodeSymbolsPage } from "../records/symbols-page.js";
import { type BucketPlace, editBuckets } from "./posting-buckets.js";
import { buildPostings, NO_POSTINGS, PostingChanges } from "./posting-changes.js";
import {
  byIdBucket,
  byNameBucket,
  editedIds,
  editedNames,
  noEdits,
  symbolRows,
  type TableEdits,
} from "./symbol-edits.js";

/** A file whose postings are built. A file that is put again gets another range, by which a stale result is recognised. */
export interface PostingsFile {
  readonly file: FileHandle;
  /** First handle of the file's handle range. */
  readonly base: number;
}

/** Input for one file's postings. */
export interface PostingsInput extends PostingsFile {
  readonly path: string;
  /** Lengths in bytes within {@link PostingsTask.bytes}: of the facts page, then of the encoded symbols page. */
  readonly factsLength: number;
  readonly symbolsLength: number;
}

/** Facts of all files, to be sent to another thread. */
export interface PostingsTask {
  /** Ascending by `base`. */
  readonly inputs: readonly PostingsInput[];
  /** The pages of all inputs, concatenated. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Encoded records of a table that has one record per bucket. */
export interface BucketRecords {
  /** Ascending by bucket. */
  readonly places: readonly { readonly bucket: number; readonly length: number }[];
  /** The records, concatenated. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Encoded records of the postings table, and of the tables of ids and names. */
export interface PostingsRecords {
  readonly files: readonly PostingsFile[];
  readonly ids: BucketRecords;
  readonly names: BucketRecords;
  /** Ascending by bucket, then chunk. */
  readonly places: readonly (BucketPlace & { readonly length: number })[];
  /** The records, concatenated. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Builds the records of all files in a task. */
export function buildPostingsOfTask({ inputs, bytes }: PostingsTask): PostingsRecords {
  const changes = new PostingChanges();
  const edits = noEdits();
  let at = 0;
  for (const { base, path, factsLength, symbolsLength } of inputs) {
    const facts = new FactsPage(bytes.subarray(at, at + factsLength));
    at += factsLength;
    const symbols = decodeSymbolsPage(bytes.subarray(at, at + symbolsLength), "a file's symbols page");
    at += symbolsLength;
    changes.addDifference(NO_POSTINGS, buildPostings(facts, symbols, base));
    for (const row of symbolRows(facts, symbols, { base, path })) edits.added.push(row);
  }
  const places: PostingsRecords["places"][number][] = [];
  const payloads: Uint8Array[] = [];
  editBuckets(changes, {
    read: () => undefined,
    write: (place, payload) => {
      if (payload === undefined) return;
      places.push({ ...place, length: payload.length });
      payloads.push(payload);
    },
  });
  return {
    files: inputs.map(({ file, base }) => ({ file, base })),
    ids: bucketRecords(byIdBucket(edits), (own) => editedIds(undefined, own)),
    names: bucketRecords(byNameBucket(edits), (own) => editedNames(undefined, own)),
    places,
    bytes: concatBytes(payloads),
  };
}

function bucketRecords(
  edits: ReadonlyMap<number, TableEdits>,
  encode: (own: TableEdits) => Uint8Array | undefined,
): BucketRecords {
  const payloads: Uint8Array[] = [];
  const sorted = [...edits].sort((a, b) => a[0] - b[0]);
  const places = sorted.map(([bucket, own]) => {
    const payload = encode(own) ?? new Uint8Array(0);
    payloads.push(payload);
    return { bucket, length: payload.length };
  });
  return { places, bytes: concatBytes(payloads) };
}

/** Concatenates byte arrays into a new one. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
