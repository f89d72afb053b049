/** Scripts with types: read by the grammar of TSX if that finds fewer errors, also after edits. */
import { expect, test } from "vitest";
import { parseSource } from "../../../src/languages/extract-file.js";
import { ParseEngine } from "../../../src/parse/parser.js";
import { copyOf } from "../../parse/copy-of.js";
import { factsOf } from "./check-facts.js";

const keeping = await ParseEngine.create(["javascript", "tsx"]);
const fresh = await ParseEngine.create(["javascript", "tsx"]);

const TYPED = "// @flow\nexport function open(box: ?Box): Lid<number> {\n  return box.lid;\n}\n";
const PLAIN = "export function open(box) {\n  return box.lid;\n}\n";

test("types of Flow are types", () => {
  expect(factsOf(TYPED, "javascript")).toContain("open(box: ?Box): Lid<number>");
});

test("a script that neither grammar can read is read as a script", () => {
  const tree = parseSource(fresh, { language: "javascript", text: "function f( {\n", generated: false });
  expect(tree.grammar).toBe(fresh.grammar("javascript"));
});

test("the grammar follows the content: each edit gives the tree of the text alone", () => {
  const texts = [PLAIN, TYPED, TYPED.replace("?Box", "?Bo"), `${TYPED}<`, TYPED, `${TYPED}let a: B;\n`, PLAIN];
  const grammars = texts.map((text) => {
    const file = { language: "javascript", text, generated: false } as const;
    const edited = copyOf(parseSource(keeping, { ...file, treeKey: "a.js" }));
    const alone = parseSource(fresh, file);
    expect(edited).toEqual(copyOf(alone));
    return alone.grammar === fresh.grammar("tsx") ? "tsx" : "javascript";
  });
  expect(grammars).toEqual(["javascript", "tsx", "tsx", "tsx", "tsx", "tsx", "javascript"]);
});
