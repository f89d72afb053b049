/** Tests of mapping symbols of the graph to declarations of the oracle. */
import { expect, test } from "vitest";
import type { GraphSymbol } from "../../src/edges/graph.js";
import type { OracleDeclaration } from "../../src/edges/oracle.js";
import { Places } from "../../src/edges/places.js";

function declared(path: string, line: number, startCol: number, endCol: number): OracleDeclaration {
  const name = path.slice(path.lastIndexOf(".") + 1);
  return { key: `a.js#${path}`, name, line, startLine: line, startCol, endLine: line, endCol, isOwner: true };
}

const places = new Places({
  "a.js": [
    declared("A", 1, 0, 20),
    declared("A.set", 1, 10, 18),
    declared("B", 1, 21, 40),
    declared("B.set", 1, 30, 38),
    declared("Tools", 2, 0, 30),
  ],
});

function keyOf(qualifiedName: string, kind: string, line: number, startCol: number, container = "a"): string {
  const range = { startLine: line, startCol, endLine: line, endCol: startCol + 5 };
  const symbol: GraphSymbol = { symbolId: "", file: "a.js", qualifiedName, kind, line, range };
  return places.keyOf(container === "" ? symbol : { ...symbol, container });
}

test("of declarations of one name on one line, the symbol is the one around its start", () => {
  expect(keyOf("A.set", "method", 1, 10)).toBe("a.js#A.set");
  expect(keyOf("B.set", "method", 1, 30)).toBe("a.js#B.set");
});

test("a symbol of the oracle's name, but with another start, is the last of that name on its line", () => {
  expect(keyOf("C.set", "method", 1, 50)).toBe("a.js#B.set");
});

test("a namespace is a declaration; the file's own symbol is the file", () => {
  expect(keyOf("Tools", "module", 2, 0)).toBe("a.js#Tools");
  expect(keyOf("a", "module", 1, 0, "")).toBe("a.js#");
});
