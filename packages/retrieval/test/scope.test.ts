import { expect, test } from "vitest";
import { Corpus } from "../src/corpus.js";
import { markScope } from "../src/scope.js";
import type { SearchOptions } from "../src/search.js";
import { answerLines, fixture } from "./check-search.js";

const MATCH = "export function matchPath(path: string): boolean  // Whether the path matches.";
const WEB = fixture(`
client/match.ts
  ${MATCH}
client/error_boundary.tsx
  ${MATCH}
router/match.ts
  ${MATCH}
router/reg-exp-router.ts
  ${MATCH}
src/fix.ts
  ${MATCH}
`);

/** Files in the scope of the text. */
function scopeOf(text: string): string {
  const corpus = new Corpus(WEB.graph, WEB.index);
  try {
    const hasScope = markScope(corpus, text);
    const marked = WEB.graph.files().filter((file) => {
      const marks = WEB.graph.fileSymbols(file).map((symbol) => corpus.marks[symbol]);
      expect(new Set(marks).size).toBe(1);
      return marks[0] === 1;
    });
    expect(hasScope).toBe(marked.length > 0);
    return marked.join(" ");
  } finally {
    corpus.clear();
  }
}

const CLIENT = "client/error_boundary.tsx client/match.ts";
const ROUTER = "router/match.ts router/reg-exp-router.ts";

test.each([
  ["fix(client): it breaks", CLIENT],
  ["feat(CLIENT)!: it breaks", CLIENT],
  ["client: it breaks", CLIENT],
  ["  [client] it breaks", CLIENT],
  ["fix(router, client): it breaks", `${CLIENT} ${ROUTER}`],
  ["fix(packages/client): it breaks", CLIENT],
  ["fix(reg-exp-router): it breaks", "router/reg-exp-router.ts"],
  ["RegExpRouter: it breaks", "router/reg-exp-router.ts"],
  ["client/match: it breaks", "client/match.ts router/match.ts"],
  ["it breaks in client/match.ts.", "client/match.ts"],
  ["see `./router/match.ts:12` (match.ts)", "client/match.ts router/match.ts"],
  ["at matchPath (/app/router/match.ts:3:1)", ""],
  ["all of src/ breaks", ""],
  ["its match.py and/or no/such/match.ts", ""],
  ["the folder b/client is gone, //client/error_boundary.tsx is not", "client/error_boundary.tsx"],
  ["fix: it breaks", ""],
  ["[fix] it breaks", ""],
  ["elsewhere: it breaks", ""],
  ["in the client: it breaks", ""],
  ["the client breaks", ""],
  ["__proto__: it breaks", ""],
  ["", ""],
])("%j is about %j", (text, scope) => {
  expect(scopeOf(text)).toBe(scope);
});

test("symbols in scope come first, and no result is lost", () => {
  const functions = (text: string, options: SearchOptions = {}) =>
    answerLines(WEB, text, { kinds: ["function"], ...options }).map((line) => line.split(/[ #]/)[1]);
  const text = "fix(client): the path matches at an error boundary";
  expect(functions(text).slice(0, 2).sort()).toEqual(["client/error_boundary.tsx", "client/match.ts"]);
  expect(functions(text).sort()).toEqual(functions(text, { without: ["scope"] }).sort());
});

test("a query that is a name has no scope", () => {
  expect(answerLines(WEB, "match")).toEqual(answerLines(WEB, "match", { without: ["scope"] }));
});

test("marks are cleared after the query", () => {
  const before = answerLines(WEB, "whether it matches");
  answerLines(WEB, "fix(client): whether it matches");
  expect(answerLines(WEB, "whether it matches")).toEqual(before);
});
