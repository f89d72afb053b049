/**
 * What an editor of one format does. Pure functions of texts.
 * Invariant: bytes that belong to other entries, comments included, come through every operation as they were.
 */

/** Values as all three formats have them. */
export type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };
export type Fields = Readonly<Record<string, Value>>;

/** Where an entry stands: a member of an object, or an element of a list. */
export interface Slot {
  /** The keys that lead to the object or list. */
  readonly container: readonly string[];
  /** The entry's key; absent for an element of a list. */
  readonly key?: string;
  /** Tells the entry among the elements of a list. */
  matches?(element: unknown): boolean;
}

export interface Editor {
  /** @returns `undefined` for a text without any value @throws {ConfigError} `UNPARSABLE`, with the line */
  parse(text: string): unknown;
  /** @param skeleton what a text without any value begins with @throws {ConfigError} `CONFLICT` */
  insert(text: string, slot: Slot, entry: Fields, skeleton: Fields): string;
  /** Sets a field of an entry that is there. @throws {ConfigError} `CONFLICT` */
  setField(text: string, slot: Slot, field: string, value: Value): string;
  /** @param made how many of the innermost containers go too, where they are left empty */
  remove(text: string, slot: Slot, made: number): string;
  /** The line of an entry, from 1. */
  lineOf(text: string, slot: Slot): number | undefined;
}

/** @returns what a slot holds in a parsed text */
export function entryAt(parsed: unknown, slot: Slot): unknown {
  const container = containerAt(parsed, slot.container);
  if (slot.key !== undefined) return isRecord(container) ? container[slot.key] : undefined;
  return Array.isArray(container) ? container.find((element) => slot.matches?.(element) === true) : undefined;
}

export function containerAt(parsed: unknown, path: readonly string[]): unknown {
  let at = parsed;
  for (const key of path) at = isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return at;
}

/** How many containers of a slot a text lacks. */
export function missingContainers(parsed: unknown, { container }: Slot): number {
  const there = container.findIndex((_, index) => containerAt(parsed, container.slice(0, index + 1)) === undefined);
  return there === -1 ? 0 : container.length - there;
}

/** An entry in the containers that a text lacks. @param keys the outermost first */
export function nested(keys: readonly string[], slot: Slot, entry: Fields): Value {
  const innermost: Value = slot.key === undefined ? [entry] : { [slot.key]: entry };
  return keys.reduceRight<Value>((inner, key) => ({ [key]: inner }), innermost);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** How a text ends its lines: as its first one does. */
export function lineEnd(text: string): "\n" | "\r\n" {
  const first = text.indexOf("\n");
  return first > 0 && text[first - 1] === "\r" ? "\r\n" : "\n";
}

/** Puts `replacement` in the place of a part of a text. */
export function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Where the line of an offset ends, before its line end. */
export function lineStop(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  if (end === -1) return text.length;
  return end > offset && text[end - 1] === "\r" ? end - 1 : end;
}

/** Where the next line begins. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end + 1;
}
