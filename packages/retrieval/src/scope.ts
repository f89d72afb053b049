/**
 * Which part of a repository a text is about: where people write it before anything else (`fix(router): …`, `router: …`, `[router] …`), and the
 * paths that stand in it. Symbols elsewhere rank lower. A part is a folder or a file of that name; a name or a path that none has says
 * nothing. Knows names, no scores.
 */
import type { Corpus } from "./corpus.js";
import { plainName } from "./path-names.js";

/** What symbols elsewhere are multiplied with. */
export const ELSEWHERE = 0.5;

const HEADS = [/^\s*[a-z]+\(([^()]{1,80})\)!?:/i, /^\s*\[([^[\]]{1,80})\]/, /^\s*([\w./@-]{2,60}):\s/];
/** Kinds of change and report, which stand where a part would. */
const KINDS = new Set(
  "bug build chore ci deps docs feat feature fix lint perf refactor release revert style test tests types typing typings".split(
    " ",
  ),
);

/** What stands between paths. */
const NO_PATH = /[^\w@./+-]+/;
const SOURCE_FILE = /\.(?:[cm]?[jt]sx?|pyi?)$/;
/** A path of more files is no part. */
const MAX_FILES = 50;

/** Marks the symbols of the part; the corpus forgets the marks with the query. @returns whether there is such a part */
export function markScope(corpus: Corpus, text: string): boolean {
  const paths = [
    ...partsOf(text).flatMap((name) => corpus.pathNames.under(name)),
    ...writtenPaths(text).flatMap((path) => atMost(MAX_FILES, corpus.pathNames.at(path))),
  ];
  for (const path of paths) for (const symbol of corpus.graph.fileSymbols(path)) corpus.mark(symbol);
  return paths.length > 0;
}

/** Of folders and of source files: `src/router`, `router.ts`. */
function writtenPaths(text: string): string[] {
  const words = text.split(NO_PATH).map((word) => word.replace(/^\/+|[./]+$/g, ""));
  return words.filter((word) => word.includes("/") || SOURCE_FILE.test(word));
}

function atMost(most: number, paths: readonly string[]): readonly string[] {
  return paths.length > most ? [] : paths;
}

/** Of a path its end, as {@link plainName} writes names. */
function partsOf(text: string): string[] {
  const paths = HEADS.flatMap((head) => (head.exec(text)?.[1] ?? "").split(/[,\s]+/));
  const written = paths.map((path) => path.replace(/\/$/, "").split("/").at(-1) ?? "");
  return written.filter((name) => name.length > 1 && !KINDS.has(name.toLowerCase())).map(plainName);
}
