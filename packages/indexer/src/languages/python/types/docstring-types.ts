/**
 * Types in docstrings (rule 6): parameter and result types that documentation names in the three common styles (Sphinx
 * fields, Google sections, NumPy sections). Knows lines and offsets; does not resolve names.
 */

/** Position of a type in the source. */
export interface TypeSpan {
  readonly start: number;
  readonly end: number;
}

/** Types found in a docstring. */
export interface DocumentedTypes {
  readonly parameters: ReadonlyMap<string, TypeSpan>;
  readonly result: TypeSpan | undefined;
}

const HAS_TYPES =
  /:(?:type|param|rtype|parameter|arg)\b|^[ \t]*(?:Args|Arguments|Parameters|Returns|Return|Yields|Other Parameters)\b/m;
const FIELD = /^[ \t]*:(type|param|parameter|arg|rtype)(?:[ \t]([^:]*))?:(.*)$/;
const GOOGLE_ITEM = /^([ \t]+)\*{0,2}(\w+)[ \t]*\(([^)]*)\)[ \t]*:/;
const GOOGLE_RESULT = /^([ \t]+)([^:]+):/;
const NUMPY_ITEM = /^[ \t]*(\w+)[ \t]*:[ \t]*(.+)$/;
/** Longest part of a docstring that is read, in UTF-16 units. */
const MAX_LENGTH = 8000;

type Section = "none" | "parameters" | "result";

/** Finds the types in a docstring. @param from offset of the docstring's text, @param to its end */
export function documentedTypes(source: string, from: number, to: number): DocumentedTypes | undefined {
  const text = source.slice(from, Math.min(to, from + MAX_LENGTH));
  return HAS_TYPES.test(text) ? new DocstringReader(from).read(text) : undefined;
}

class DocstringReader {
  private readonly parameters = new Map<string, TypeSpan>();
  private result: TypeSpan | undefined;
  private section: Section = "none";
  private isNumpy = false;
  private headIndent = 0;

  constructor(private readonly from: number) {}

  read(text: string): DocumentedTypes {
    let at = this.from;
    const lines = text.split("\n");
    lines.forEach((line, i) => {
      if (!this.readHead(line, lines[i + 1] ?? "")) this.readLine(line, at);
      at += line.length + 1;
    });
    return { parameters: this.parameters, result: this.result };
  }

  /** Reads a section heading: `Args:`, or `Parameters` above a line of dashes. */
  private readHead(line: string, next: string): boolean {
    const word = /^[ \t]*(Args|Arguments|Parameters|Other Parameters|Returns?|Yields)(:?)[ \t]*$/.exec(line);
    const isUnderlined = /^[ \t]*-{3,}[ \t]*$/.test(next);
    if (word === null || (word[2] === "" && !isUnderlined)) {
      if (isUnderlined || /^[ \t]*[A-Z][\w ]*:[ \t]*$/.test(line)) this.section = "none";
      return false;
    }
    this.isNumpy = isUnderlined;
    this.headIndent = indentOf(line);
    const name = word[1] ?? "";
    this.section = name.startsWith("Return") ? "result" : name === "Yields" ? "none" : "parameters";
    return true;
  }

  private readLine(line: string, at: number): void {
    const field = FIELD.exec(line);
    if (field !== null) this.readField(field, line, at);
    else if (this.section === "none" || /^[ \t]*(?:-+[ \t]*)?$/.test(line)) return;
    else if (this.isNumpy) this.readNumpy(line, at);
    else this.readGoogle(line, at);
  }

  private readField([, kind, written = "", after = ""]: RegExpExecArray, line: string, at: number): void {
    const [middle, rest] = [written, after].map((text) => text.replace(/^[ \t]+/, "")) as [string, string];
    if (kind === "rtype") this.result ??= spanOf(line, at, line.length - rest.length, line.length);
    else if (kind === "type") this.add(middle, spanOf(line, at, line.length - rest.length, line.length));
    else {
      const parts = /^(.+?)[ \t]+\*{0,2}(\w+)$/.exec(middle);
      if (parts === null) return;
      const start = line.indexOf(middle);
      this.add(parts[2] ?? "", spanOf(line, at, start, start + (parts[1] ?? "").length));
    }
  }

  private readGoogle(line: string, at: number): void {
    if (indentOf(line) <= this.headIndent) {
      this.section = "none";
      return;
    }
    const match = (this.section === "result" ? GOOGLE_RESULT : GOOGLE_ITEM).exec(line);
    if (match === null) return;
    if (this.section === "result") {
      const start = (match[1] ?? "").length;
      this.result ??= spanOf(line, at, start, start + (match[2] ?? "").length);
      this.section = "none";
    } else {
      const start = line.indexOf("(") + 1;
      this.add(match[2] ?? "", spanOf(line, at, start, start + (match[3] ?? "").length));
    }
  }

  private readNumpy(line: string, at: number): void {
    if (indentOf(line) > this.headIndent) return;
    const match = NUMPY_ITEM.exec(line);
    if (match !== null) {
      const span = spanOf(line, at, line.length - (match[2] ?? "").length, line.length);
      if (this.section === "parameters") this.add(match[1] ?? "", span);
      else this.result ??= span;
    } else if (this.section === "result") this.result ??= spanOf(line, at, indentOf(line), line.length);
  }

  private add(name: string, span: TypeSpan): void {
    const key = name.trim();
    if (!this.parameters.has(key)) this.parameters.set(key, span);
  }
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

/** The part of a line that is a type, without `, optional`, roles and quotes. */
function spanOf(line: string, at: number, start: number, end: number): TypeSpan {
  const text = line.slice(start, end);
  const before = /^[\s`]*(?::[\w:]+:`[~!.]*)?/.exec(text)?.[0].length ?? 0;
  const rest = text.slice(before);
  const length = /^(?:[\w.]|\[[^\]]*\](?!\w)|[ ]*\|[ ]*)*/.exec(rest)?.[0].length ?? 0;
  const after = rest.slice(length);
  const isWhole = /^[`\s]*(?:$|,|\.$|or\s+None)/.test(after);
  return { start: at + start + before, end: isWhole ? at + start + before + length : at + start + before };
}
