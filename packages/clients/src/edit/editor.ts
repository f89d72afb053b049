/**
 * Interface of the editors for JSON, TOML and YAML. Pure functions of texts.
 * Invariant: every operation preserves the bytes of other entries, including comments.
 */

/** Values that all three formats support. */
export type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };
/** Fields of an entry, by name. */
export type EntryFields = Readonly<Record<string, Value>>;

/** Position of an entry: a member of an object, or an element of a list. */
export interface EntrySlot {
  /** Keys that lead to the object or list. */
  readonly container: readonly string[];
  /** Key of the entry; absent for an element of a list. */
  readonly key?: string;
  /** Identifies the entry among the elements of a list. */
  matches?(element: unknown): boolean;
}

/** Operations on the text of one format. */
export interface Editor {
  /** @returns `undefined` for a text without a value @throws {ConfigError} `UNPARSABLE`, with the line */
  parse(text: string): unknown;
  /** @param skeleton content that an empty file gets besides the entry @throws {ConfigError} `CONFLICT` */
  insert(text: string, slot: EntrySlot, entry: EntryFields, skeleton: EntryFields): string;
  /** Sets a field of an existing entry. @throws {ConfigError} `CONFLICT` */
  setField(text: string, slot: EntrySlot, field: string, value: Value): string;
  /** @param made number of innermost containers to remove too, if they become empty */
  remove(text: string, slot: EntrySlot, made: number): string;
  /** Line number of an entry, from 1. */
  lineOf(text: string, slot: EntrySlot): number | undefined;
}

/** @returns the value at a slot of a parsed text */
export function valueAtSlot(parsed: unknown, slot: EntrySlot): unknown {
  const container = valueAtPath(parsed, slot.container);
  if (slot.key !== undefined) return isRecord(container) ? container[slot.key] : undefined;
  return Array.isArray(container) ? container.find((element) => slot.matches?.(element) === true) : undefined;
}

/** The value at a path of keys; undefined if a key is missing. */
export function valueAtPath(parsed: unknown, path: readonly string[]): unknown {
  let at = parsed;
  for (const key of path) at = isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return at;
}

/** Number of a slot's containers that a text lacks. */
export function missingContainers(parsed: unknown, { container }: EntrySlot): number {
  const there = container.findIndex((_, index) => valueAtPath(parsed, container.slice(0, index + 1)) === undefined);
  return there === -1 ? 0 : container.length - there;
}

/** An entry wrapped in the containers that a text lacks. @param keys outermost first */
export function wrapInContainers(keys: readonly string[], slot: EntrySlot, entry: EntryFields): Value {
  const innermost: Value = slot.key === undefined ? [entry] : { [slot.key]: entry };
  return keys.reduceRight<Value>((inner, key) => ({ [key]: inner }), innermost);
}

/** Whether a parsed value is an object that is neither list nor date. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Line end of a text, taken from its first line. */
export function lineEnd(text: string): "\n" | "\r\n" {
  const first = text.indexOf("\n");
  return first > 0 && text[first - 1] === "\r" ? "\r\n" : "\n";
}

/** Replaces a range of a text. */
export function replaceRange(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Offset of the first character in the line of an offset. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Offset of the end of a line, before its line end. */
export function lineStop(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  if (end === -1) return text.length;
  return end > offset && text[end - 1] === "\r" ? end - 1 : end;
}

/** Offset of the start of the next line. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end + 1;
}
