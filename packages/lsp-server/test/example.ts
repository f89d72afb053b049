/** Test repository of TypeScript and Python with text that makes columns error-prone: astral characters, CR LF, tabs, a lone CR. */
import { Buffer } from "node:buffer";
import type { Position, Range } from "vscode-languageserver-protocol";

export const EXAMPLE = {
  "src/shapes.ts": `export interface Shape { area(): number }

/** A "square" 😀. */
export class Square implements Shape {
  constructor(private readonly side: number) {}
  /* 𝒳 */ area(): number { return this.side ** 2; }
}

export function total(shapes: readonly Shape[]): number {
  return shapes.map((shape) => shape.area()).reduce((a, b) => a + b, 0);
}

export const LIMIT = 3;
`,
  "src/main.ts": `import { LIMIT, Square, total as sum } from "./shapes";\r
\r
export function main(): number {\r
\tconst 𝒳 = "😀😀"; const square = new Square(2);\r
\tconst área = square.area(); /* 😀 */ const all = sum([square]);\r
\treturn área + all + LIMIT;\r
}\r
`,
  "tools/report.py": `import os\r
\r
\r
def größe(text):\r
    """The size of a text 😀."""\r
    return len(text)\r
\r
\r
class Report:\r
    def write(self, text):\r
\t\ts = "😀𝒳"; return größe(s) + größe(text)\r
`,
  "src/old.ts": `export function one() {}\r/* 😀 */ export function two() { one(); }\r`,
};

export type ExampleFile = keyof typeof EXAMPLE;

type Encoding = "utf-8" | "utf-16" | "utf-32";

/** Range of a text in a client's units, computed by splitting and counting. @param nth occurrence, from 1 */
export function rangeOf(whole: string, text: string, encoding: Encoding, nth = 1): Range {
  let offset = -1;
  for (let count = 0; count < nth; count++) offset = whole.indexOf(text, offset + 1);
  if (offset === -1) throw new Error(`no ${nth}. ${text}`);
  return { start: positionAt(whole, offset, encoding), end: positionAt(whole, offset + text.length, encoding) };
}

function positionAt(whole: string, offset: number, encoding: Encoding): Position {
  const lines = whole.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length - 1, character: unitsOf(lines.at(-1) ?? "", encoding) };
}

function unitsOf(text: string, encoding: Encoding): number {
  if (encoding === "utf-16") return text.length;
  return encoding === "utf-32" ? [...text].length : Buffer.byteLength(text);
}
