/** Documentation comments: the block or run of lines directly above a declaration, and the leading block of the file. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { TypescriptFile } from "../typescript-file.js";

/** Matches a type in braces, with up to two levels of inner braces. */
export const BRACED = String.raw`\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}`;
/** Longest part of a comment that is read, in UTF-16 units. */
const MAX_COMMENT = 3000;
/** Tags that make a comment the file's doc. */
const EXPLICIT = /@(module|fileoverview|file|packageDocumentation)\b/;
/** Most lines of `//` read above a declaration. */
const MAX_LINES = 60;

/** The doc of the declaration at `node`, without comment markers. */
export function docBefore(file: TypescriptFile, node: number): string | undefined {
  const { tree, k } = file;
  let comment = node - 1;
  if (comment <= 0 || tree.kind[comment] !== k.comment) return undefined;
  if (!isAttached(file, comment, tree.start[node] ?? 0)) return undefined;
  if (isBlock(file, comment)) return stripBlock(commentText(file, comment));
  const lines: string[] = [];
  let below = tree.start[node] ?? 0;
  while (lines.length < MAX_LINES && tree.kind[comment] === k.comment && isAttached(file, comment, below)) {
    if (isBlock(file, comment)) break;
    lines.push(
      commentText(file, comment)
        .replace(/^\/\/+ ?/, "")
        .trimEnd(),
    );
    below = tree.start[comment] ?? 0;
    comment--;
  }
  return emptyToUndefined(lines.reverse().join("\n").trim());
}

/** The file's own doc: its first block or run of lines, unless that documents the first declaration or is a licence. */
export function moduleDoc(file: TypescriptFile): string | undefined {
  const { tree, k } = file;
  let row = 1;
  while (row < tree.count && tree.kind[row] !== k.comment && tree.parent[row] === 0 && isPrologue(file, row)) {
    row = tree.next[row] ?? tree.count;
  }
  row = skipNotices(file, row);
  if (row >= tree.count || tree.kind[row] !== k.comment) return undefined;
  const text = commentText(file, row);
  if (!EXPLICIT.test(text) && documentsDeclaration(file, row)) return undefined;
  return isBlock(file, row) ? stripBlock(text) : lineRun(file, row);
}

/** The first comment from `row` on that is neither a licence nor a tool directive. */
function skipNotices(file: TypescriptFile, row: number): number {
  const { tree, k } = file;
  let afterLicence = false;
  for (let comment = row; comment < tree.count && tree.kind[comment] === k.comment; comment++) {
    const text = commentText(file, comment);
    const licence = isLicence(text);
    const isNotice = isDirective(text) || licence || (afterLicence && !isBlock(file, comment));
    if (EXPLICIT.test(text) || !isNotice) return comment;
    afterLicence ||= licence;
  }
  return tree.count;
}

function commentText(file: TypescriptFile, comment: number): string {
  const start = file.tree.start[comment] ?? 0;
  return file.tree.source.slice(start, Math.min(file.tree.end[comment] ?? 0, start + MAX_COMMENT));
}

function lineRun(file: TypescriptFile, first: number): string | undefined {
  const { tree } = file;
  let last = first;
  while (last - first < MAX_LINES && tree.kind[last + 1] === file.k.comment && !isBlock(file, last + 1)) {
    if (!isAttached(file, last, tree.start[last + 1] ?? 0)) break;
    last++;
  }
  if (documentsDeclaration(file, last)) return undefined;
  const lines: string[] = [];
  for (let row = first; row <= last; row++)
    lines.push(
      commentText(file, row)
        .replace(/^\/\/+ ?/, "")
        .trimEnd(),
    );
  return emptyToUndefined(lines.join("\n").trim());
}

/** Whether the comment stands directly above a declaration of a symbol rather than an import. */
function documentsDeclaration(file: TypescriptFile, comment: number): boolean {
  const { tree, k } = file;
  const after = comment + 1;
  if (after >= tree.count || tree.kind[after] === k.comment) return false;
  if (!isAttached(file, comment, tree.start[after] ?? 0)) return false;
  const kind = tree.kind[after];
  if (kind === k.import_statement || kind === k.expression_statement) return false;
  return kind !== k.export_statement || file.child(after, k.in_source) === NO_NODE;
}

function isPrologue(file: TypescriptFile, row: number): boolean {
  const { tree, k } = file;
  if (tree.kind[row] !== k.expression_statement)
    return /^#!/.test(tree.source.slice(tree.start[row], (tree.start[row] ?? 0) + 2));
  return tree.kind[row + 1] === k.string;
}

function isDirective(text: string): boolean {
  return /^(\/\/\s*@ts-|\/\/\/|\/\*\s*(eslint|global|jshint|istanbul|biome)|\/\/\s*(eslint|prettier|biome|tslint)|\/\*\*?\s*@jsx)/.test(
    text,
  );
}

function isLicence(text: string): boolean {
  return /copyright|licen[cs]e|SPDX|@preserve|^\/\*!/i.test(text);
}

function isBlock(file: TypescriptFile, comment: number): boolean {
  return file.tree.source.charCodeAt((file.tree.start[comment] ?? 0) + 1) === 42;
}

/** Whether no blank line separates the comment from `below`, and the comment starts its line. */
function isAttached(file: TypescriptFile, comment: number, below: number): boolean {
  const { source } = file.tree;
  const end = file.tree.end[comment] ?? 0;
  if (end > below) return false;
  let newlines = 0;
  for (let i = end; i < below; i++) {
    const unit = source.charCodeAt(i);
    if (unit === 10) newlines++;
    else if (unit !== 32 && unit !== 9 && unit !== 13) return false;
  }
  if (newlines > 1) return false;
  return isBlock(file, comment) || startsLine(source, file.tree.start[comment] ?? 0);
}

function startsLine(source: string, at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const unit = source.charCodeAt(i);
    if (unit === 10 || unit === 13) return true;
    if (unit !== 32 && unit !== 9) return false;
  }
  return true;
}

/** The text of a block comment without its markers, by lines. */
function stripBlock(text: string): string | undefined {
  let from = text.startsWith("/**") ? 3 : 2;
  if (text.charCodeAt(from) === 33) from++;
  let end = text.endsWith("*/") ? text.length - 2 : text.length;
  while (end > from && text.charCodeAt(end - 1) === 42) end--;
  let result = "";
  for (let at = from; at < end; ) {
    const newLine = text.indexOf("\n", at);
    const stop = newLine < 0 || newLine > end ? end : newLine;
    result += text.slice(contentStart(text, at, stop), stop).trimEnd();
    if (stop < end) result += "\n";
    at = stop + 1;
  }
  return emptyToUndefined(result.trim());
}

/** Where a comment line's content starts: after white space, one star and one space. */
function contentStart(text: string, from: number, stop: number): number {
  let at = from;
  while (at < stop && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
  if (at >= stop || text.charCodeAt(at) !== 42) return from;
  return text.charCodeAt(at + 1) === 32 ? at + 2 : at + 1;
}

function emptyToUndefined(text: string): string | undefined {
  return text === "" ? undefined : text;
}

/** A comment's text without the stars at its lines. */
export function plain(text: string): string {
  return text.replace(/\n\s*\*?\s*/g, " ").trim();
}
