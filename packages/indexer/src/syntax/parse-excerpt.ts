/**
 * A stretch of a text as a tree whose offsets are the text's. A stretch that reads by itself is parsed by itself: that costs what the
 * stretch is worth, not what its file is.
 */
import type { Language } from "@sdl/model";
import { countErrors, parseSource } from "../languages/extract-file.js";
import type { ParseEngine } from "../parse/parser.js";
import type { SyntaxTree } from "../parse/syntax-tree.js";

export interface Excerpt {
  readonly language: Language;
  readonly text: string;
  /** Offsets of the stretch, half-open. */
  readonly from: number;
  readonly to: number;
  /** Whether it stands in a class. */
  readonly isMember: boolean;
}

/** Texts of fewer units are parsed whole. */
const WHOLE_UNITS = 4096;

/** @returns valid until the engine's next parse; what lies outside the stretch may be missing from it */
export function parseExcerpt(engine: ParseEngine, excerpt: Excerpt): SyntaxTree {
  const { language, text, from, to } = excerpt;
  if (text.length > WHOLE_UNITS && to - from < text.length / 2) {
    const alone = parseAlone(engine, excerpt);
    if (alone !== undefined) return alone;
  }
  return parseSource(engine, { language, text, generated: false });
}

/** `undefined` when the stretch does not read without errors. */
function parseAlone(engine: ParseEngine, { language, text, from, to, isMember }: Excerpt): SyntaxTree | undefined {
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
  /** What a parsed offset lies behind the text's. */
  readonly shift: number;
}

/** Rows of what was put around the stretch end up at its edges. */
function movedTree(tree: SyntaxTree, { text, from, to, shift }: Move): SyntaxTree {
  const { count, start, end } = tree;
  for (let row = 0; row < count; row++) {
    start[row] = Math.min(Math.max((start[row] ?? 0) + shift, from), to);
    end[row] = Math.min(Math.max((end[row] ?? 0) + shift, from), to);
  }
  return tree.withSource(text);
}
