/** Update of the tables of symbol ids and simple names for the files of a draft. */
import { type FileHandle, getOrMake } from "@sdl/model";
import { simpleName } from "../read/symbol-facts.js";
import { bucketOfId } from "../records/buckets.js";
import type { FileEntry } from "../records/file-page.js";
import { editIds } from "../records/id-bucket.js";
import { bucketOfName, editNames, type NameEdit } from "../records/name-bucket.js";
import type { Draft, FilePages } from "./draft.js";
import type { WriteBatch } from "./write-batch.js";

interface TableEdits {
  readonly removed: NameEdit[];
  readonly added: NameEdit[];
}

/** @returns the name buckets that changed */
export function publishSymbolTables(draft: Draft, batch: WriteBatch): readonly number[] {
  const edits: TableEdits = { removed: [], added: [] };
  for (const file of draft.removed) edits.removed.push(...oldSymbols(draft, file));
  for (const [file, { entry }] of draft.changed) diffFile(draft, file, entry, edits);
  writeIds(draft, edits, batch);
  return writeNames(draft, edits, batch);
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
  const page = pages.facts(entry);
  const { ids, slots, count } = pages.symbols(entry);
  const symbols: NameEdit[] = [];
  for (let i = 0; i < count; i++) {
    symbols.push({
      high: ids[2 * i] as number,
      low: ids[2 * i + 1] as number,
      handle: entry.base + (slots[i] as number),
      name: simpleName(page, i, entry.path),
    });
  }
  return symbols;
}

function editKey({ high, low, handle, name }: NameEdit): string {
  return `${high},${low},${handle},${name}`;
}

function writeIds(draft: Draft, edits: TableEdits, batch: WriteBatch): void {
  for (const [bucket, own] of byBucket(edits, (edit) => bucketOfId(edit.high))) {
    const payload = editIds(draft.reader.ids(bucket), { removed: idRows(own.removed), added: idRows(own.added) });
    batch.putBucket("ids", bucket, 0, payload.length === 0 ? undefined : payload);
  }
}

function writeNames(draft: Draft, edits: TableEdits, batch: WriteBatch): readonly number[] {
  const buckets = byBucket(edits, (edit) => bucketOfName(edit.name));
  for (const [bucket, own] of buckets) {
    batch.putBucket("names", bucket, 0, editNames(draft.reader.names(bucket), own.removed, own.added));
  }
  return buckets.map(([bucket]) => bucket);
}

/** Groups the edits by bucket, ascending. */
function byBucket(edits: TableEdits, bucketOf: (edit: NameEdit) => number): (readonly [number, TableEdits])[] {
  const buckets = new Map<number, TableEdits>();
  const at = (edit: NameEdit): TableEdits => getOrMake(buckets, bucketOf(edit), () => ({ removed: [], added: [] }));
  for (const edit of edits.removed) at(edit).removed.push(edit);
  for (const edit of edits.added) at(edit).added.push(edit);
  return [...buckets].sort((a, b) => a[0] - b[0]);
}

function idRows(edits: readonly NameEdit[]): Uint32Array {
  const rows = new Uint32Array(3 * edits.length);
  let at = 0;
  for (const { high, low, handle } of edits) {
    rows[at++] = high;
    rows[at++] = low;
    rows[at++] = handle;
  }
  return rows;
}
