/** Text form of a document or configuration file: location, lines, names of its parts. */
import type { TextStyle } from "../../contract/answer-form.js";
import { countText, fenceCode, textOf, wrapText } from "../../text/layout.js";
import { linesText } from "../../text/source-text.js";

interface SentFile {
  readonly file: string;
  readonly kind: "document" | "configuration";
  readonly totalLines: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  readonly isLineCut?: true | undefined;
  readonly sections?: readonly { readonly name: string; readonly line: number }[] | undefined;
  readonly next?: Readonly<Record<string, unknown>> | undefined;
  readonly minimumRequired?: number | undefined;
}

/** Words place, text, and the names of the parts. */
export function fileText(answer: SentFile, style: TextStyle): string {
  const { file, kind, text, isLineCut, sections = [], next, minimumRequired } = answer;
  const names = sections.map(({ name, line }) => `${name} (line ${line})`).join(", ");
  return textOf([
    placeLine(answer),
    ...(text.trim() === "" ? [] : fenceCode(text, file)),
    isLineCut === true ? "The last line is cut, because it exceeds the budget." : undefined,
    ...(names === "" ? [] : wrapText(`${kind === "document" ? "Headings" : "Keys"}: ${names}`)),
    minimumRequired === undefined
      ? undefined
      : `The budget has no room for a line; at least ${minimumRequired} tokens are required`,
    next === undefined ? undefined : `Next: ${style.call("sdl.file.read", next)}  the following lines`,
  ]);
}

function placeLine({ file, startLine, endLine, totalLines }: SentFile): string {
  if (endLine < startLine) return `${file}, ${countText(totalLines, "line")}`;
  if (startLine === 1 && endLine === totalLines) return `${file}, whole: ${countText(totalLines, "line")}`;
  return `${file}:${linesText(file, startLine, endLine)} of ${countText(totalLines, "line")}`;
}
