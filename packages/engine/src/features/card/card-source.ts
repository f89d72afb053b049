/** Source lines shown in a card: all lines of a short symbol, the beginning of a long one. */
import type { SymbolHandle } from "@sdl/model";
import { type CardSource, lineCount, type SourceBlock, type SourceLines } from "@sdl/slice";
import { readOwnLines, readWholeLines } from "../../query/own-lines.js";
import type { Query } from "../../query/run-query.js";
import type { AllowedSource } from "../../query/source-in-answers.js";

/** `auto`: all lines of a short symbol, the beginning of a long one without its members. */
export const CARD_SOURCES = ["none", "auto", "full"] as const;
/** One of {@link CARD_SOURCES}. */
export type CardSourceChoice = (typeof CARD_SOURCES)[number];

/** A body of at most this many lines is shown whole: an excerpt would hardly be shorter. */
const SHORT_BODY = 24;
/** Maximum lines of an excerpt. */
const HEAD_LINES = 16;

/** `undefined` if no source is requested, allowed or available. */
export async function readCardSource(
  query: Query,
  symbol: SymbolHandle,
  choice: CardSourceChoice,
  { form }: AllowedSource,
): Promise<CardSource | undefined> {
  if (choice === "none" || form === "none") return undefined;
  const whole = await readWholeLines(query, symbol);
  if (whole.length === 0) return undefined;
  const isLong = lineCount(whole) > SHORT_BODY;
  if (form === "bodies" && (choice === "full" || !isLong)) return { form: "body", blocks: whole };
  // No excerpt of a file: it begins with imports, which its card lists.
  if (!isLong || query.graph.kindOf(symbol) === "module") return undefined;
  const own = (await readOwnLines(query, [symbol])).get(symbol) ?? [];
  return { form: "excerpt", blocks: takeFirstLines(withoutDocstring(own), HEAD_LINES) };
}

/** Opening quotes of a Python docstring; an excerpt keeps only the docstring's first line. */
const DOC_START = /^\s*[rRuU]?("""|''')/;

/** The blocks, with all lines but the first of a leading docstring removed. */
function withoutDocstring([first, ...rest]: SourceLines): SourceLines {
  if (first === undefined) return rest;
  const lines = first.text.split("\n");
  const start = lines.findIndex((line) => DOC_START.test(line));
  const [, quotes = ""] = DOC_START.exec(lines[start] ?? "") ?? [];
  const isHead = start > 0 && lines.slice(0, start).at(-1)?.trimEnd().endsWith(":") === true;
  const end = lines.findIndex((line, index) => index > start && line.includes(quotes));
  if (!isHead || end < 0) return [first, ...rest];
  const next = lines.findIndex((line, index) => index > end && line.trim() !== "");
  if (next < 0) return [first, ...rest];
  return [
    makeBlock(first.startLine, lines.slice(0, start + 1)),
    makeBlock(first.startLine + next, lines.slice(next)),
    ...rest,
  ];
}

function makeBlock(startLine: number, lines: readonly string[]): SourceBlock {
  return { startLine, endLine: startLine + lines.length - 1, text: lines.join("\n") };
}

function takeFirstLines(blocks: SourceLines, count: number): SourceLines {
  const head: SourceBlock[] = [];
  let left = count;
  for (const { startLine, text } of blocks) {
    if (left <= 0) break;
    const lines = text.split("\n").slice(0, left);
    head.push(makeBlock(startLine, lines));
    left -= lines.length;
  }
  return head;
}
