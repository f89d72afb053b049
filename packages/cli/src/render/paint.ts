/** Colours for answer texts. Without colours the text is the same as for a model. */
import type { Style } from "../terminal.js";

/** Colours paths, notes, next calls and line numbers of a text. */
export function paintText(text: string, style: Style): string {
  let isCode = false;
  let isFirst = true;
  const lines = text.split("\n").map((line) => {
    if (/^\s*`{3,}/.test(line)) {
      isCode = !isCode;
      return style.dim(line);
    }
    const painted = isCode ? line : paintLine(line, isFirst, style);
    isFirst = false;
    return painted;
  });
  return lines.join("\n");
}

function paintLine(line: string, isFirst: boolean, style: Style): string {
  if (isFirst || isHeading(line)) return style.bold(line);
  if (line.startsWith("Note: ")) return style.yellow(line);
  if (line.startsWith("Next: ")) return style.dim(line);
  const [, place, rest] = /^(\d+(?:-\d+)?)( {2}.*)$/.exec(line) ?? [];
  return place === undefined || rest === undefined ? line : `${style.dim(place)}${rest}`;
}

/** Whether the line is a file's path and nothing else. */
function isHeading(line: string): boolean {
  return /^\S+$/.test(line) && /[./]/.test(line);
}
