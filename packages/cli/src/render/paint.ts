/** Colours for texts of answers. The text itself stays: without colours it is what a model reads. */
import type { Style } from "../terminal.js";

export function paint(text: string, style: Style): string {
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

/** A file's path by itself. */
function isHeading(line: string): boolean {
  return /^\S+$/.test(line) && /[./]/.test(line);
}
