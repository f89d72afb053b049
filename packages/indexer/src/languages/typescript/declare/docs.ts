/** Documentation comment of a file: its leading block. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { commentText, emptyToUndefined, isAttached, isBlock, MAX_LINES, stripBlock } from "../../kit/comments.js";
import type { TypescriptFile } from "../typescript-file.js";

/** Matches a type in braces, with up to two levels of inner braces. */
export const BRACED = String.raw`\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}`;
/** Tags that make a comment the file's doc. */
const EXPLICIT = /@(module|fileoverview|file|packageDocumentation)\b/;

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

/** A comment's text without the stars at its lines. */
export function plain(text: string): string {
  return text.replace(/\n\s*\*?\s*/g, " ").trim();
}
