import { expect, test } from "vitest";
import { RESOLVERS } from "../../src/graph/index.js";
import { InMemoryGraph, InMemoryTermIndex } from "../../src/in-memory/index.js";
import { termHash } from "../../src/text/index.js";

const TEXT = `
src/auth.ts
  -> import src/token.ts 0.9
  export async function authenticate(header: string, now?: Date = new Date()): Promise<User>  // Finds the user of a bearer token.
    -> call validateToken
    -> call Users.find 0.6 x2
    ~> call jsonwebtoken verify
  class Users<T extends object>
    method find(id: string): User @20-31
    private method load(key: Map<string, number>)
src/token.ts
  export function validateToken(token: string)
`;

/** All symbols with their edges, one per line. */
function describeGraph(graph: InMemoryGraph): string {
  const lines: string[] = [];
  for (const path of graph.files()) {
    for (const handle of graph.fileSymbols(path)) {
      const { kind, qualifiedName, visibility, range, container } = graph.symbol(handle);
      const inside = container === undefined ? "" : ` in ${graph.symbol(container).qualifiedName}`;
      lines.push(`${handle} ${visibility} ${kind} ${qualifiedName} ${range.startLine}-${range.endLine}${inside}`);
      const out = graph.outgoing(handle);
      for (let i = 0; i < out.length; i++) {
        const to = graph.symbol(out.symbols[i] as number).qualifiedName;
        lines.push(`  -> ${to} ${out.confidences[i]} x${out.counts[i]} ${RESOLVERS[out.resolvers[i] as number]}`);
      }
      const into = graph.incoming(handle);
      if (into.length > 0)
        lines.push(`  <- ${[...into.symbols].map((from) => graph.symbol(from).qualifiedName).join(", ")}`);
      for (const { packageName, name } of graph.unresolved(handle)) lines.push(`  ~> ${packageName} ${name}`);
    }
  }
  return lines.join("\n");
}

test("a graph is built from text", () => {
  expect(describeGraph(InMemoryGraph.fromText(TEXT))).toMatchInlineSnapshot(`
    "0 internal module src/auth.ts 1-34
      -> src/token.ts 90 x1 lexical
    1 exported function authenticate 1-3 in src/auth.ts
      -> Users.find 60 x2 lexical
      -> validateToken 95 x1 lexical
      ~> jsonwebtoken verify
    2 internal class Users 4-34 in src/auth.ts
    3 public method Users.find 20-31 in Users
      <- authenticate
    4 private method Users.load 32-34 in Users
    5 internal module src/token.ts 1-3
      <- src/auth.ts
    6 exported function validateToken 1-3 in src/token.ts
      <- authenticate"
  `);
});

test("signatures and docs are parsed", () => {
  const graph = InMemoryGraph.fromText(TEXT);
  expect(graph.details(graph.get("authenticate").handle)).toMatchObject({
    doc: "Finds the user of a bearer token.",
    signature: {
      params: [
        { name: "header", type: "string" },
        { name: "now", type: "Date", optional: true, default: "new Date()" },
      ],
      returns: "Promise<User>",
      async: true,
    },
  });
  expect(graph.details(graph.get("Users").handle).signature).toEqual({
    generics: ["T extends object"],
    text: "Users<T extends object>",
  });
  expect(graph.details(graph.get("Users.load").handle).signature?.params).toEqual([
    { name: "key", type: "Map<string, number>" },
  ]);
});

test("symbols are found by id, and equal descriptions give equal ids", () => {
  const [a, b] = [InMemoryGraph.fromText(TEXT), InMemoryGraph.fromText(TEXT)];
  expect(a.id("Users.find")).toBe(b.id("Users.find"));
  expect(a.findSymbol(a.id("Users.find"))).toBe(3);
  expect(a.symbolsNamed("find")).toEqual([3]);
});

test("an edge end that matches no symbol, or several, is an error", () => {
  expect(() => InMemoryGraph.fromText("a.ts\n  function f()\n    -> call g")).toThrow("g names no symbol");
  const twice = "a.ts\n  function f()\nb.ts\n  function f()\n  function g()\n    -> call f";
  expect(() => InMemoryGraph.fromText(twice)).toThrow("f names several symbols");
});

test("the term index finds symbols by name, parameter, doc and path", () => {
  const graph = InMemoryGraph.fromText(TEXT);
  const terms = new InMemoryTermIndex(graph);
  const found = (term: string) =>
    [...terms.postings(termHash(term)).symbols].map((symbol) => graph.symbol(symbol).qualifiedName);
  expect(found("header")).toEqual(["authenticate"]);
  expect(found("bearer")).toEqual(["authenticate"]);
  expect(found("token")).toEqual(["authenticate", "src/token.ts", "validateToken"]);
  expect(terms.documentCount).toBe(7);
});
