/** Tests of which lines an answer shows. */
import { expect, test } from "vitest";
import { fencedLines, looseLines, type ShownLines } from "../../src/gold/shown-lines.js";

const FILES: Readonly<Record<string, readonly string[]>> = {
  "src/cart.ts": [
    "export function total(lines) {",
    "  let sum = 0;",
    "",
    "  for (const line of lines) sum += line;",
    "  return sum;",
    "}",
    "export function count(lines) {",
    "  let sum = 0;",
    "  for (const line of lines) sum += 1;",
    "  return sum;",
    "}",
  ],
  "src/price.py": ["def price(sku):", "    return PRICES[sku]"],
};

function shown(by: ShownLines, ...rows: readonly string[]): Record<string, number[]> {
  const found = by(rows.join("\n"), (path) => FILES[path]);
  return Object.fromEntries([...found].map(([path, lines]) => [path, [...lines].sort((a, b) => a - b)]));
}

test("code in a fence belongs to the file of the last heading, whatever its indentation", () => {
  const answer = [
    "src/cart.ts",
    '1  total(lines): number          matches "sum"',
    "   ```ts",
    "   export function total(lines) {",
    "     let sum = 0;",
    "",
    "     for (const line of lines) sum += line;",
    "   ```",
    "   calls price (src/price.py:1)",
    "",
    "src/price.py:1",
    "```py",
    "def price(sku):",
    "    return PRICES[sku]",
    "```",
  ];
  expect(shown(fencedLines, ...answer)).toEqual({ "src/cart.ts": [1, 2, 4], "src/price.py": [1, 2] });
});

test("lines may be missing; repeated lines are matched after the heading's line and the previous run", () => {
  const rows = ["src/cart.ts:7", "```", "  let sum = 0;", "  …", "  return sum;", "}", "```"];
  expect(shown(fencedLines, ...rows)).toEqual({ "src/cart.ts": [8, 10, 11] });
});

test("numbered lines are at their number, if the file matches there", () => {
  const rows = ["src/cart.ts", "```", "8 |   let sum = 0;", "9 |   something else;", "10 |   return sum;", "```"];
  expect(shown(fencedLines, ...rows)).toEqual({ "src/cart.ts": [8, 10] });
});

test("code outside fences, or not under a path of the repository, is not counted", () => {
  const code = ["```", "def price(sku):", "```"];
  expect(shown(fencedLines, "def price(sku):")).toEqual({});
  expect(shown(fencedLines, ...code)).toEqual({});
  expect(shown(fencedLines, "lib/price.py", ...code)).toEqual({});
  expect(shown(fencedLines, "src/cart.ts", ...code)).toEqual({ "src/cart.ts": [] });
});

test("a wrapped line that begins with a test's name is no heading", () => {
  const answer = [
    "src/cart.ts",
    "1-2  total",
    "  calls price; tested by",
    "    src/price.py::test_price",
    "4  count",
    "```ts",
    "  return sum;",
    "```",
  ];
  expect(shown(fencedLines, ...answer)).toEqual({ "src/cart.ts": [5] });
});

test("in loose mode, lines of a named file count anywhere in the text", () => {
  const answer = JSON.stringify({ file: "src/price.py", text: "def price(sku):\n    return PRICES[sku]" });
  expect(shown(looseLines, answer)).toEqual({ "src/price.py": [1, 2] });
  expect(shown(looseLines, JSON.stringify({ text: "def price(sku):" }))).toEqual({});
});
