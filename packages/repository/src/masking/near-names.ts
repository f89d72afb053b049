/**
 * Secrets that stand shortly behind what they are called, whatever stands between: on the next line, in brackets, as an element of markup,
 * in a sentence. For texts that no syntax tree is made of.
 */
import type { TextSpan } from "@sdl/model/text";
import { isBareSecret, isSecretValue, KEYWORD } from "./context-rules.js";

/** A secret's name and what may belong to it: `API_KEYS`, `password_hash`. */
const NAMED = new RegExp(`(${KEYWORD}[\\w-]{0,24})`, "gi");
/** How far behind its name a value is looked for, and how many values. */
const NEAR_UNITS = 120;
const NEAR_VALUES = 3;
/** A quoted value, which behind a quote that clearly opens one may hold quotes of the other kind; or a bare one. */
const NEAR_VALUE =
  /(?<=[\s=:([{,][bru]?)(?:"([^"\s]{6,512})"|'([^'\s]{6,512})')|["'`]([^"'`\s]{6,512})["'`]|([^\s"'`,;()<>{}[\]\\]{10,256})/g;
/** What a sentence has between the two. */
const SAID = /^\s+(?:is|was|to)\s+$/;
/** The key of an object that a value belongs to: `"symbolId": "a0a2…"`. */
const OWN_NAME = /["']([\w-]+)["']\s*:\s*["']?$/;
/** Names that leave a value to the name before them: `name: token, value: …`. */
const NAMES_ANY_VALUE = /(?:value|default|data|text|content|string)$|^(?:is|val|v)$/i;

/** Values that stand shortly behind a secret's name, whatever stands between. @param text a line with a secret's name, and the line after it */
export function findNearNames(text: string): TextSpan[] {
  return [...text.matchAll(NAMED)]
    .map(({ index, 0: name }) => firstSecretBehind(text, index + name.length, name))
    .filter((span) => span !== undefined);
}

/** @param from where the name ends */
function firstSecretBehind(text: string, from: number, name: string): TextSpan | undefined {
  let values = 0;
  for (const match of text.slice(from, from + NEAR_UNITS).matchAll(NEAR_VALUE)) {
    const [, inDouble, inSingle, inAny, bare] = match;
    const quoted = inDouble ?? inSingle ?? inAny;
    const value = quoted ?? (bare ?? "").replace(/^[=:]+|[.:]+$/g, "");
    const start = from + match.index + match[0].indexOf(value);
    const between = text.slice(from, start);
    const isSaid = quoted !== undefined || SAID.test(between);
    const looksSecret = isSaid ? isSecretValue(value, name) : isBareNear(value);
    if (looksSecret && !hasOwnName(between)) return { start, end: start + value.length };
    if (++values === NEAR_VALUES) return undefined;
  }
  return undefined;
}

/** @param before what stands between the secret's name and a value */
function hasOwnName(before: string): boolean {
  const own = OWN_NAME.exec(before)?.[1];
  return own !== undefined && !NAMES_ANY_VALUE.test(own);
}

/** Without quotes most words are names and code: what a program makes tells itself by digits among letters. */
function isBareNear(value: string): boolean {
  if (/[=.:?&<>|]|^[A-Za-z]+\d+$|^!|(?<!\d)!$|[([]$/.test(value) || !/\d.*[A-Za-z]|[A-Za-z].*\d/.test(value))
    return false;
  if (value.split(/[_-]/).every((part) => /^(?:[A-Za-z]*|\d+|[A-Za-z]+\d{1,3})$/.test(part))) return false;
  return isBareSecret(value, "");
}
