/** Parses headings of Markdown, reStructuredText and AsciiDoc documents. Knows text only; ignores fenced code. */

export interface Heading {
  readonly name: string;
  /** Line number from 1. */
  readonly line: number;
  /** 1 is the outermost level. */
  readonly level: number;
}

interface Format {
  /** A heading line that begins with marks; the number of marks is the level. */
  readonly marked?: RegExp;
  /** A line of marks under a heading, or above and under it. Levels follow the order in which the mark characters first occur. */
  readonly underline?: RegExp;
  /** A line that opens or closes a code block. */
  readonly fence?: RegExp;
}

const MARKDOWN: Format = {
  marked: /^\s{0,3}(#{1,6})\s+(.+?)\s*(?:#+\s*)?$/,
  underline: /^([=-])\1{2,}\s*$/,
  fence: /^\s{0,3}(```+|~~~+)/,
};
const ASCIIDOC: Format = { marked: /^(={1,6})\s+(.+?)\s*$/, fence: /^(----+|\.\.\.\.+)\s*$/ };
/** Three marks or more, so that a list item's mark does not match. */
const RESTRUCTURED: Format = { underline: /^([=\-~^"'`#*+.:_])\1{2,}\s*$/ };

function headingFormat(file: string): Format {
  if (/\.a(?:sciid|d)oc$/i.test(file)) return ASCIIDOC;
  return /\.(?:rst|txt|text)$/i.test(file) ? RESTRUCTURED : MARKDOWN;
}

/** Headings in file order. @param file path, whose extension determines the format @param lines without their line ends */
export function parseHeadings(file: string, lines: readonly string[]): readonly Heading[] {
  const format = headingFormat(file);
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
    const heading =
      parseMarkedHeading(format, text, index + 1) ?? parseUnderlinedHeading(format, { lines, index, marks });
    if (heading !== undefined) found.push(heading);
  }
  return found;
}

function parseMarkedHeading({ marked }: Format, text: string, line: number): Heading | undefined {
  const [, mark, name] = marked?.exec(text) ?? [];
  return mark === undefined || name === undefined ? undefined : { name, line, level: mark.length };
}

interface Place {
  readonly lines: readonly string[];
  readonly index: number;
  /** Mark characters of the headings so far, outermost level first. Extended by {@link parseUnderlinedHeading}. */
  readonly marks: string[];
}

/** A heading is a text line above a line of one repeated mark that is at least as long. */
function parseUnderlinedHeading({ underline }: Format, { lines, index, marks }: Place): Heading | undefined {
  const name = lines[index]?.trim() ?? "";
  const under = lines[index + 1]?.trimEnd() ?? "";
  const mark = underline?.exec(under)?.[1];
  if (underline === undefined || mark === undefined || name === "" || underline.test(name)) return undefined;
  const before = lines[index - 1]?.trim() ?? "";
  if (under.length < name.length || (before !== "" && !underline.test(before))) return undefined;
  if (!marks.includes(mark)) marks.push(mark);
  return { name, line: index + 1, level: marks.indexOf(mark) + 1 };
}
