/**
 * The postings of a first version's files, as a task that another thread can do while this one links: they follow from facts alone. Task and
 * answer are bytes and numbers, made to be sent. A module of its own, so that the thread loads nothing of the store.
 */
import type { FileHandle } from "@sdl/model";
import { FactsPage } from "@sdl/model/facts";
import { decodeSymbolsPage } from "../records/symbols-page.js";
import { type BucketPlace, editBuckets } from "./posting-buckets.js";
import { layOutPostings, NO_POSTINGS, PostingChanges } from "./posting-changes.js";

/** A file whose postings are laid out. A file that is put again has another range. */
export interface PlacedFile {
  readonly file: FileHandle;
  /** First handle of the file's range. */
  readonly base: number;
}

/** What one file's postings are laid out from. */
export interface PostingsInput extends PlacedFile {
  /** Lengths in {@link PostingsTask.bytes}: the facts page, then the encoded symbols page. */
  readonly factsLength: number;
  readonly symbolsLength: number;
}

export interface PostingsTask {
  /** Ascending by base. */
  readonly inputs: readonly PostingsInput[];
  /** The inputs' pages, one after the other. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Records of the postings table. */
export interface PostingsRecords {
  readonly files: readonly PlacedFile[];
  /** Ascending by bucket and chunk. */
  readonly places: readonly (BucketPlace & { readonly length: number })[];
  /** The records, one after the other. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function layOutTask({ inputs, bytes }: PostingsTask): PostingsRecords {
  const changes = new PostingChanges();
  let at = 0;
  for (const { base, factsLength, symbolsLength } of inputs) {
    const facts = new FactsPage(bytes.subarray(at, at + factsLength));
    at += factsLength;
    const symbols = decodeSymbolsPage(bytes.subarray(at, at + symbolsLength), "a file's symbols page");
    at += symbolsLength;
    changes.addDifference(NO_POSTINGS, layOutPostings(facts, symbols, base));
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
  return { files: inputs.map(({ file, base }) => ({ file, base })), places, bytes: joined(payloads) };
}

/** Parts one after the other, in memory of their own. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
