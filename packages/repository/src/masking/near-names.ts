/**
 * Secrets near a name: values shortly after a secret's name, with anything between: on the next line, in brackets, as a
 * markup element, in a sentence. For texts without a syntax tree.
 */
import type { TextSpan } from "@sdl/model/text";
import { isBareSecret, isSecretValue, KEYWORD } from "./context-rules.js";

/** Matches a secret's name with its suffixes: `API_KEYS`, `password_hash`. */
const NAMED = new RegExp(`(${KEYWORD}[\\w-]{0,24})`, "gi");
/** How far after its name a value is searched, in UTF-16 units, and how many values. */
const NEAR_UNITS = 120;
const NEAR_VALUES = 3;
/** Matches a quoted value, which after a clear opening quote may contain quotes of the other kind, or a bare value. */
const NEAR_VALUE =
  /(?<=[\s=:([{,][bru]?)(?:"([^"\s]{6,512})"|'([^'\s]{6,512})')|["'`]([^"'`\s]{6,512})["'`]|([^\s"'`,;()<>{}[\]\\]{10,256})/g;
/** Matches the words of a sentence between a name and a value. */
const SENTENCE_WORDS = /^\s+(?:is|was|to)\s+$/;
/** Matches a key that a value has itself: `"symbolId": "a0a2…"`. */
const OWN_KEY = /["']([\w-]+)["']\s*:\s*["']?$/;
/** Keys without a meaning, so that the name before them counts: `name: token, value: …`. */
const NAMES_ANY_VALUE = /(?:value|default|data|text|content|string)$|^(?:is|val|v)$/i;

/** Finds the values shortly after a secret's name. @param text a line with a secret's name, and the line after it */
export function findNearNames(text: string): TextSpan[] {
  return [...text.matchAll(NAMED)]
    .map(({ index, 0: name }) => firstSecretAfter(text, index + name.length, name))
    .filter((span) => span !== undefined);
}

/** The first secret after a name. @param from where the name ends */
function firstSecretAfter(text: string, from: number, name: string): TextSpan | undefined {
  let values = 0;
  for (const match of text.slice(from, from + NEAR_UNITS).matchAll(NEAR_VALUE)) {
    const [, inDouble, inSingle, inAny, bare] = match;
    const quoted = inDouble ?? inSingle ?? inAny;
    const value = quoted ?? (bare ?? "").replace(/^[=:]+|[.:]+$/g, "");
    const start = from + match.index + match[0].indexOf(value);
    const between = text.slice(from, start);
    const isSaid = quoted !== undefined || SENTENCE_WORDS.test(between);
    const looksSecret = isSaid ? isSecretValue(value, name) : mayBeUnquotedSecret(value);
    if (looksSecret && !hasOwnKey(between)) return { start, end: start + value.length };
    if (++values === NEAR_VALUES) return undefined;
  }
  return undefined;
}

/** Whether a value has a key of its own. @param before text between the secret's name and the value */
function hasOwnKey(before: string): boolean {
  const own = OWN_KEY.exec(before)?.[1];
  return own !== undefined && !NAMES_ANY_VALUE.test(own);
}

/** Whether an unquoted value may be a secret: most such words are names and code; generated values mix digits and letters. */
function mayBeUnquotedSecret(value: string): boolean {
  if (/[=.:?&<>|]|^[A-Za-z]+\d+$|^!|(?<!\d)!$|[([]$/.test(value) || !/\d.*[A-Za-z]|[A-Za-z].*\d/.test(value))
    return false;
  if (value.split(/[_-]/).every((part) => /^(?:[A-Za-z]*|\d+|[A-Za-z]+\d{1,3})$/.test(part))) return false;
  return isBareSecret(value, "");
}
