/** Update of the tables of symbol ids and simple names for the files of a draft. */
import type { FileHandle } from "@sdl/model";
import type { BucketTable } from "../records/buckets.js";
import type { FileEntry } from "../records/file-page.js";
import { decodeIds } from "../records/id-bucket.js";
import { decodeNames, type NameEdit } from "../records/name-bucket.js";
import type { Draft, FilePages } from "./draft.js";
import { type BuiltAhead, bucketsBuiltAhead } from "./postings.js";
import {
  byIdBucket,
  byNameBucket,
  editedIds,
  editedNames,
  noEdits,
  symbolRows,
  type TableEdits,
} from "./symbol-edits.js";
import type { WriteBatch } from "./write-batch.js";

/** @returns the name buckets that changed, ascending */
export function publishSymbolTables(draft: Draft, batch: WriteBatch): readonly number[] {
  const ahead = bucketsBuiltAhead(draft);
  const edits = noEdits();
  for (const file of draft.removed) edits.removed.push(...oldSymbols(draft, file));
  for (const [file, { entry }] of draft.changed) if (!ahead.files.has(file)) diffFile(draft, file, entry, edits);
  const { reader } = draft;
  const tables = { batch, ahead };
  writeBuckets("ids", byIdBucket(edits), tables, (bucket, made, own) =>
    editedIds(made === undefined ? reader.ids(bucket) : decodeIds(made, `bucket ${bucket} of the ids`), own),
  );
  return writeBuckets("names", byNameBucket(edits), tables, (bucket, made, own) =>
    editedNames(made === undefined ? reader.names(bucket) : decodeNames(made, `bucket ${bucket} of the names`), own),
  );
}

interface TableWriting {
  readonly batch: WriteBatch;
  readonly ahead: BuiltAhead;
}

/**
 * Writes the buckets that were built ahead or have edits. @param edit a bucket's new payload, from its payload built
 * ahead, if any @returns the buckets, ascending
 */
function writeBuckets(
  table: Exclude<BucketTable, "postings">,
  edits: ReadonlyMap<number, TableEdits>,
  { batch, ahead }: TableWriting,
  edit: (bucket: number, made: Uint8Array | undefined, own: TableEdits) => Uint8Array | undefined,
): readonly number[] {
  const built = ahead[table];
  const buckets = [...new Set([...built.keys(), ...edits.keys()])].sort((a, b) => a - b);
  for (const bucket of buckets) {
    const made = built.get(bucket);
    const own = edits.get(bucket);
    batch.putBucket(table, bucket, 0, own === undefined ? made : edit(bucket, made, own));
  }
  return buckets;
}

function diffFile(draft: Draft, file: FileHandle, entry: FileEntry, edits: TableEdits): void {
  // Equal ids imply equal names and paths.
  if (draft.hasSameHandles(file)) return;
  const before = oldSymbols(draft, file);
  const after = nameEdits(draft, entry);
  if (before.length === 0) {
    for (const symbol of after) edits.added.push(symbol);
    return;
  }
  const old = new Map(before.map((symbol) => [editKey(symbol), symbol]));
  for (const symbol of after) if (!old.delete(editKey(symbol))) edits.added.push(symbol);
  edits.removed.push(...old.values());
}

function oldSymbols(draft: Draft, file: FileHandle): NameEdit[] {
  const entry = draft.before(file);
  return entry === undefined ? [] : nameEdits(draft.reader, entry);
}

function nameEdits(pages: FilePages, entry: FileEntry): NameEdit[] {
  return symbolRows(pages.facts(entry), pages.symbols(entry), entry);
}

function editKey({ high, low, handle, name }: NameEdit): string {
  return `${high},${low},${handle},${name}`;
}
