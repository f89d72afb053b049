/** Answers leave out what says nothing: null, `[]` and `{}` as properties. `false`, `0` and `""` stay. */

/** An answer as it is sent. */
export type Answer = Readonly<Record<string, unknown>>;

/** Elements of arrays stay where they are: positions carry meaning in the compact slice formats. */
export function pruneAnswer(answer: object): Answer {
  return pruneObject(answer) ?? {};
}

function pruneValue(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(pruneElement);
  return typeof value === "object" ? pruneObject(value) : value;
}

function pruneElement(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pruneElement);
  return typeof value === "object" && value !== null ? (pruneObject(value) ?? {}) : value;
}

/** `undefined` when nothing is left. */
function pruneObject(value: object): Answer | undefined {
  const kept: [string, unknown][] = [];
  for (const [key, entry] of Object.entries(value)) {
    const pruned = pruneValue(entry);
    if (pruned !== undefined) kept.push([key, pruned]);
  }
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
