import { expect, test } from "vitest";
import { docSentence } from "../../src/cards/doc-sentence.js";

test.each([
  ["Finds a user. Or none.", "Finds a user."],
  ["Finds a user\nby name, e.g. Bob or v1.2 ones.\n\nMore.", "Finds a user by name, e.g. Bob or v1.2 ones."],
  ["Resolves {@link Token} to {@link User | its user}.\n@param x y", "Resolves Token to its user."],
  ["Sums.\n@returns the sum", "Sums."],
  [":param x: only fields", undefined],
  ["@deprecated", undefined],
  ["---", undefined],
  ["", undefined],
  ["No full stop here", "No full stop here"],
  ["<p>Marks up</p>", "Marks up"],
])("%j gives %j", (doc, summary) => {
  expect(docSentence(doc)).toBe(summary);
});

test("a long sentence is cut between words and says so", () => {
  const summary = docSentence("word ".repeat(100));
  expect(summary?.length).toBeLessThanOrEqual(200);
  expect(summary).toMatch(/word…$/);
});
