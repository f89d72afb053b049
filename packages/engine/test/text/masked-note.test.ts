import { expect, test } from "vitest";
import { addMaskedNote } from "../../src/text/masked-note.js";

const FILLER = '"*masked****"';

/** Last line of the text shown for an answer. */
function lastLine(shown: string, answer: object): string | undefined {
  return addMaskedNote(`${shown}\n`, answer).trimEnd().split("\n").at(-1);
}

test("a masked value in a source block is listed with its line", () => {
  const text = `connect(\n  ${FILLER},\n)`;
  const card = { file: "src/a.ts", line: 3, source: { blocks: [{ startLine: 10, endLine: 12, text }] } };
  expect(lastLine(text, { cards: [card] })).toBe("A value is masked: src/a.ts:11");
});

test("a masked value in a symbol's text is listed with the symbol's lines", () => {
  const signature = `connect(key = ${FILLER})`;
  const card = { file: "src/a.ts", range: { startLine: 3, startCol: 0, endLine: 9, endCol: 1 }, signature };
  expect(lastLine(signature, { card })).toBe("A value is masked: src/a.ts:3-9");
});

test("of several masked values the first five are listed", () => {
  const cards = Array.from({ length: 7 }, (_, at) => ({ file: `src/${at}.ts`, line: at + 1, signature: FILLER }));
  expect(lastLine(FILLER, { cards })).toBe(
    "Values are masked: src/0.ts:1, src/1.ts:2, src/2.ts:3, src/3.ts:4, src/4.ts:5 and 2 more places",
  );
});

test("masked values that the text leaves out are not listed", () => {
  const cards = [
    { file: "src/a.ts", line: 1, signature: `a(key=${FILLER})` },
    { file: "src/b.ts", line: 2, signature: `b(password=${FILLER})` },
  ];
  expect(lastLine(`a(key=${FILLER})`, { cards })).toBe("A value is masked: src/a.ts:1");
});

test.each(["plain text", "f(*masked)", "/*********/"])("nothing is added to %s", (text) => {
  expect(addMaskedNote(text, { file: "src/a.ts", line: 1, text })).toBe(text);
});

test("the note is added only once", () => {
  const answer = { file: "src/a.ts", line: 1, text: FILLER };
  const once = addMaskedNote(FILLER, answer);
  expect(addMaskedNote(once, answer)).toBe(once);
});
