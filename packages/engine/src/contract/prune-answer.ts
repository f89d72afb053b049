/** Prunes answers: leaves out properties that are null, `[]` or `{}`. Keeps `false`, `0` and `""`. */

import { mapIfChanged } from "./map-if-changed.js";
/** An answer as sent. */
export type Answer = Readonly<Record<string, unknown>>;

/** Elements of arrays are never removed, because positions carry meaning in the compact slice formats. */
export function pruneAnswer(answer: object): Answer {
  return pruneObject(answer) ?? {};
}

/** Returns a value unchanged if nothing in it is left out, which holds for most of every answer. */
function pruneValue(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : mapIfChanged(value, pruneElement);
  return typeof value === "object" ? pruneObject(value) : value;
}

function pruneElement(value: unknown): unknown {
  if (Array.isArray(value)) return mapIfChanged(value, pruneElement);
  return typeof value === "object" && value !== null ? (pruneObject(value) ?? {}) : value;
}

/** `undefined` if no property is left. */
function pruneObject(value: object): Answer | undefined {
  const entries = Object.entries(value);
  const kept: [string, unknown][] = [];
  let isSame = true;
  for (const entry of entries) {
    const pruned = pruneValue(entry[1]);
    if (pruned !== entry[1]) isSame = false;
    if (pruned !== undefined) kept.push([entry[0], pruned]);
    else isSame = false;
  }
  if (kept.length === 0) return undefined;
  return isSame ? (value as Answer) : Object.fromEntries(kept);
}
