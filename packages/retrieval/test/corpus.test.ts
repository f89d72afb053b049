/** Tests of a corpus: graphs searched in turn share the same columns and must not read each other's values. */
import { expect, test } from "vitest";
import { Corpus } from "../src/corpus.js";
import { answerLines, fixture } from "./check-search.js";

const GRAPHS = [
  `
src/token.ts
  export function parseToken(text: string): Token  // Reads a token.
  export class Token  // A token of a session.
tests/token.test.ts
  function parseToken(): void
`,
  `
tests/parse.test.ts
  export class ParseToken
    method token(): string  // The token that was parsed.
    method parse(text: string): void
src/parse.ts
  export function tokenOf(text: string): string  // Parses one token, and says what it is.
  export variable token: string
  export interface Tokens
src/session.ts
  export function open(token: string): void
`,
];

test("searching one graph changes no answer of another", () => {
  const queries = ["token", "parse a token", "parseToken"];
  const alone = GRAPHS.map((text) => queries.map((query) => answerLines(fixture(text), query)));
  const both = GRAPHS.map(fixture);
  expect(alone.flat().every((lines) => lines.length > 1)).toBe(true);
  for (let round = 0; round < 2; round++) {
    queries.forEach((query, at) => {
      expect(both.map((on) => answerLines(on, query))).toEqual(alone.map((answers) => answers[at]));
    });
  }
});

test("an index file with own symbols is not a barrel", () => {
  const { graph, index } = fixture(`
src/index.ts
  export function open(): void
src/parts/index.ts
`);
  const corpus = new Corpus(graph, index);
  expect(graph.files().map((file) => corpus.pathClass(graph.fileSymbols(file)[0] ?? -1))).toEqual(["plain", "barrel"]);
});
