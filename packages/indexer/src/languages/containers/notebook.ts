/**
 * Reader of notebooks' text (see workspace/content/notebook.ts): Python, in which lines for IPython become comments.
 * Source: IPython's documentation of input transformation.
 */
import { markedCell } from "@sdl/model/paths";
import { Blanked } from "./blanked.js";
import type { ContainerSource } from "./container.js";

/** Cell magics whose cell is Python. */
const PYTHON_CELL = /^%%(?:time|timeit|capture|prun|memit|mprun|lprun|python3?|pypy|debug|px)\b/;
/** Line magics that run the Python statement after them. */
const PYTHON_LINE = /^(\s*)%(?:time|timeit|prun|memit)\s+(?=[^\s-])/;
/** A line for IPython or the shell: `%cd`, `!pip`, `?help`. */
const MAGIC = /^\s*(?:%{1,2}[A-Za-z]|!|\?)/;
/** Help on an object: `obj?`, `obj??`. */
const HELP = /^\s*[%\w.*]+\?{1,2}\s*$/;
/** The value of an assignment that IPython or the shell computes: `files = !ls`, `t = %timeit -o f()`. */
const MAGIC_VALUE = /^[\w.,\s[\]'"]+=\s*(?=[%!][A-Za-z.~/])/;

/** Reads a notebook's text. */
export function readNotebook(source: string): ContainerSource {
  const out = new Blanked(source);
  out.keep(0, source.length);
  const reader = new CellReader(out);
  for (let at = 0; at < source.length; ) {
    const next = source.indexOf("\n", at);
    const end = next < 0 ? source.length : next;
    reader.readLine(source.slice(at, end), at);
    at = end + 1;
  }
  return { language: "python", text: out.toString(), component: undefined, others: [] };
}

/** Reads the lines of a notebook in order. */
class CellReader {
  /** Whether the cell is in another language. */
  private isOther = false;
  /** Whether no code of the cell was read yet. */
  private isStart = false;

  constructor(private readonly out: Blanked) {}

  /** @param at the line's offset */
  readLine(line: string, at: number): void {
    const isMark = markedCell(line) !== undefined;
    if (isMark) this.isOther = false;
    else if (this.isStart && line.startsWith("%%")) this.isOther = !PYTHON_CELL.test(line);
    this.isStart = isMark || (this.isStart && line.trim() === "");
    if (isMark || this.isOther) this.out.blank(at, at + line.length);
    else blankMagic(this.out, line, at);
  }
}

/** Makes a line for IPython one that Python can read. @param at the line's offset */
function blankMagic(out: Blanked, line: string, at: number): void {
  const [run = "", indent = ""] = PYTHON_LINE.exec(line) ?? [];
  if (run !== "") {
    out.blank(at + indent.length, at + run.length);
    out.put(at + indent.length, "0;");
    return;
  }
  if (MAGIC.test(line) || HELP.test(line)) {
    out.put(at + line.search(/\S/), "#");
    return;
  }
  const value = MAGIC_VALUE.exec(line)?.[0].length;
  if (value === undefined) return;
  out.blank(at + value, at + line.length);
  out.put(at + value, "0");
}
