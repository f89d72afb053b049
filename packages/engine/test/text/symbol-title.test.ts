/** Tests of symbol titles: in full if they fit, else cut at a parameter. */
import { expect, test } from "vitest";
import { shortSignature, symbolTitle } from "../../src/text/symbol-title.js";

const file = "src/a.ts";

test("the qualified name replaces the simple name", () => {
  const title = (name: string, signature: string) => symbolTitle({ kind: "method", name, file }, signature);
  expect(title("Cart.add", "add(item: Item): this")).toBe("method Cart.add(item: Item): this");
  expect(title("Cart.add", "async def add(self, item)")).toBe("async method Cart.add(self, item)");
  expect(title("Cart.add", "")).toBe("method Cart.add");
  expect(title("Cart.at", "at(that: number)")).toBe("method Cart.at(that: number)");
});

test("a module's title is only its kind, because its path is shown elsewhere", () => {
  expect(symbolTitle({ kind: "module", name: file, file })).toBe("module");
});

test("a signature is cut at a parameter, and keeps its return type if there is room", () => {
  const text = 'f(first: number, second = "a, b", third: { a: 1, b: 2 }): Promise<string>';
  expect(shortSignature(text, 40)).toBe("f(first: number, …): Promise<string>");
  expect(shortSignature(text, 30)).toBe("f(first: number, …)");
  expect(shortSignature(text, 200)).toBe(text);
});

test("a signature without parameters is cut at a word", () => {
  expect(shortSignature("type Result = string | number | undefined", 24)).toBe("type Result = string | …");
});
