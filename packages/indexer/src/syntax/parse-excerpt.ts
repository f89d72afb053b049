/**
 * Parser of excerpts: a range of a text as a tree with the offsets of the whole text. A range that is valid on its own
 * is parsed alone, which costs time in its length, not in the file's.
 */
import type { Language } from "@sdl/model";
import { type GrammarLanguage, isContainer } from "@sdl/model/facts";
import { countErrors, parseSource } from "../languages/extract-file.js";
import type { ParseEngine } from "../parse/parser.js";
import type { SyntaxTree } from "../parse/syntax-tree.js";

/** The range to parse, and its text. */
export interface Excerpt {
  readonly language: Language;
  readonly text: string;
  /** Offsets of the range, half-open. */
  readonly from: number;
  readonly to: number;
  /** Whether the range stands in a class. */
  readonly isMember: boolean;
}

/** Shorter texts are parsed whole, in UTF-16 units. */
const WHOLE_UNITS = 4096;

/** Parses an excerpt. @returns valid until the engine's next parse; code outside the range may be missing */
export function parseExcerpt(engine: ParseEngine, excerpt: Excerpt): SyntaxTree {
  const { language, text, from, to } = excerpt;
  if (!isContainer(language) && text.length > WHOLE_UNITS && to - from < text.length / 2) {
    const alone = parseAlone(engine, language, excerpt);
    if (alone !== undefined) return alone;
  }
  return parseSource(engine, { language, text, generated: false });
}

/** Parses the range alone; `undefined` if it has syntax errors. */
function parseAlone(
  engine: ParseEngine,
  language: GrammarLanguage,
  { text, from, to, isMember }: Excerpt,
): SyntaxTree | undefined {
  const lineStart = Math.max(text.lastIndexOf("\n", from - 1), text.lastIndexOf("\r", from - 1)) + 1;
  const indent = text.slice(lineStart, from);
  const isIndented = indent !== "" && indent.trim() === "";
  const [before, after] = wrapping(language, isMember, isIndented);
  const start = isIndented ? lineStart : from;
  const tree = engine.parse(language, before + text.slice(start, to) + after);
  if (countErrors(tree) > 0) return undefined;
  return movedTree(tree, { text, from: start, to, shift: start - before.length });
}

function wrapping(
  language: Language,
  isMember: boolean,
  isIndented: boolean,
): readonly [before: string, after: string] {
  if (language === "python") return isIndented ? ["if 1:\n", "\n"] : ["", "\n"];
  if (language === "go") return ["", "\n"];
  return isMember ? ["class _ {\n", "\n}"] : ["", "\n"];
}

interface Move {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Difference between offsets in the parsed text and in the whole text. */
  readonly shift: number;
}

/** The tree with offsets of the whole text; rows of the wrapping code are moved to the range's edges. */
function movedTree(tree: SyntaxTree, { text, from, to, shift }: Move): SyntaxTree {
  const { count, start, end } = tree;
  for (let row = 0; row < count; row++) {
    start[row] = Math.min(Math.max((start[row] ?? 0) + shift, from), to);
    end[row] = Math.min(Math.max((end[row] ?? 0) + shift, from), to);
  }
  return tree.withSource(text);
}
