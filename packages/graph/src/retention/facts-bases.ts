/**
 * Base pages of delta-encoded facts: for each base, the number of pages encoded against it, so it is removed only when none is left. Inside write
 * transactions only.
 * Invariant: a base is stored as a whole page, so no page is read through more than one other.
 */
import { ByteReader } from "@sdl/model/facts";
import { baseOfFacts } from "../records/facts-record.js";
import { factsKeyBytes } from "../records/file-page.js";
import { decodeChecked, encodeWith } from "../records/packing.js";
import type { Tables } from "./planned-state.js";

/** Number of pages that are delta-encoded against this one. */
function countDependents({ bases }: Tables, key: string): number {
  const payload = bases.get(factsKeyBytes(key));
  return payload === undefined ? 0 : decodeChecked(`the count of base ${key}`, () => new ByteReader(payload).varint());
}

/**
 * Stores a page as a delta against another one. @returns false if this is not possible: a page is missing, one is a delta already, or the page is a
 * base itself
 */
export function putDifference(tables: Tables, key: string, record: Uint8Array): boolean {
  const base = baseOfFacts(record);
  const page = tables.facts.get(factsKeyBytes(key));
  const other = base === undefined ? undefined : tables.facts.get(factsKeyBytes(base));
  if (base === undefined || page === undefined || other === undefined || base === key) return false;
  if (baseOfFacts(page) !== undefined || baseOfFacts(other) !== undefined || countDependents(tables, key) > 0)
    return false;
  tables.facts.put(factsKeyBytes(key), record);
  addDependents(tables, base, 1);
  return true;
}

/** Removes a page that no version refers to, and its base if that was kept for this page alone. */
export function removeFacts(tables: Tables, key: string, isNamed: (key: string) => boolean): void {
  const record = tables.facts.get(factsKeyBytes(key));
  if (record === undefined || countDependents(tables, key) > 0) return;
  tables.facts.remove(factsKeyBytes(key));
  const base = baseOfFacts(record);
  if (base === undefined) return;
  addDependents(tables, base, -1);
  if (!isNamed(base)) removeFacts(tables, base, isNamed);
}

function addDependents(tables: Tables, base: string, change: 1 | -1): void {
  const count = countDependents(tables, base) + change;
  if (count <= 0) tables.bases.remove(factsKeyBytes(base));
  else
    tables.bases.put(
      factsKeyBytes(base),
      encodeWith((out) => out.varint(count)),
    );
}
