/** Skeleton of a range of source, as text: elided and unindented. */
import type { Language } from "@sdl/model";
import { containerReader } from "../languages/containers/index.js";
import { extractorFor } from "../languages/registry.js";
import type { SyntaxTree } from "../parse/syntax-tree.js";
import { applyElisions, type Elision, outermostElisions } from "./elision.js";
import { findIdentifiers } from "./identifiers.js";
import { findElisions, type SkeletonOptions } from "./skeleton.js";

/** Source, ranges and options of a skeleton. */
export interface SkeletonRequest {
  readonly language: Language;
  /** The text to cut the skeleton from: the range, as long as the parsed text of the range. */
  readonly shown: string;
  /** Offsets of the range, half-open. */
  readonly from: number;
  readonly to: number;
  /** Statements that mention one of these names are kept. */
  readonly identifiers: readonly string[];
  /** Whether a top-level statement is kept, by its offsets; if absent, all are. */
  readonly keepsTopLevel?: SkeletonOptions["keepsTopLevel"];
}

/** Builds the skeleton. @param tree of the range, or of a text that contains it */
export function skeletonText(tree: SyntaxTree, request: SkeletonRequest): string {
  const { language, shown, from, to, identifiers: names, keepsTopLevel } = request;
  const mentions = findIdentifiers(tree, { language, names, from, to }).map(({ row }) => row);
  const rules = extractorFor(language).elisionRules(tree.grammar);
  const stretch = { from, to, mentions, ...(keepsTopLevel && { keepsTopLevel }) };
  const elisions = findElisions(tree, rules, stretch);
  const margin = findMargin(tree, rules.strings, stretch);
  const others = findOtherRegions(tree.source, language, stretch);
  return applyElisions(shown, from, outermostElisions([...elisions, ...margin, ...others]));
}

/** The parts of a component file that are no script, of which only the size is shown; none of a range inside such a part. */
function findOtherRegions(
  source: string,
  language: Language,
  { from, to }: { readonly from: number; readonly to: number },
): readonly Elision[] {
  const regions = containerReader(language)?.(source).others ?? [];
  return regions
    .filter(({ start, end }) => start >= from && end <= to && (start > from || end < to))
    .map(({ start, end, what }) => {
      const lines = source.slice(start, end).split(/\r\n|\r|\n/).length;
      return { start, end, replacement: `<!-- ${what}: ${lines} ${lines === 1 ? "line" : "lines"} -->` };
    });
}

/** The ranges of common indentation at line starts, except inside strings, where it is content. */
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

/** Ranges of the outermost nodes of these kinds, in source order. */
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
