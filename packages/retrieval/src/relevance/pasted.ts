/**
 * What a query is as a whole, where people paste it from a terminal or a log: an option, an environment variable, a route, the title of a test or a
 * fixed message. Such a text is looked for among whole string literals, by the keys of `@sdl/model/text`. Knows text only.
 */
import { optionKey, phraseKey, ROUTE_PARAMETER, routeKey, routeSegments, variableKey } from "@sdl/model/text";

/** A query read as something that stands in the code as a literal. */
export interface Pasted {
  /** What else the search is about: the query without what a shell, a runner or a server adds. */
  readonly text: string;
  /** Keys of literals, in groups: a group is used if no earlier one is in the index. */
  readonly keys: readonly (readonly string[])[];
  /** The environment variable that it names. */
  readonly variable?: string;
  /** The test that it names as pytest does. */
  readonly test?: { readonly file: string; readonly name: string };
  /** Whether nothing else can be meant: an option or a route, but no name and no sentence. */
  readonly isSure: boolean;
}

const MAX_QUERY = 400;
const MAX_SEGMENTS = 8;
/** Segments of a path that look like a word but may be a value. */
const MAX_GUESSED_VALUES = 2;

const OPTION = /^(--[a-z]\w*(?:-\w+)*)(?:[=\s].*)?$/is;
const VARIABLE_READ =
  /^(?:\$\{?|%|process\.env\.|import\.meta\.env\.|os\.environ(?:\.get\(|\[)["']|os\.getenv\(["']|(?:process\.env|ENV)\[["'])?([A-Z][A-Z0-9_]+)(?:[\])}%"'].*|=.*)?$/s;
const PATH = /^(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+)?(?:https?:\/\/[^/\s]+)?(\/[^\s?#]*)(?:[?#]\S*)?$/i;
const PYTEST = /^(?:(\S+\.py)::)?((?:\w+::)*test_\w+)(?:\[.*\])?$/s;
/** What reporters of tests write around a title: a mark, the file and suites before it, the time after it. */
const REPORTER = /^(?:[●✓✕×✔✖·-]|(?:PASS|FAIL|ok|not ok)\s)\s*|\s*\(?\d+(?:\.\d+)?\s*m?s\)?$/gu;
const SUITE = /^.*\s[>›»]\s/s;
const CALL = /^(?:it|test|describe|context|specify)(?:\.\w+)*\(\s*(["'`])(.+?)\1/s;
/** Values of a route: numbers, ids, placeholders. */
const VALUE = /^\d|[:*{}<>[\]$@]|^[0-9a-f-]{8,}$/i;

/** Reads a query as what was pasted; keys are empty for most. */
export function readPasted(query: string): Pasted {
  const text = query.trim();
  if (text.length > MAX_QUERY) return { text: query, keys: [], isSure: false };
  const [, option] = OPTION.exec(text) ?? [];
  if (option !== undefined) return { text: option, keys: [[optionKey(option)]], isSure: true };
  const [, variable] = VARIABLE_READ.exec(text) ?? [];
  if (variable !== undefined) return { text: variable, keys: [[variableKey(variable)]], variable, isSure: false };
  const [, path] = PATH.exec(text) ?? [];
  if (path !== undefined) return { text: path, keys: routeKeys(path), isSure: true };
  const [, file, names] = PYTEST.exec(text) ?? [];
  if (names !== undefined) {
    const name = names.replaceAll("::", ".");
    return { text: name, keys: [], ...(file === undefined ? {} : { test: { file, name } }), isSure: true };
  }
  const title = CALL.exec(text)?.[2] ?? text.replace(REPORTER, "").replace(SUITE, "");
  const key = phraseKey(title);
  return { text: key === undefined ? query : title, keys: key === undefined ? [] : [[key]], isSure: false };
}

/** The path as written, with more and more of its segments as values; then the same without its first segments, which a router may stand under. */
function routeKeys(path: string): (readonly string[])[] {
  const segments = routeSegments(path).map((segment) => (VALUE.test(segment) ? ROUTE_PARAMETER : segment));
  if (segments.length === 0 || segments.length > MAX_SEGMENTS) return [];
  const groups: (readonly string[])[] = [[routeKey(routeSegments(path))]];
  for (let from = 0; from < segments.length; from++) {
    const rest = segments.slice(from);
    for (let guessed = 0; guessed <= MAX_GUESSED_VALUES; guessed++) {
      const keys = withValues(rest, guessed).filter((one) => one.some((segment) => segment !== ROUTE_PARAMETER));
      if (keys.length > 0) groups.push(keys.map(routeKey));
    }
  }
  return groups;
}

/** The segments with `count` of the words as values, in all ways. */
function withValues(segments: readonly string[], count: number): (readonly string[])[] {
  if (count === 0) return [segments];
  return segments.flatMap((segment, at) =>
    segment === ROUTE_PARAMETER
      ? []
      : withValues(segments.slice(at + 1), count - 1).map((rest) => [
          ...segments.slice(0, at),
          ROUTE_PARAMETER,
          ...rest,
        ]),
  );
}
