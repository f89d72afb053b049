import type { SymbolKind } from "@sdl/model";
import { FactsPage, type GrammarLanguage, POSTINGS, postingSymbols, TERMS } from "@sdl/model/facts";
import { fieldFrequency, termHash } from "@sdl/model/text";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { Extraction, type SharedKinds } from "../../src/extract/extraction.js";
import { extractorFor } from "../../src/languages/registry.js";
import { ParseEngine } from "../../src/parse/parser.js";
import { NO_NODE, type SyntaxTree } from "../../src/parse/syntax-tree.js";
import { naiveTerms, storedTerms } from "./naive-terms.js";

let engine: ParseEngine;
beforeAll(async () => {
  engine = await ParseEngine.create(["typescript", "python"]);
});

const DECLARATIONS: readonly (readonly [string, SymbolKind])[] = [
  ["function_declaration", "function"],
  ["function_definition", "function"],
  ["class_declaration", "class"],
  ["class_definition", "class"],
  ["method_definition", "method"],
  ["interface_declaration", "interface"],
  ["variable_declarator", "variable"],
];

interface Declared {
  readonly page: FactsPage;
  readonly tree: SyntaxTree;
  readonly kinds: SharedKinds;
  readonly symbolNodes: readonly number[];
  readonly nameNodes: readonly number[];
}

/** Facts of a source with declarations found by node kind alone, as much as terms need. */
function declare(language: GrammarLanguage, source: string): Declared {
  const tree = engine.parse(language, source);
  const extraction = new Extraction(tree, language, tree);
  const kinds = extractorFor(language).sharedKinds(tree.grammar);
  const byKind = new Map(DECLARATIONS.map(([name, kind]) => [tree.grammar.kind(name), kind]));
  const nameField = tree.grammar.field("name");
  const parameters = tree.grammar.field("parameters");
  const symbolNodes = [0];
  const nameNodes = [0];
  for (let node = 1; node < tree.count; node++) {
    const kind = byKind.get(tree.kind[node] ?? -1);
    const nameNode = tree.child(node, nameField);
    if (kind === undefined || nameNode === 0) continue;
    const container = symbolNodes.findLastIndex((other) => node < (tree.next[other] ?? 0));
    const doc = nameNode % 3 === 0 ? `Doc of ${tree.text(nameNode)}: the errors of parsing` : undefined;
    const input = { node, nameNode, name: tree.text(nameNode), kind, container };
    const symbol = extraction.addSymbol(doc === undefined ? input : { ...input, doc });
    const list = tree.child(node, parameters);
    for (const param of list === NO_NODE ? [] : tree.namedChildren(list)) {
      extraction.addParam(symbol, { name: tree.text(param), typeText: tree.text(param) });
    }
    symbolNodes.push(node);
    nameNodes.push(nameNode);
  }
  const page = new FactsPage(extraction.finish(kinds, { errors: 0, generated: false }));
  return { page, tree, kinds, symbolNodes, nameNodes };
}

/** Compares the fast implementation with the naive one. */
function checkTerms(language: GrammarLanguage, source: string): void {
  const declared = declare(language, source);
  expect(storedTerms(declared.page)).toEqual(naiveTerms(declared));
}

/** The symbols of a source that have `term`, as `ordinal:field=count`. */
function where(declared: Declared, term: string): string {
  const found = storedTerms(declared.page).filter((line) => line.startsWith(`${termHash(term)} `));
  const fields = ["name", "signature", "doc", "body", "literal"];
  return found
    .map((line) => {
      const [, symbol, packed] = line.split(" ").map(Number);
      const counts = fields.map((name, i) => [name, fieldFrequency(packed ?? 0, i)] as const).filter(([, n]) => n > 0);
      return `${symbol}:${counts.map(([name, n]) => `${name}=${n}`).join(",")}`;
    })
    .sort()
    .join(" ");
}

const TYPESCRIPT = `
import { Session } from "./session-store";
// a module comment says nothing
export class UserStore extends Base<Session> {
  #cache = new Map<string, User>();
  /** Loads the user. */
  async loadUser(userId: string, { retries = 3 } = {}): Promise<User> {
    // look into the cache first
    const found = this.#cache.get(userId);
    if (found) return found;
    throw new Error(\`no such user \${describeUser(userId, "verbose mode")} in store\`);
    function describeUser(id: string, mode: string) { return id + mode; }
  }
}
export const größe = { "content-type": 'text/plain', grüße: "naïve café" };
`;

const PYTHON = `
"""Module documentation is no literal."""
import os
class Parser(Base):
    """Parses things."""
    timeout = 30
    def parse_all(self, source: str, *, retries: int = 3) -> list[Node]:
        """Parse all of it."""
        # skip the header
        name = f"node {source!r} of {self.kind + 'inner text'} here"
        return [self.parse_one(x) for x in source] or "nothing" "found"
`;

test("the fast implementation counts the same terms as the naive one", () => {
  checkTerms("typescript", TYPESCRIPT);
  checkTerms("python", PYTHON);
});

test("both implementations agree on random, mostly broken sources, file after file", () => {
  const piece = fc.constantFrom(
    ...TYPESCRIPT.split(/(?<=[\n;{}()])/),
    ...PYTHON.split(/(?<=[\n:()])/),
    "function f(a: B) {",
    "class K {",
    "}",
    '"a string" ',
    '"--max-workers" ',
    "'/users/:id' ",
    '"no such user here" ',
    "`t ${",
    "x1y2z3a4b5c6d7e8 ",
    "def g(self):\n    ",
    '"deadbeef0123456789abcdef" ',
    "parseURLs_fast ",
    "用户名 ",
    "\u{1F600}",
    "'",
    '"""',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 60 }),
      fc.constantFrom<GrammarLanguage>("typescript", "python"),
      (pieces, language) => checkTerms(language, pieces.join("")),
    ),
    { numRuns: 300 },
  );
});

test("terms belong to the innermost symbol; a member's name also belongs to its container", () => {
  const declared = declare("typescript", TYPESCRIPT);
  expect(where(declared, "loaduser")).toBe("1:body=1 2:name=1,doc=1 3:name=1 4:name=1");
  expect(where(declared, "verbos")).toBe("2:literal=1");
  expect(where(declared, "mode")).toBe("2:literal=1 4:signature=2,body=2");
  expect(where(declared, "comment")).toBe("");
  expect(where(declared, "look")).toBe("2:body=1");
});

test("docstrings do not count as literals", () => {
  const declared = declare("python", PYTHON);
  expect(where(declared, "documentation")).toBe("");
  expect(where(declared, "found")).toBe("2:literal=1");
  expect(where(declared, "inner")).not.toBe("");
});

const PASTED = 'def main():\n    add("--max-workers", f"{x} is not here")\n    it("Returns 404 when missing")\n';

test("whole literals that people look for are terms of their own, and make no field longer", () => {
  const declared = declare("python", PASTED);
  expect(where(declared, "=--max-workers")).toBe("1:literal=1");
  expect(where(declared, "=returns 404 when missing")).toBe("1:literal=1");
  // The naive implementation counts keys to no length.
  checkTerms("python", PASTED);
});

test("data tables are truncated, and words that look like data are left out", () => {
  const many = Array.from({ length: 2000 }, (_, i) => `"alpha${String.fromCharCode(97 + (i % 26))} beta"`).join(",");
  const declared = declare("typescript", `const table = [${many}, "0a1b2c3d4e5f6a7b8c9d", "end"];`);
  expect(where(declared, "beta")).toBe("1:literal=63");
  expect(where(declared, "end")).toBe("");
  checkTerms("typescript", `const table = [${many}];`);
  checkTerms("typescript", `const key = "a1b2c3d4e5f6a7b8c9d0";`);
});

test("terms ascend by hash, and symbols ascend within a term", () => {
  const { page } = declare("typescript", TYPESCRIPT.repeat(20));
  const terms = page.table(TERMS);
  const postings = page.table(POSTINGS);
  const owners = postingSymbols(page);
  const keys = Array.from({ length: terms.rows }, (_, i) => (terms.hi[i] ?? 0) * 2 ** 32 + (terms.lo[i] ?? 0));
  expect(keys).toEqual([...new Set(keys)].sort((a, b) => a - b));
  let at = 0;
  for (let i = 0; i < terms.rows; i++) {
    const symbols = [...owners.subarray(at, at + (terms.count[i] ?? 0))];
    expect(symbols).toEqual([...new Set(symbols)].sort((a, b) => a - b));
    at += symbols.length;
  }
  expect(at).toBe(postings.rows);
});
