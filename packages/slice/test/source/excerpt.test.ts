import fc from "fast-check";
import { expect, test } from "vitest";
import { codeWithoutComments, cutExcerpt } from "../../src/source/excerpt.js";
import type { TaskWords } from "../../src/source/line-scores.js";
import { lineCount, type SourceBlock } from "../../src/source/source-lines.js";
import { termWeights } from "../../src/source/term-weights.js";
import { WordTerms } from "../../src/source/word-terms.js";

function source(startLine: number, text: string): SourceBlock {
  return { startLine, endLine: startLine + text.split("\n").length - 1, text };
}

function task(text: string, blocks: readonly SourceBlock[]): TaskWords {
  const words = new WordTerms();
  return { words, weights: termWeights(text, [blocks], words) };
}

const BODY = `def load(path, retries):
    """Loads a document.

    It is read as it is.
    Nothing is cached.
    Errors are raised.
    Retries happen before.
    All of it is slow.
    """
    handle = open(path)
    first = handle.readline()
    second = handle.readline()
    third = handle.readline()
    if first:
        for attempt in range(3):
            prepare(attempt)
            check(attempt)
            if second:
                raise TimeoutError("the server did not answer")
            cleanup(attempt)
    fourth = handle.readline()
    fifth = handle.readline()
    sixth = handle.readline()
    return first`;

test("an excerpt contains the lines that share words with the task, their headers, and the symbol's first line", () => {
  const block = source(10, BODY);
  const words = task("a timeout error when the server does not answer", [block]);
  const shown = cutExcerpt([block], words, 8)
    .map(({ text }) => text)
    .join("\n…\n");
  expect(shown).toContain("def load(path, retries):");
  expect(shown).toContain('raise TimeoutError("the server did not answer")');
  expect(shown).toContain("if first:");
  expect(shown).toContain("for attempt in range(3):");
  expect(shown).not.toContain("second = ");
  expect(shown).not.toContain("Nothing is cached");
});

test('the form "code" omits long comments except their first line', () => {
  const code = codeWithoutComments([source(10, BODY)]);
  const text = code?.map((block) => block.text).join("\n");
  expect(text).toContain('"""Loads a document.');
  expect(text).not.toContain("Nothing is cached");
  expect(text).toContain("handle = open(path)");
  expect(codeWithoutComments([source(1, "function f() {\n  // why\n  return 1;\n}")])).toBeUndefined();
});

test("shown lines are lines of the source, each once, in order, with their own line numbers", () => {
  const line = fc.tuple(fc.nat(3), fc.constantFrom("call(x)", "", "# note", "if y:", "raise Z", '"""', "user token"));
  const text = fc.array(
    line.map(([depth, words]) => `${"  ".repeat(depth)}${words}`),
    { minLength: 1, maxLength: 60 },
  );
  const blocks = fc.array(fc.tuple(fc.integer({ min: 2, max: 9 }), text), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(blocks, fc.integer({ min: 1, max: 40 }), (drawn, maxLines) => {
      let next = 1;
      const whole = drawn.map(([gap, lines]) => {
        const block = source(next + gap, lines.join("\n"));
        next = block.endLine + 1;
        return block;
      });
      const all = new Map(whole.flatMap(numbered));
      for (const shown of [cutExcerpt(whole, task("user", whole), maxLines), codeWithoutComments(whole) ?? whole]) {
        const lines = shown.flatMap(numbered);
        for (const [number, words] of lines) expect(words).toBe(all.get(number));
        const numbers = lines.map(([number]) => number);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        expect(lineCount(shown)).toBe(lines.length);
      }
    }),
  );
});

function numbered({ startLine, text }: SourceBlock): [number, string][] {
  return text.split("\n").map((line, index) => [startLine + index, line]);
}
