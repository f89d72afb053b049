/**
 * JSON as configuration files have it: with comments, trailing commas and a byte order mark. Executes nothing, throws nothing:
 * what cannot be read is `undefined`.
 */

/** Larger configuration is not read. */
const MAX_LENGTH = 2_000_000;

export type JsonObject = Readonly<Record<string, unknown>>;

export function parseJsonWithComments(text: string): JsonObject | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  return parseObject(text) ?? parseObject(stripComments(text));
}

export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function asTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** An own property: names like `constructor` must not reach the prototype. */
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
 * A string to its end; one that is not closed, to the end of its line or text: so no character is looked at twice. JSON has none such, and what
 * holds one stays unreadable.
 */
const STRING = String.raw`("(?:[^"\\\n]|\\.)*"?)`;
const STRING_OR_COMMENT = new RegExp(`${STRING}|//[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$)`, "g");
const STRING_OR_COMMA = new RegExp(`${STRING}|,(\\s*[\\]}])`, "g");

/** Strings are kept, comments dropped, and a comma goes when only white space lies before the closing bracket. */
function stripComments(text: string): string {
  const bare = text.replace(/^\ufeff/, "");
  const code = bare.replace(STRING_OR_COMMENT, (_, literal?: string) => literal ?? " ");
  return code.replace(STRING_OR_COMMA, (_, literal?: string, close?: string) => literal ?? close ?? "");
}
