/**
 * Keys of whole string literals that people look for as they stand: options (`--max-workers`), environment variables, routes, titles of tests and
 * fixed messages. A key is stored like a term, with a mark before it that no word has. Pure; equal on every machine.
 */

/** First character of every key. */
const MARK = "=";
/** Longer literals are data. */
const MAX_UNITS = 200;
const MIN_UNITS = 3;
/** Fewer words are not told from other texts. */
const MIN_PHRASE_WORDS = 3;
/** Options of one literal: `-p, --port <number>`, `--color/--no-color`. */
const MAX_OPTIONS = 4;
const MAX_SEGMENTS = 12;

const OPTION = /(?<![\w-])--[a-z]\w*(?:-\w+)*/gi;
const BARE_OPTION = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/;
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+(?=\/)/;
const ROUTE = /^\/[^\s\\|^]*[a-z][^\s\\|^]*$/i;
/** Django's routes begin without a slash: `users/<int:pk>/`. */
const RELATIVE_ROUTE = /^[\w-]+\/(?:[^\s\\|^]*\/)?<[\w:]+>[^\s\\|^]*$/;
/** A segment that a value takes: `:id`, `{id}`, `<int:id>`, `[id]`, `*`. */
const PARAMETER = /[:*{<[]|^\$/;
/** Where a value is put in: the text that people see differs. */
const HOLE = /%[sdrifjoO(]|[{}]/;
const WORD = /[\p{L}\p{N}_]+/gu;
/** Two blanks between words: a path has none. */
const SENTENCE = /\S\s+\S+\s+\S/;

/** What a parameter of a route becomes in its key. */
export const ROUTE_PARAMETER = "{}";

/** Whether a term is a key and counts to no length. */
export function isLiteralKey(term: string): boolean {
  return term.startsWith(MARK);
}

/** Keys of the text of a literal, without quotes; none for most. */
export function literalKeys(text: string): readonly string[] {
  if (text.length < MIN_UNITS || text.length > MAX_UNITS) return [];
  if (text.startsWith("-")) return [...new Set(text.match(OPTION) ?? [])].slice(0, MAX_OPTIONS).map(optionKey);
  if (VARIABLE.test(text)) return [variableKey(text)];
  if (BARE_OPTION.test(text)) return [optionKey(`--${text}`)];
  const route = text.replace(METHOD, "");
  if (ROUTE.test(route) || RELATIVE_ROUTE.test(route)) {
    const segments = routeSegments(route);
    return segments.length === 0 || segments.length > MAX_SEGMENTS ? [] : [routeKey(segments)];
  }
  const phrase = HOLE.test(text) ? undefined : phraseKey(text);
  return phrase === undefined ? [] : [phrase];
}

/** Key of an option with its dashes. */
export function optionKey(option: string): string {
  return `${MARK}${option.toLowerCase()}`;
}

/** Key of an environment variable. */
export function variableKey(name: string): string {
  return `${MARK}$${name}`;
}

/** Segments of a route, its parameters as {@link ROUTE_PARAMETER}. */
export function routeSegments(route: string): string[] {
  const segments = route.split("/").filter((segment) => segment !== "");
  return segments.map((segment) => (PARAMETER.test(segment) ? ROUTE_PARAMETER : segment));
}

/** Key of a route by {@link routeSegments}. */
export function routeKey(segments: readonly string[]): string {
  return `${MARK}/${segments.join("/")}`;
}

/** Key of a title or message by its words, in any case; `undefined` for a text of few words. */
export function phraseKey(text: string): string | undefined {
  if (!SENTENCE.test(text)) return undefined;
  const words = text.toLowerCase().match(WORD) ?? [];
  return words.length < MIN_PHRASE_WORDS ? undefined : `${MARK}${words.join(" ")}`;
}
