/** The names that a regular expression looks for. */

const MAX_NAMES = 6;
const MIN_LENGTH = 3;
/** Stand for characters, or for places between them. */
const NO_TEXT = /\\[bBsSdDwWnrt]|\[[^\]]*\]|\{\d*,?\d*\}|\.[*+?]|\(\?[:=!<]+/g;
const NAME = /[\p{ID_Start}_$][\p{ID_Continue}$]*(?:\.[\p{ID_Start}_$][\p{ID_Continue}$]*)*/gu;

/** What stands before names in both languages, and is none. */
const KEYWORDS = new Set(
  "function class def const let var export import from async await return new interface type enum extends implements public private protected static self this default module require lambda None null undefined true false True False string number boolean int str".split(
    " ",
  ),
);

/** In their order, without repetitions; `Session.refresh` stays one. */
export function patternNames(pattern: string): string[] {
  const text = pattern.replace(NO_TEXT, " ").replaceAll("\\.", ".").replace(/\\./g, " ");
  const names = (text.match(NAME) ?? []).filter((name) => name.length >= MIN_LENGTH && !KEYWORDS.has(name));
  return [...new Set(names)].slice(0, MAX_NAMES);
}
