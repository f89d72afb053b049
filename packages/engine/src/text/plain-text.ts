/**
 * Generic text form of answers with few fields: one line per field, nested fields indented. Leaves out ids, hashes and versions that a reader
 * cannot use.
 */
import { staleLines, type TextBasis } from "./basis-text.js";
import { textOf } from "./layout.js";

/** Fields about how an answer was computed; they are not part of its content. */
const NOT_SHOWN: ReadonlySet<string> = new Set([
  "pinned",
  "checkedAt",
  "staleFiles",
  "behind",
  "unsaved",
  "etag",
  "lease",
]);

/** Formats as text: any answer, after a note if the index is stale. */
export function plainText(answer: object): string {
  const stale = "staleFiles" in answer && "pinned" in answer ? staleLines(answer as TextBasis) : [];
  return textOf([...stale, ...fieldLines(answer, "")]);
}

function fieldLines(value: object, indent: string): string[] {
  return Object.entries(value).flatMap(([key, field]) => (NOT_SHOWN.has(key) ? [] : formatField(key, field, indent)));
}

function formatField(key: string, value: unknown, indent: string): string[] {
  if (typeof value !== "object" || value === null) return [`${indent}${splitKey(key)}: ${String(value)}`];
  if (!Array.isArray(value)) return [`${indent}${splitKey(key)}:`, ...fieldLines(value, `${indent}  `)];
  if (value.every((entry) => typeof entry !== "object")) return [`${indent}${splitKey(key)}: ${value.join(", ")}`];
  return [`${indent}${splitKey(key)}:`, ...value.flatMap((entry) => listEntry(entry, indent))];
}

function listEntry(entry: unknown, indent: string): string[] {
  if (typeof entry !== "object" || entry === null) return [`${indent}- ${String(entry)}`];
  const [first = "", ...rest] = fieldLines(entry, `${indent}  `);
  return [`${indent}- ${first.trimStart()}`, ...rest];
}

/** `filesIndexed` becomes `files indexed`. */
function splitKey(key: string): string {
  return key.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
}
