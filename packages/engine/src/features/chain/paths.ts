/**
 * Paths into JSON values: `.name` and `[index]` only. Paths are read, never evaluated: only own properties are visible, and names that lead to a
 * prototype are refused.
 */
import { SdlError } from "@sdl/model";

/** A member's name, or an index. */
export type PathSegment = string | number;

const SEGMENT = /\.([^.[\]\s]+)|\[(\d{1,9})\]/y;
const REFUSED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Maximum number of keys that an error message lists. */
const SHOWN_KEYS = 20;

/**
 * @param text `.results[0].symbolId`; empty for the value itself
 * @returns `undefined` if the text is not a path
 * @throws {SdlError} `invalid_params` for a refused name
 */
export function parsePath(text: string): readonly PathSegment[] | undefined {
  const segments: PathSegment[] = [];
  SEGMENT.lastIndex = 0;
  for (let at = 0; at < text.length; at = SEGMENT.lastIndex) {
    const match = SEGMENT.exec(text);
    if (match === null) return undefined;
    const [, name, index] = match;
    if (name !== undefined && REFUSED.has(name)) {
      throw new SdlError("invalid_params", `${name} is not a key of an answer; remove it from the path ${text}`);
    }
    segments.push(name ?? Number(index));
  }
  return segments;
}

/** Parses a path relative to an item, as transforms write it: `name`, `signature.text`, `deps.calls[0]`; `.` is the item itself. */
export function parseItemPath(text: string): readonly PathSegment[] {
  if (text === ".") return [];
  const path = parsePath(text.startsWith("[") ? text : `.${text}`);
  if (path === undefined) {
    throw new SdlError(
      "invalid_params",
      `${JSON.stringify(text)} is not a path; write it as name, a.b or list[0].name`,
    );
  }
  return path;
}

/** The value that one segment leads to, or a description of the keys that exist instead. */
export type SegmentResult =
  | { readonly found: true; readonly value: unknown }
  | { readonly found: false; readonly has: string };

/** Reads one segment; a missing one is described for the error message. */
export function resolveSegment(value: unknown, segment: PathSegment): SegmentResult {
  if (typeof value !== "object" || value === null) return { found: false, has: `is ${describeScalar(value)}` };
  if (Array.isArray(value)) {
    const isIndex = typeof segment === "number" && segment < value.length;
    return isIndex ? { found: true, value: value[segment] } : { found: false, has: describeList(value) };
  }
  if (typeof segment === "string" && Object.hasOwn(value, segment)) {
    return { found: true, value: Reflect.get(value, segment) };
  }
  return { found: false, has: describeKeys(value) };
}

/** The value at a path; `undefined` if a segment does not exist. */
export function valueAtPath(value: unknown, path: readonly PathSegment[]): unknown {
  let current = value;
  for (const segment of path) {
    const step = resolveSegment(current, segment);
    if (!step.found) return undefined;
    current = step.value;
  }
  return current;
}

/** Writes a path as it is typed: `.a[0]`. */
export function pathText(path: readonly PathSegment[]): string {
  return path.map((segment) => (typeof segment === "number" ? `[${segment}]` : `.${segment}`)).join("");
}

function describeScalar(value: unknown): string {
  return value === undefined || value === null ? "empty" : `the ${typeof value} ${JSON.stringify(value).slice(0, 60)}`;
}

function describeList(list: readonly unknown[]): string {
  return list.length === 0 ? "is an empty list" : `is a list of ${list.length}: [0] to [${list.length - 1}]`;
}

function describeKeys(value: object): string {
  const keys = Object.keys(value);
  if (keys.length === 0) return "is empty";
  const more = keys.length > SHOWN_KEYS ? `, and ${keys.length - SHOWN_KEYS} more` : "";
  return `has the keys ${keys.slice(0, SHOWN_KEYS).join(", ")}${more} (empty lists are left out of answers)`;
}
