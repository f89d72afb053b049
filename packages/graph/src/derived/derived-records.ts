/** Stores derived layers, and embeddings beside them. Inside a write transaction only. */

import { DERIVATION, type DerivedHead, DerivedKey, type DerivedRecord, encodeDerivedHead } from "../records/derived.js";
import { type EmbeddingHead, encodeEmbeddingHead, isEmbeddingKey } from "../records/embeddings.js";
import { equalBytes } from "../records/packing.js";
import type { RecordTable } from "../store/record-table.js";

/** Records that are as they were are not written again: most edits leave most pages alone. Those of embeddings are left alone, too. */
export function storeDerived(
  table: RecordTable,
  head: Omit<DerivedHead, "derivation">,
  records: readonly DerivedRecord[],
): void {
  const kept = new Set<unknown>([DerivedKey.Head, ...records.map(({ key }) => key)]);
  for (const key of table.keys()) if (!kept.has(key) && !isEmbeddingKey(key)) table.remove(key);
  putChanged(table, records);
  table.put(DerivedKey.Head, encodeDerivedHead({ derivation: DERIVATION, ...head }));
}

/** Pages that are not among the records stay as they are. */
export function storeEmbeddings(table: RecordTable, head: EmbeddingHead, records: readonly DerivedRecord[]): void {
  const end = DerivedKey.FirstEmbeddingPage + head.pages;
  for (const key of table.keys()) if (isEmbeddingKey(key) && Number(key) >= end) table.remove(key);
  putChanged(table, records);
  table.put(DerivedKey.EmbeddingHead, encodeEmbeddingHead(head));
}

export function removeEmbeddings(table: RecordTable): void {
  for (const key of table.keys()) if (isEmbeddingKey(key)) table.remove(key);
}

function putChanged(table: RecordTable, records: readonly DerivedRecord[]): void {
  for (const { key, payload } of records) {
    const before = table.get(key);
    if (before === undefined || !equalBytes(before, payload)) table.put(key, payload);
  }
}
