/** Extracts identifiers from a regular expression. */

const MAX_NAMES = 6;
const MIN_LENGTH = 3;
/** Regular-expression constructs that match character classes, quantities or positions, not literal text. */
const NO_TEXT = /\\[bBsSdDwWnrt]|\[[^\]]*\]|\{\d*,?\d*\}|\.[*+?]|\(\?[:=!<]+/g;
const NAME = /[\p{ID_Start}_$][\p{ID_Continue}$]*(?:\.[\p{ID_Start}_$][\p{ID_Continue}$]*)*/gu;

/** Keywords and built-in type names of the supported languages: never names that a search is for. */
const KEYWORDS = new Set(
  "function class def const let var export import from async await return new interface type enum extends implements public private protected static self this default module require lambda None null undefined true false True False string number boolean int str".split(
    " ",
  ),
);

/** The names in the pattern's order, each once; a qualified name such as `Session.refresh` stays one name. */
export function namesInPattern(pattern: string): string[] {
  const text = pattern.replace(NO_TEXT, " ").replaceAll("\\.", ".").replace(/\\./g, " ");
  const names = (text.match(NAME) ?? []).filter((name) => name.length >= MIN_LENGTH && !KEYWORDS.has(name));
  return [...new Set(names)].slice(0, MAX_NAMES);
}
