/** Line and block comments of languages that write them as C does: the ones directly above a declaration, with their markers stripped. */
import type { SyntaxFile } from "./syntax-file.js";

type CommentedFile = SyntaxFile<{ readonly comment: number }>;

/** Longest part of a comment that is read, in UTF-16 units. */
const MAX_COMMENT = 3000;
/** Maximum number of lines of `//` read above a declaration. */
export const MAX_LINES = 60;

/** The doc of the declaration at `node`, without comment markers. */
export function docBefore(file: CommentedFile, node: number): string | undefined {
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

/** A comment as it is written, up to a length that is enough for a doc. */
export function commentText(file: CommentedFile, comment: number): string {
  const start = file.tree.start[comment] ?? 0;
  return file.tree.source.slice(start, Math.min(file.tree.end[comment] ?? 0, start + MAX_COMMENT));
}

/** Whether it is a block comment. */
export function isBlock(file: CommentedFile, comment: number): boolean {
  return file.tree.source.charCodeAt((file.tree.start[comment] ?? 0) + 1) === 42;
}

/** Whether no blank line separates the comment from `below`, and the comment starts its line. */
export function isAttached(file: CommentedFile, comment: number, below: number): boolean {
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
export function stripBlock(text: string): string | undefined {
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

/** A text, or `undefined` in place of an empty one. */
export function emptyToUndefined(text: string): string | undefined {
  return text === "" ? undefined : text;
}
