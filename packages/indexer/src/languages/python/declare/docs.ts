/** Documentation of a definition: its docstring, or the `#` lines directly above it. Markers are stripped, line breaks kept. */
import { markedCell } from "@sdl/model/paths";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";

/** Longest raw text read, in UTF-16 units; the stored text is shorter. */
const MAX_RAW = 4000;
/** Longest run of comment lines above a definition. */
const MAX_COMMENT_LINES = 40;
const HASH = 35;
const LICENSE = /copyright|licen[cs]e/i;

/** The docstring of a block or module, or `undefined`. */
export function docstring(file: PythonFile, body: number): string | undefined {
  if (body === NO_NODE && file.tree.count === 0) return undefined;
  return stringStatement(file, file.firstNamed(body));
}

/** The text of a statement that is a single plain string: the docstring of a module, class, function or attribute. */
export function stringStatement(file: PythonFile, statement: number): string | undefined {
  const { k } = file;
  if (statement === NO_NODE || file.kind(statement) !== k.expression_statement) return undefined;
  const first = statement + 1;
  const kind = file.kind(first);
  if (kind === k.string && file.next(first) === file.next(statement)) return cleaned(stringText(file, first));
  if (kind !== k.concatenated_string) return undefined;
  const parts = file.tree.namedChildren(first).map((part) => stringText(file, part));
  return parts.includes(undefined) ? undefined : cleaned(parts.join(""));
}

/** The content of a plain string; `undefined` for bytes and for strings with interpolations. */
export function stringText(file: PythonFile, node: number): string | undefined {
  const { k, tree } = file;
  const open = tree.childOfKind(node, k.string_start);
  const close = tree.childOfKind(node, k.string_end);
  if (file.kind(node) !== k.string || open === NO_NODE || close === NO_NODE) return undefined;
  if (/[bft]/i.test(tree.text(open))) return undefined;
  const from = tree.end[open] ?? 0;
  return tree.source.slice(from, Math.min(tree.start[close] ?? from, from + MAX_RAW));
}

/** The trimmed text without the indentation that all lines but the first share. */
function cleaned(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const lines = text.split(/\r\n|\r|\n/);
  let indent = Number.POSITIVE_INFINITY;
  for (let i = 1; i < lines.length; i++) {
    const width = (lines[i] ?? "").search(/\S/);
    if (width >= 0) indent = Math.min(indent, width);
  }
  const cut = lines.map((line, i) =>
    (i === 0 || indent === Number.POSITIVE_INFINITY ? line : line.slice(indent)).trimEnd(),
  );
  const result = cut.join("\n").trim();
  return result === "" ? undefined : result;
}

/** The run of `#` lines that ends on the line above `node`, or `undefined`. */
export function commentAbove(file: PythonFile, node: number): string | undefined {
  const { source } = file.tree;
  let lineStart = startOfLine(source, file.tree.start[node] ?? 0);
  if (firstNonBlank(source, lineStart) < (file.tree.start[node] ?? 0)) return undefined;
  const lines: string[] = [];
  while (lineStart > 0 && lines.length < MAX_COMMENT_LINES) {
    const end = lineStart - 1;
    const start = startOfLine(source, end);
    const at = firstNonBlank(source, start);
    if (at >= end || source.charCodeAt(at) !== HASH) break;
    const line = source.slice(at, end).trimEnd();
    if (/^#!|coding[:=]/.test(line)) break;
    lines.push(line.replace(/^#+:? ?/, ""));
    lineStart = start;
  }
  const text = lines.reverse().join("\n").trim();
  return text === "" || LICENSE.test(text) ? undefined : text;
}

/** The comment block at the start of a module without a docstring, unless it is a licence. */
export function headComment(file: PythonFile): string | undefined {
  const lines: string[] = [];
  for (const line of file.tree.source.slice(0, MAX_RAW).split(/\r\n|\r|\n/)) {
    if (!line.startsWith("#") || markedCell(line) !== undefined) break;
    if (!/^#!|coding[:=]/.test(line)) lines.push(line.replace(/^#+ ?/, "").trimEnd());
  }
  const text = lines.join("\n").trim();
  return text === "" || LICENSE.test(text) ? undefined : text;
}

function startOfLine(source: string, offset: number): number {
  return offset <= 0 ? 0 : source.lastIndexOf("\n", offset - 1) + 1;
}

function firstNonBlank(source: string, offset: number): number {
  let at = offset;
  for (let unit = source.charCodeAt(at); unit === 32 || unit === 9 || unit === 12; unit = source.charCodeAt(at)) at++;
  return at;
}
