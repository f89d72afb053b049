/** Storing of derived layers and embeddings. Inside a write transaction only. */

import {
  DERIVATION_FORMAT,
  type DerivedHead,
  DerivedKey,
  type DerivedRecord,
  encodeDerivedHead,
} from "../records/derived.js";
import { type EmbeddingHead, encodeEmbeddingHead, isEmbeddingKey } from "../records/embeddings.js";
import { areBytesEqual } from "../records/packing.js";
import type { RecordTable } from "../store/record-table.js";

/**
 * Stores derived layers and removes old ones. Unchanged records are not written, because most edits leave most pages unchanged. Records of
 * embeddings are kept.
 */
export function storeDerived(
  table: RecordTable,
  head: Omit<DerivedHead, "derivation">,
  records: readonly DerivedRecord[],
): void {
  const kept = new Set<unknown>([DerivedKey.Head, ...records.map(({ key }) => key)]);
  for (const key of table.keys()) if (!kept.has(key) && !isEmbeddingKey(key)) table.remove(key);
  putChanged(table, records);
  table.put(DerivedKey.Head, encodeDerivedHead({ derivation: DERIVATION_FORMAT, ...head }));
}

/** Stores embeddings. Pages without a record in `records` stay as they are. */
export function storeEmbeddings(table: RecordTable, head: EmbeddingHead, records: readonly DerivedRecord[]): void {
  const end = DerivedKey.FirstEmbeddingPage + head.pages;
  for (const key of table.keys()) if (isEmbeddingKey(key) && Number(key) >= end) table.remove(key);
  putChanged(table, records);
  table.put(DerivedKey.EmbeddingHead, encodeEmbeddingHead(head));
}

/** Deletes all embedding records of a table. */
export function removeEmbeddings(table: RecordTable): void {
  for (const key of table.keys()) if (isEmbeddingKey(key)) table.remove(key);
}

function putChanged(table: RecordTable, records: readonly DerivedRecord[]): void {
  for (const { key, payload } of records) {
    const before = table.get(key);
    if (before === undefined || !areBytesEqual(before, payload)) table.put(key, payload);
  }
}
