/** Changes of the tables of symbol ids and simple names, by bucket. Independent of drafts and the store. */
import { getOrMake } from "@sdl/model";
import type { FactsPage } from "@sdl/model/facts";
import { simpleName } from "../read/symbol-facts.js";
import { bucketOfId } from "../records/buckets.js";
import { editIds } from "../records/id-bucket.js";
import { bucketOfName, editNames, type NameBucket, type NameEdit } from "../records/name-bucket.js";
import type { SymbolsPage } from "../records/symbols-page.js";

/** Symbols that leave and enter a table. */
export interface TableEdits {
  readonly removed: NameEdit[];
  readonly added: NameEdit[];
}

/** No edits yet. */
export function noEdits(): TableEdits {
  return { removed: [], added: [] };
}

/** The rows of a file's symbols, by ordinal. @param base first handle of the file's range */
export function symbolRows(
  facts: FactsPage,
  { ids, slots, count }: SymbolsPage,
  { base, path }: { readonly base: number; readonly path: string },
): NameEdit[] {
  const rows: NameEdit[] = [];
  for (let i = 0; i < count; i++) {
    const high = ids[2 * i] as number;
    const low = ids[2 * i + 1] as number;
    rows.push({ high, low, handle: base + (slots[i] as number), name: simpleName(facts, i, path) });
  }
  return rows;
}

/** The edits of each bucket of ids. */
export function byIdBucket(edits: TableEdits): Map<number, TableEdits> {
  return byBucket(edits, ({ high }) => bucketOfId(high));
}

/** The edits of each bucket of names. */
export function byNameBucket(edits: TableEdits): Map<number, TableEdits> {
  return byBucket(edits, ({ name }) => bucketOfName(name));
}

/** @returns the bucket's new payload; `undefined` if no id is left */
export function editedIds(rows: Uint32Array | undefined, { removed, added }: TableEdits): Uint8Array | undefined {
  const payload = editIds(rows, { removed: idRows(removed), added: idRows(added) });
  return payload.length === 0 ? undefined : payload;
}

/** @returns the bucket's new payload; `undefined` if no name is left */
export function editedNames(bucket: NameBucket | undefined, { removed, added }: TableEdits): Uint8Array | undefined {
  return editNames(bucket, removed, added);
}

function byBucket(edits: TableEdits, bucketOf: (edit: NameEdit) => number): Map<number, TableEdits> {
  const buckets = new Map<number, TableEdits>();
  const at = (edit: NameEdit): TableEdits => getOrMake(buckets, bucketOf(edit), noEdits);
  for (const edit of edits.removed) at(edit).removed.push(edit);
  for (const edit of edits.added) at(edit).added.push(edit);
  return buckets;
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
