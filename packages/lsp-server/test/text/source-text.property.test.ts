/** Positions and changes, compared with a reference that splits the text into lines each time. */
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Position } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { ENCODINGS, type Encoding } from "../../src/text/position-encoding.js";
import { applyChanges, SourceText } from "../../src/text/source-text.js";

const text = fc
  .array(fc.constantFrom("a", "name", "\t", "é", "漢", "😀", "𝒳", "\r", "\n", "\r\n", "\r\n", " = 1;"), {
    maxLength: 30,
  })
  .map((parts) => parts.join(""));

interface Line {
  readonly start: number;
  readonly text: string;
}

function linesOf(whole: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const part of whole.split(/(\r\n|\r|\n)/)) {
    if (/^[\r\n]/.test(part)) start += part.length;
    else {
      lines.push({ start, text: part });
      start += part.length;
    }
  }
  return lines;
}

function unitsOf(part: string, encoding: Encoding): number {
  if (encoding === "utf-16") return part.length;
  return encoding === "utf-32" ? [...part].length : Buffer.byteLength(part);
}

/** Every place between two characters, as offset and as position. */
function places(
  whole: string,
  encoding: Encoding,
): readonly { readonly offset: number; readonly position: Position }[] {
  return linesOf(whole).flatMap(({ start, text: line }, number) => {
    const found = [{ offset: start, position: { line: number, character: 0 } }];
    let before = "";
    for (const character of line) {
      before += character;
      const position = { line: number, character: unitsOf(before, encoding) };
      found.push({ offset: start + before.length, position });
    }
    return found;
  });
}

test.each(ENCODINGS)("%s: positions and places refer to the same characters", (encoding) => {
  fc.assert(
    fc.property(text, (whole) => {
      const source = SourceText.of(whole, encoding);
      const lines = linesOf(whole);
      for (const { offset, position } of places(whole, encoding)) {
        const place = { line: position.line + 1, col: offset - (lines[position.line]?.start ?? 0) };
        expect(source.toPlace(position)).toEqual(place);
        expect(source.toPosition(place)).toEqual(position);
      }
    }),
  );
});

test.each(ENCODINGS)("%s: after changes, a document has the client's text", (encoding) => {
  const edit = fc.record({ from: fc.nat(), to: fc.nat(), text });
  fc.assert(
    fc.property(text, fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 5 }), (first, pushes) => {
      const document = TextDocument.create("file:///a.ts", "typescript", 0, first);
      let expected = first;
      for (const [index, edits] of pushes.entries()) {
        const changes = edits.map((one) => {
          const all = places(expected, encoding);
          const [a, b] = [all[one.from % all.length], all[one.to % all.length]];
          const [start, end] = (a?.offset ?? 0) <= (b?.offset ?? 0) ? [a, b] : [b, a];
          if (start === undefined || end === undefined) throw new Error("a text has a place");
          expected = expected.slice(0, start.offset) + one.text + expected.slice(end.offset);
          return { range: { start: start.position, end: end.position }, text: one.text };
        });
        applyChanges(document, changes, { version: index + 1, encoding });
        expect(document.getText()).toBe(expected);
      }
    }),
  );
});

test("changes of the whole text and ranges past the end are applied", () => {
  const document = TextDocument.create("file:///a.ts", "typescript", 0, "a\r\nb");
  const past = { start: { line: 1, character: 9 }, end: { line: 7, character: 0 } };
  applyChanges(document, [{ range: past, text: "😀" }], { version: 1, encoding: "utf-8" });
  expect(document.getText()).toBe("a\r\nb😀");
  applyChanges(document, [{ text: "new" }], { version: 2, encoding: "utf-8" });
  expect(document.getText()).toBe("new");
});

test("the identifier at or before a place is found, and an identifier on a line", () => {
  const source = SourceText.of("const 𝒳1 = größe($a);\r\n\tnext", "utf-8");
  expect(source.wordAt({ line: 1, col: 7 })).toEqual({ text: "𝒳1", start: { line: 1, col: 6 } });
  expect(source.wordAt({ line: 1, col: 17 })).toEqual({ text: "größe", start: { line: 1, col: 12 } });
  expect(source.wordAt({ line: 1, col: 10 })).toBeUndefined();
  expect(source.wordAt({ line: 9, col: 0 })).toBeUndefined();
  expect(source.findName("a", { line: 1, col: 0 })).toEqual({ line: 1, col: 0 });
  expect(source.findName("$a", { line: 1, col: 0 })).toEqual({ line: 1, col: 18 });
  expect(source.nameRange({ line: 1, col: 12 })).toEqual({
    start: { line: 0, character: 14 },
    end: { line: 0, character: 21 },
  });
  expect(source.nameRange({ line: 2, col: 1 }).end).toEqual({ line: 1, character: 5 });
});
