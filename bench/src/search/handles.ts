/**
 * Queries by what people have in hand: an option, an environment variable, a route or the title of a test, read from the sources by Python's and
 * TypeScript's own parsers, drawn with a fixed seed. The answer is the function around the place that defines or reads it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SEARCH_HANDLES_SCRIPT } from "../paths.js";
import { pick, randomNumbers } from "../statistics/random.js";
import type { Handle } from "./file-sites.js";
import { HANDLE_KINDS, type SearchQuery } from "./queries.js";
import { isAside, readPython } from "./sites.js";
import { readTypescriptHandles } from "./typescript-handles.js";

/** Queries of each kind. */
const OF_EACH = 10;
/** At more places nobody can say which is meant. */
const MAX_PLACES = 3;
const SEED = 41;
const TEST_FILE = /(?:^|\/)test_[^/]*\.py$|_test\.py$|[._-](?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)tests?\/.*[jt]s$/;
/** Nobody reads a file with such lines. */
const MINIFIED = /.{5000}/;
/** Shorter titles are not told from other texts. */
const MIN_TITLE_WORDS = 3;

/** Reads the handles of a work tree. @param files paths relative to the root */
export function readHandles(root: string, files: readonly string[]): Handle[] {
  const wanted = files.filter((file) => TEST_FILE.test(file) || !isAside(file)).sort();
  const python = readPython<{ readonly file: string; readonly handles: Omit<Handle, "file">[] }>(
    SEARCH_HANDLES_SCRIPT,
    root,
    wanted.filter((file) => file.endsWith(".py")),
  );
  const scripts = wanted.filter((file) => /\.[cm]?[jt]sx?$/.test(file));
  const all = [
    ...python.flatMap(({ file, handles }) => handles.map((one) => ({ ...one, file }))),
    ...scripts.flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return MINIFIED.test(text) ? [] : readTypescriptHandles(file, text);
    }),
  ];
  return all.filter(({ kind, file }) => (kind === "title") === TEST_FILE.test(file));
}

/** Queries of each kind; fewer where a repository has fewer handles. */
export function handleQueries(handles: readonly Handle[]): SearchQuery[] {
  const random = randomNumbers(SEED);
  return HANDLE_KINDS.flatMap((kind) => {
    const places = new Map<string, Handle[]>();
    for (const handle of handles.filter((one) => one.kind === kind && isTelling(one))) {
      const key = keyOf(handle);
      places.set(key, [...(places.get(key) ?? []), handle]);
    }
    const known = [...places.values()].filter((all) => all.length <= MAX_PLACES);
    const drawn = known.map((all) => ({ all, at: random() })).sort((a, b) => a.at - b.at);
    return drawn.slice(0, OF_EACH).map(({ all }, made) => ({
      kind,
      text: asked(all[0] as Handle, made, random),
      answers: all.map(({ file, line, name }) => ({ file, line, name })),
    }));
  });
}

function isTelling({ kind, text }: Handle): boolean {
  if (kind === "title")
    return text.includes("::") || text.startsWith("test_") || text.split(/\s+/).length >= MIN_TITLE_WORDS;
  return kind !== "route" || /[a-z]{3}/i.test(text.replace(PARAMETER, ""));
}

const PARAMETER = /:\w+(?:\([^)]*\))?\??|<[^>]*>|\{[^}]*\}/g;
const VALUES = ["42", "alice", "7f3a90c1"];

/** Equal for handles that one query means. */
function keyOf({ kind, text }: Handle): string {
  return kind === "route" ? text.replace(PARAMETER, "{}").replace(/\/$/, "") : text;
}

/** As people write it down or copy it. */
function asked({ kind, text, file }: Handle, made: number, random: () => number): string {
  switch (kind) {
    case "option":
      return made % 3 === 1 ? `${text}=4` : text;
    case "variable":
      return [text, `$${text}`, file.endsWith(".py") ? `os.environ["${text}"]` : `process.env.${text}`][
        made % 3
      ] as string;
    case "route": {
      const filled = text.replace(PARAMETER, () => (made % 3 === 2 ? "{id}" : pick(VALUES, random)));
      return made % 2 === 0 ? filled : `GET ${filled}`;
    }
    case "title":
      if (file.endsWith(".py")) return made % 2 === 0 ? `${file}::${text}` : `${text.split("::").at(-1)}[case-1]`;
      return made % 2 === 0 ? text : `  ✓ ${text} (5 ms)`;
  }
}
