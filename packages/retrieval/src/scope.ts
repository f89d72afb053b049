/**
 * Which part of a repository a text is about. People write it first, `fix(router): …`, `router: …`, `[router] …`, or its first line has the name
 * of a file; symbols elsewhere rank lower. A name that no folder or file has says nothing. Knows names, no scores.
 */
import type { Corpus } from "./corpus.js";
import { plainName } from "./path-names.js";

/** What symbols are multiplied with that are not under the part that the text begins with, and not in a file that it names. */
const ELSEWHERE = 0.5;
const OTHER_FILE = 0.85;

/** A symbol's marks, bits of {@link Corpus.marks}. */
const UNDER_PART = 1;
const IN_NAMED_FILE = 2;

const HEADS = [/^\s*[a-z]+\(([^()]{1,80})\)!?:/i, /^\s*\[([^[\]]{1,80})\]/, /^\s*([\w./@-]{2,60}):\s/];
/** Kinds of change and report, which stand where a part would. */
const KINDS = new Set("bug build chore ci docs feat feature fix perf refactor revert style test".split(" "));
/** A file's name takes up to three words, `reg exp router`; shorter ones are words of any text. */
const MAX_WORDS = 3;
const MIN_LENGTH = 4;

/** Factors by a symbol's marks. */
export type ScopePriors = readonly [number, number, number, number];

const ANYWHERE: ScopePriors = [1, 1, 1, 1];

/** Marks the symbols that the text is about; the corpus forgets the marks with the query. */
export function markScope(corpus: Corpus, text: string): ScopePriors {
  const { pathNames } = corpus;
  const isPart = mark(
    corpus,
    UNDER_PART,
    [...partsOf(text)].flatMap((name) => pathNames.under(name)),
  );
  const isFile = mark(
    corpus,
    IN_NAMED_FILE,
    [...fileNamesIn(text)].flatMap((name) => pathNames.files(name)),
  );
  if (!isPart && !isFile) return ANYWHERE;
  const part = isPart ? ELSEWHERE : 1;
  const file = isFile ? OTHER_FILE : 1;
  return [part * file, file, part, 1];
}

/** @returns whether there is any such file */
function mark(corpus: Corpus, bit: number, paths: readonly string[]): boolean {
  for (const path of paths) for (const symbol of corpus.graph.fileSymbols(path)) corpus.mark(symbol, bit);
  return paths.length > 0;
}

/** What a text says before it says anything else. */
function partsOf(text: string): Set<string> {
  const names = new Set<string>();
  for (const head of HEADS) {
    for (const name of (head.exec(text)?.[1] ?? "").split(/[,/\s]+/)) {
      if (name.length > 1 && !KINDS.has(name.toLowerCase())) names.add(plainName(name));
    }
  }
  return names;
}

/** Names that files could have by the first line's words, in the singular and the plural. */
function fileNamesIn(text: string): Set<string> {
  const [line = ""] = text.trimStart().split("\n", 1);
  const words = line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const names = new Set<string>();
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(from + MAX_WORDS, words.length); to++) {
      const name = words.slice(from, to).join("");
      if (name.length >= MIN_LENGTH) names.add(name).add(name.endsWith("s") ? name.slice(0, -1) : `${name}s`);
    }
  }
  return names;
}
