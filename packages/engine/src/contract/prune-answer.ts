/** Answers leave out what says nothing: null, `[]` and `{}` as properties. `false`, `0` and `""` stay. */

import { changedList } from "./changed-list.js";
/** An answer as it is sent. */
export type Answer = Readonly<Record<string, unknown>>;

/** Elements of arrays stay where they are: positions carry meaning in the compact slice formats. */
export function pruneAnswer(answer: object): Answer {
  return pruneObject(answer) ?? {};
}

/** What has nothing to leave out is handed on as it is: most of every answer. */
function pruneValue(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : changedList(value, pruneElement);
  return typeof value === "object" ? pruneObject(value) : value;
}

function pruneElement(value: unknown): unknown {
  if (Array.isArray(value)) return changedList(value, pruneElement);
  return typeof value === "object" && value !== null ? (pruneObject(value) ?? {}) : value;
}

/** `undefined` when nothing is left. */
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
