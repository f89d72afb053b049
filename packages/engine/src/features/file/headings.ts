/** Headings of documents in Markdown, reStructuredText and AsciiDoc. Knows text; what stands in a fence is none. */

export interface Heading {
  readonly name: string;
  /** From 1. */
  readonly line: number;
  /** 1 is the outermost. */
  readonly level: number;
}

interface Format {
  /** Marks in front of a heading; their number is its level. */
  readonly marked?: RegExp;
  /** A line of marks under a heading, or over and under it. Levels follow the order in which the marks come. */
  readonly underline?: RegExp;
  /** What opens and closes a stretch of code. */
  readonly fence?: RegExp;
}

const MARKDOWN: Format = {
  marked: /^\s{0,3}(#{1,6})\s+(.+?)\s*(?:#+\s*)?$/,
  underline: /^([=-])\1{2,}\s*$/,
  fence: /^\s{0,3}(```+|~~~+)/,
};
const ASCIIDOC: Format = { marked: /^(={1,6})\s+(.+?)\s*$/, fence: /^(----+|\.\.\.\.+)\s*$/ };
/** Three or more, so that a list's mark is none. */
const RESTRUCTURED: Format = { underline: /^([=\-~^"'`#*+.:_])\1{2,}\s*$/ };

function formatOf(file: string): Format {
  if (/\.a(?:sciid|d)oc$/i.test(file)) return ASCIIDOC;
  return /\.(?:rst|txt|text)$/i.test(file) ? RESTRUCTURED : MARKDOWN;
}

/** In the order of the file. @param file its name tells the format @param lines without their ends */
export function headingsOf(file: string, lines: readonly string[]): readonly Heading[] {
  const format = formatOf(file);
  const found: Heading[] = [];
  const marks: string[] = [];
  let fence: string | undefined;
  for (const [index, text] of lines.entries()) {
    const mark = format.fence?.exec(text)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
      continue;
    }
    if (fence !== undefined) continue;
    const heading = markedHeading(format, text, index + 1) ?? underlinedHeading(format, { lines, index, marks });
    if (heading !== undefined) found.push(heading);
  }
  return found;
}

function markedHeading({ marked }: Format, text: string, line: number): Heading | undefined {
  const [, mark, name] = marked?.exec(text) ?? [];
  return mark === undefined || name === undefined ? undefined : { name, line, level: mark.length };
}

interface Place {
  readonly lines: readonly string[];
  readonly index: number;
  /** That headings had so far, the outermost first. */
  readonly marks: string[];
}

/** A line of text over a line of one mark that is at least as long. */
function underlinedHeading({ underline }: Format, { lines, index, marks }: Place): Heading | undefined {
  const name = lines[index]?.trim() ?? "";
  const under = lines[index + 1]?.trimEnd() ?? "";
  const mark = underline?.exec(under)?.[1];
  if (underline === undefined || mark === undefined || name === "" || underline.test(name)) return undefined;
  const before = lines[index - 1]?.trim() ?? "";
  if (under.length < name.length || (before !== "" && !underline.test(before))) return undefined;
  if (!marks.includes(mark)) marks.push(mark);
  return { name, line: index + 1, level: marks.indexOf(mark) + 1 };
}
