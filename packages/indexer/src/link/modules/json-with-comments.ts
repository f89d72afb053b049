/**
 * Parser of JSON in configuration files: accepts comments, trailing commas and a byte order mark. Executes nothing and
 * never throws: `undefined` for unparsable text.
 */

/** Longest configuration that is parsed, in UTF-16 units. */
const MAX_LENGTH = 2_000_000;

/** An object of parsed JSON. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses a JSON object; `undefined` for other texts. */
export function parseJsonWithComments(text: string): JsonObject | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  return parseObject(text) ?? parseObject(stripComments(text));
}

/** The value if it is an object, else `undefined`. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** The value if it is a string, else `undefined`. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The strings of a list; empty for other values. */
export function asTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** An own property of an object: names like `constructor` must not reach the prototype. */
export function property(object: JsonObject | undefined, name: string): unknown {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

function parseObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * Matches a string to its end; an unclosed one to the end of its line or text, so that no character is read twice.
 * Valid JSON has no unclosed strings, so such a text fails to parse anyway.
 */
const STRING = String.raw`("(?:[^"\\\n]|\\.)*"?)`;
const STRING_OR_COMMENT = new RegExp(`${STRING}|//[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$)`, "g");
const STRING_OR_COMMA = new RegExp(`${STRING}|,(\\s*[\\]}])`, "g");

/** Removes comments, and a comma before a closing bracket, outside of strings. */
function stripComments(text: string): string {
  const bare = text.replace(/^\ufeff/, "");
  const code = bare.replace(STRING_OR_COMMENT, (_, literal?: string) => literal ?? " ");
  return code.replace(STRING_OR_COMMA, (_, literal?: string, close?: string) => literal ?? close ?? "");
}
