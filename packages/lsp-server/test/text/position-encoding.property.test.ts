/** Columns, compared with a reference that counts the units of every prefix. */
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  chooseEncoding,
  ENCODINGS,
  type Encoding,
  fromUtf16Column,
  toUtf16Column,
} from "../../src/text/position-encoding.js";

const line = fc
  .array(fc.constantFrom("a", "Z9", "\t", "é", "ß", "漢", "\u2028", "😀", "𝒳", "e\u0301", "\ud83d", "\udc00", " "))
  .map((parts) => parts.join(""));

/** Number of units of a text, as the protocol defines them. */
function unitsOf(text: string, encoding: Encoding): number {
  if (encoding === "utf-16") return text.length;
  return encoding === "utf-32" ? [...text].length : Buffer.byteLength(text);
}

/** Offsets in UTF-16 units at which a character begins, and the end. */
function boundaries(text: string): readonly number[] {
  let offset = 0;
  return [0, ...[...text].map((character) => (offset += character.length))];
}

test.each(ENCODINGS)("%s: a column equals the number of units before it, and converts back", (encoding) => {
  fc.assert(
    fc.property(line, (text) => {
      for (const offset of boundaries(text)) {
        const column = unitsOf(text.slice(0, offset), encoding);
        expect(fromUtf16Column(text, offset, encoding)).toBe(column);
        expect(toUtf16Column(text, column, encoding)).toBe(offset);
      }
    }),
  );
});

test.each(ENCODINGS)(
  "%s: every column converts to a place in the line; a column inside a character to its start",
  (encoding) => {
    fc.assert(
      fc.property(line, fc.integer({ min: -3, max: 80 }), (text, column) => {
        const fitting = boundaries(text).filter(
          (offset) => unitsOf(text.slice(0, offset), encoding) <= Math.max(column, 0),
        );
        const expected = encoding === "utf-16" ? Math.min(Math.max(column, 0), text.length) : (fitting.at(-1) ?? 0);
        expect(toUtf16Column(text, column, encoding)).toBe(expected);
      }),
    );
  },
);

test("the first encoding of the client that is supported is chosen, or else UTF-16", () => {
  expect(chooseEncoding(["utf-8", "utf-16"])).toBe("utf-8");
  expect(chooseEncoding(["ucs-2", "utf-32", "utf-8"])).toBe("utf-32");
  for (const offered of [undefined, [], ["ucs-2"], "utf-8", null]) expect(chooseEncoding(offered)).toBe("utf-16");
});
