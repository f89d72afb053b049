/** Graphs and seed finders shared by tests. */
import { EDGE_KINDS, type EdgeKind, SYMBOL_KINDS } from "@sdl/model";
import { EFFECT_KINDS, GUARD_KINDS } from "@sdl/model/facts";
import type { SymbolGraph } from "@sdl/model/graph";
import { type EdgeSpec, InMemoryGraph, type SymbolSpec } from "@sdl/model/in-memory";
import fc from "fast-check";
import type { SeedFinder } from "../../src/index.js";

/** A small application that authenticates requests, checks tokens and finds users. */
export const AUTH_TEXT = `
src/auth/authenticate.ts
  export async function authenticate(header: string, now?: Date = new Date()): Promise<User>  // Finds the user of a bearer token. Rejects expired ones.
    -> call validateToken
    -> call Users.find 0.85
    -> import Users 0.97
    ~> call node:crypto timingSafeEqual
src/auth/token.ts
  export interface Claims
  export function validateToken(token: string, leeway?: number): Claims  // Checks signature and age.
    -> call decodeToken 0.98
    -> uses Claims 0.98
  function decodeToken(token: string): Claims
    -> uses Claims 0.98
src/db/users.ts
  export class Users  // All users.
    method find(id: string): User | undefined
      -> call query
    method save(user: User)
      -> call query
src/db/query.ts
  export function query(sql: string, params: unknown[]): Row[]  // Runs one statement.
src/server.ts
  export function handle(request: Request): Response
    -> call authenticate 0.97
    -> call render
  export function render(body: unknown): Response
src/admin.ts
  export function banUser(id: string)
    -> call authenticate 0.97
    -> call Users.save 0.4
test/auth.test.ts
  function testAuthenticate()
    -> call authenticate 0.97
`;

export function authGraph(): InMemoryGraph {
  return InMemoryGraph.fromText(AUTH_TEXT);
}

/** Seed finder that returns the given symbols, best first, with scores that decrease by 0.1. */
export function finderOf(graph: InMemoryGraph, ...ends: string[]): SeedFinder {
  const seeds = ends.map((end, i) => ({ symbol: graph.get(end).handle, score: Math.max(1 - i / 10, 0.05) }));
  return {
    findSeeds: () => ({
      seeds,
      evidence: {
        mode: "legacy",
        sources: ["fts"],
        candidateCountPerSource: { fts: seeds.length },
        fusionLatencyMs: 0,
        fallbackReason: null,
      },
    }),
  };
}

/** Seed finder that returns the first symbols of a graph for every text. */
export function firstSymbols(graph: SymbolGraph, count: number): SeedFinder {
  const all = graph.files().flatMap((path) => graph.fileSymbols(path));
  return {
    findSeeds: (_text, limit) => ({
      seeds: all.slice(0, Math.min(count, limit)).map((symbol, i) => ({ symbol, score: 1 / (1 + i / 4) })),
      evidence: { mode: "legacy", sources: [], candidateCountPerSource: {}, fusionLatencyMs: 0, fallbackReason: null },
    }),
  };
}

const WORDS = [
  "user",
  "token",
  "parse",
  "Tree",
  "store",
  "πλ",
  "load",
  "Event",
  "x",
  "$id",
  "naïve",
  "load_all",
  "don't",
];

const word = fc.constantFrom(...WORDS);
const text = fc.oneof(
  fc.array(word, { maxLength: 12 }).map((words) => words.join(" ")),
  fc.string({ maxLength: 60 }),
);

const maybeText = fc.option(text, { nil: undefined });

const behaviour = fc.record({
  effects: fc.array(
    fc
      .record({ kind: fc.constantFrom(...EFFECT_KINDS), subject: maybeText, line: fc.nat(9999) })
      .map(({ kind, subject, line }) => ({ kind, line, ...(subject === undefined ? {} : { subject }) })),
    { maxLength: 8 },
  ),
  guards: fc.array(
    fc
      .record({ kind: fc.constantFrom(...GUARD_KINDS), text: maybeText, error: maybeText })
      .map(({ kind, text: shown, error }) => ({
        kind,
        ...(shown === undefined ? {} : { text: shown }),
        ...(error === undefined ? {} : { error }),
      })),
    { maxLength: 8 },
  ),
});

const symbol = fc.record({
  behaviour: fc.option(behaviour, { nil: undefined }),
  file: fc.constantFrom("src/a.ts", "src/deep/b.ts", "lib/c.py", "test/d.test.ts", "e.ts"),
  words: fc.array(word, { minLength: 1, maxLength: 3 }),
  kind: fc.constantFrom(...SYMBOL_KINDS.filter((kind) => kind !== "module")),
  exported: fc.boolean(),
  doc: fc.option(text, { nil: undefined }),
  params: fc.array(fc.record({ name: word, type: text }), { maxLength: 4 }),
  signature: text,
});

const edge = fc.record({
  from: fc.nat(),
  to: fc.nat(),
  kind: fc.constantFrom<EdgeKind>(...EDGE_KINDS),
  confidence: fc.integer({ min: 20, max: 100 }),
});

/** Arbitrary graphs of up to sixty symbols and two hundred edges, with unusual names and texts. */
export const anyGraph = fc
  .record({
    symbols: fc.array(symbol, { minLength: 1, maxLength: 60 }),
    edges: fc.array(edge, { maxLength: 200 }),
  })
  .map(({ symbols, edges }): InMemoryGraph => {
    const specs = symbols.map(
      ({ words, file, kind, exported, doc, params, signature, behaviour: done }, i): SymbolSpec => {
        const qualifiedName = `${words.join("")}${i}`;
        return {
          file,
          qualifiedName,
          kind,
          exported,
          signature: { params, text: signature },
          ...(doc === undefined ? {} : { doc }),
          ...(done === undefined ? {} : { behaviour: done }),
        };
      },
    );
    const name = (n: number) => `${specs[n % specs.length]?.file}#${specs[n % specs.length]?.qualifiedName}`;
    const links = edges.map(
      ({ from, to, kind, confidence }): EdgeSpec => ({
        from: name(from),
        to: name(to),
        kind,
        confidence: confidence / 100,
      }),
    );
    return new InMemoryGraph({ symbols: specs, edges: links });
  });

/** Number of runs of a property: 300 in CI, 10,000 in the long tier. */
export const RUNS = process.env["SDL_LONG"] === undefined ? 300 : 10_000;
