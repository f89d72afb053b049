/** A skeleton of a stretch of source as text: elided, and moved to the margin. */
import type { Language } from "@sdl/model";
import { extractorFor } from "../languages/registry.js";
import type { SyntaxTree } from "../parse/syntax-tree.js";
import { applyElisions, type Elision, settleElisions } from "./elision.js";
import { findIdentifiers } from "./identifiers.js";
import { findElisions, type SkeletonOptions } from "./skeleton.js";

export interface SkeletonRequest {
  readonly language: Language;
  /** What the skeleton is cut from: the stretch, of the same length as what was parsed of it. */
  readonly shown: string;
  /** Offsets of the stretch, half-open. */
  readonly from: number;
  readonly to: number;
  /** Statements that mention one of them stay. */
  readonly identifiers: readonly string[];
  /** Whether a statement of the file's top level stays, by its offsets; all do when absent. */
  readonly keepsTopLevel?: SkeletonOptions["keepsTopLevel"];
}

/** @param tree of the stretch, or of the text that holds it */
export function skeletonText(tree: SyntaxTree, request: SkeletonRequest): string {
  const { language, shown, from, to, identifiers: names, keepsTopLevel } = request;
  const mentions = findIdentifiers(tree, { language, names, from, to }).map(({ row }) => row);
  const rules = extractorFor(language).elisionRules(tree.grammar);
  const stretch = { from, to, mentions, ...(keepsTopLevel && { keepsTopLevel }) };
  const elisions = findElisions(tree, rules, stretch);
  const margin = findMargin(tree, rules.strings, stretch);
  return applyElisions(shown, from, settleElisions([...elisions, ...margin]));
}

/** The white space by which a stretch is indented, at the start of its lines; not inside of strings, where it means something. */
function findMargin(
  tree: SyntaxTree,
  strings: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
): readonly Elision[] {
  const { source } = tree;
  const lineStart = source.lastIndexOf("\n", from - 1) + 1;
  const indent = source.slice(lineStart, from);
  if (indent === "" || indent.trim() !== "") return [];
  const margin: Elision[] = [];
  const texts = spansOf(tree, strings, from, to);
  let text = 0;
  for (let at = source.indexOf("\n", from) + 1; at > 0 && at < to; at = source.indexOf("\n", at) + 1) {
    while (text < texts.length && (texts[text]?.[1] ?? 0) <= at) text++;
    const isInText = (texts[text]?.[0] ?? Number.POSITIVE_INFINITY) < at;
    if (!isInText && source.startsWith(indent, at))
      margin.push({ start: at, end: at + indent.length, replacement: "" });
  }
  return margin;
}

/** Stretches of the outermost nodes of these kinds, in source order. */
function spansOf(
  tree: SyntaxTree,
  kinds: Uint8Array,
  from: number,
  to: number,
): readonly (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = [];
  let row = 0;
  while (row < tree.count) {
    const start = tree.start[row] ?? 0;
    const end = tree.end[row] ?? 0;
    const isText = kinds[tree.kind[row] ?? 0] === 1;
    if (isText && start >= from && end <= to) spans.push([start, end]);
    row = isText ? (tree.next[row] ?? tree.count) : row + 1;
  }
  return spans;
}
