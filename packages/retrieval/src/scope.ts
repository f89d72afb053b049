/**
 * Scope of a text: the part of a repository that it states first (`fix(router): …`, `router: …`, `[router] …`), and the paths within it. Symbols
 * out of scope rank lower. A part is a folder or file with that name; names and paths that match none are ignored. Knows names, no scores.
 */
import type { Corpus } from "./corpus.js";
import { plainName } from "./path-names.js";

/** Factor on the score of symbols out of scope. */
export const OUT_OF_SCOPE = 0.5;

const SCOPE_PREFIXES = [/^\s*[a-z]+\(([^()]{1,80})\)!?:/i, /^\s*\[([^[\]]{1,80})\]/, /^\s*([\w./@-]{2,60}):\s/];
/** Kinds of change and report, which occur in the place of a part's name. */
const CHANGE_KINDS = new Set(
  "bug build chore ci deps docs feat feature fix lint perf refactor release revert style test tests types typing typings".split(
    " ",
  ),
);

/** Characters between paths. */
const NO_PATH = /[^\w@./+-]+/;
const SOURCE_FILE = /\.(?:[cm]?[jt]sx?|pyi?)$/;
/** Maximum number of files of a path; paths that match more are ignored. */
const MAX_FILES = 50;

/** Marks the symbols in the text's scope; the corpus clears the marks after the query. @returns whether the text has a scope */
export function markScope(corpus: Corpus, text: string): boolean {
  const paths = [
    ...namedParts(text).flatMap((name) => corpus.pathNames.filesUnder(name)),
    ...writtenPaths(text).flatMap((path) => atMost(MAX_FILES, corpus.pathNames.filesAtPath(path))),
  ];
  for (const path of paths) for (const symbol of corpus.graph.fileSymbols(path)) corpus.mark(symbol);
  return paths.length > 0;
}

/** Paths of folders and of source files that the text contains: `src/router`, `router.ts`. */
function writtenPaths(text: string): string[] {
  const words = text.split(NO_PATH).map((word) => word.replace(/^\/+|[./]+$/g, ""));
  return words.filter((word) => word.includes("/") || SOURCE_FILE.test(word));
}

function atMost(most: number, paths: readonly string[]): readonly string[] {
  return paths.length > most ? [] : paths;
}

/** Names of the parts that the text states; of a path its last segment. Normalised by {@link plainName}. */
function namedParts(text: string): string[] {
  const paths = SCOPE_PREFIXES.flatMap((head) => (head.exec(text)?.[1] ?? "").split(/[,\s]+/));
  const written = paths.map((path) => path.replace(/\/$/, "").split("/").at(-1) ?? "");
  return written.filter((name) => name.length > 1 && !CHANGE_KINDS.has(name.toLowerCase())).map(plainName);
}
