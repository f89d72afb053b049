/**
 * Facts that others are told by: how many differ from each, so that a page goes only when none does any more. Inside write transactions.
 * Invariant: a page that others are told by stands for itself. So no page is read through more than one other.
 */
import { ByteReader } from "@sdl/model/facts";
import { baseOfFacts } from "../records/facts-record.js";
import { factsKeyBytes } from "../records/file-page.js";
import { decoding, encoding } from "../records/packing.js";
import type { Tables } from "./planned-state.js";

/** How many pages are told by this one. */
function countDependents({ bases }: Tables, key: string): number {
  const payload = bases.get(factsKeyBytes(key));
  return payload === undefined ? 0 : decoding(`the count of base ${key}`, () => new ByteReader(payload).varint());
}

/** Stores a page as the difference from another. @returns whether both are as that takes */
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

/** Removes a page that nothing names, and the one that it was told by when that was all it was kept for. */
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
      encoding((out) => out.varint(count)),
    );
}
