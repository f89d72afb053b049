/** Stores derived layers. Inside a write transaction only. */
import { DERIVATION, type DerivedHead, DerivedKey, type DerivedRecord, encodeDerivedHead } from "../records/derived.js";
import type { RecordTable } from "../store/record-table.js";

/** Records that are as they were are not written again: most edits leave most pages alone. */
export function storeDerived(
  table: RecordTable,
  head: Omit<DerivedHead, "derivation">,
  records: readonly DerivedRecord[],
): void {
  const kept = new Set<unknown>([DerivedKey.Head, ...records.map(({ key }) => key)]);
  for (const key of table.keys()) if (!kept.has(key)) table.remove(key);
  for (const { key, payload } of records) {
    const before = table.get(key);
    if (before === undefined || !isSame(before, payload)) table.put(key, payload);
  }
  table.put(DerivedKey.Head, encodeDerivedHead({ derivation: DERIVATION, ...head }));
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
