import { InMemoryGraph } from "@sdl/model/in-memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildCard, type Card, type CardDetail, DETAIL_LEVELS } from "../../src/index.js";
import { AUTH_TEXT, anyGraph, authGraph } from "../support/graphs.js";

/** Card as JSON, one field per line, without ids, hashes and versions. */
function checkCard(end: string, detail: CardDetail, expected: string): void {
  const graph = authGraph();
  const { symbolId: _, etag: __, version: ___, ...shown } = buildCard(graph, graph.get(end).handle, { detail });
  const lines = Object.entries(shown).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  expect(lines.join("\n")).toBe(expected.trim());
}

test("a full card", () => {
  checkCard(
    "authenticate",
    "full",
    `
name: "authenticate"
kind: "function"
file: "src/auth/authenticate.ts"
exported: true
visibility: "exported"
signature: {"params":[{"name":"header","type":"string"},{"name":"now","type":"Date","optional":true,"default":"new Date()"}],"returns":"Promise<User>","async":true,"text":"authenticate(header: string, now?: Date = new Date()): Promise<User>"}
deps: {"imports":["Users"],"calls":["validateToken","Users.find"]}
summary: "Finds the user of a bearer token."
metrics: {"fanIn":3,"fanOut":3}
range: {"startLine":1,"startCol":0,"endLine":3,"endCol":1}
detailLevel: "full"
usedBy: [{"name":"banUser","file":"src/admin.ts","line":1,"by":"call"},{"name":"handle","file":"src/server.ts","line":1,"by":"call"},{"name":"testAuthenticate","file":"test/auth.test.ts","line":1,"by":"call"}]`,
  );
});

test("a signature card of a method", () => {
  checkCard(
    "Users.find",
    "signature",
    `
line: 2
name: "Users.find"
kind: "method"
file: "src/db/users.ts"
qualifiedName: "Users.find"
exported: false
visibility: "public"
signature: {"text":"find(id: string): User | undefined"}
detailLevel: "signature"`,
  );
});

/** Label, confidence and resolver of each call. */
function callsOf({ callResolution }: Card): unknown[] {
  return callResolution?.calls.map(({ label, confidence, resolverId }) => [label, confidence, resolverId]) ?? [];
}

test("on request a card states how calls were resolved, including calls out of the repository", () => {
  const graph = authGraph();
  const card = buildCard(graph, graph.get("authenticate").handle, { includeResolutionMetadata: true });
  expect(callsOf(card)).toEqual(expect.arrayContaining([["node:crypto: timingSafeEqual", 0, "external"]]));
});

test("calls below the minimum confidence are omitted, including unresolved ones", () => {
  const graph = authGraph();
  const card = buildCard(graph, graph.get("authenticate").handle, {
    includeResolutionMetadata: true,
    minCallConfidence: 0.9,
  });
  expect(card.deps?.calls).toEqual(["validateToken"]);
  expect(card.callResolution?.minCallConfidence).toBe(0.9);
  expect(callsOf(card)).toEqual([["validateToken", 0.95, "lexical"]]);
});

function fieldsOf(card: Card): Map<string, unknown> {
  const { detailLevel: _, etag: __, signature, ...rest } = card;
  return new Map([
    ...Object.entries(rest),
    ["line", card.line ?? card.range?.startLine] as const,
    ...Object.entries(signature ?? {}).map(([key, value]) => [`signature.${key}`, value] as const),
  ]);
}

/** Paths of empty values (null, `[]` and `{}`), which answers must omit. */
function emptyFieldsOf(value: unknown, path = ""): string[] {
  if (typeof value !== "object") return [];
  if (value === null || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([key, item]) => emptyFieldsOf(item, `${path}.${key}`));
}

test("each level contains all fields of the previous one, and no empty field", () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      for (let handle = 0; handle < graph.capacity; handle++) {
        let before = new Map<string, unknown>();
        for (const detail of DETAIL_LEVELS) {
          const card = buildCard(graph, handle, { detail, includeResolutionMetadata: true });
          const fields = fieldsOf(card);
          for (const [key, value] of before) expect(fields.get(key)).toEqual(value);
          expect(emptyFieldsOf(card)).toEqual([]);
          before = fields;
        }
      }
    }),
    { numRuns: 50 },
  );
});

/** Etag of one symbol after a change of the application's text. */
function etagOf(end: string, change: (text: string) => string, options: Parameters<typeof buildCard>[2] = {}): string {
  const graph = InMemoryGraph.fromText(change(AUTH_TEXT), "another version");
  return buildCard(graph, graph.get(end).handle, options).etag;
}

const same = (text: string) => text;

test("parameters with names only are omitted: the text contains them", () => {
  const graph = InMemoryGraph.fromText("a.py\n  function f(self, other)\n  function g(self, other: int)");
  expect(buildCard(graph, graph.get("f").handle).signature).toEqual({ text: "f(self, other)" });
  expect(buildCard(graph, graph.get("g").handle).signature?.params).toEqual([
    { name: "self" },
    { name: "other", type: "int" },
  ]);
});

test("an etag depends neither on versions nor on dependents", () => {
  const caller = `${AUTH_TEXT}\nsrc/new.ts\n  function more()\n    -> call validateToken`;
  expect(etagOf("validateToken", () => caller)).toBe(etagOf("validateToken", same));
});

test.each([
  ["doc", (text: string) => text.replace("Checks signature and age", "Checks the age")],
  ["signature", (text: string) => text.replace("leeway?: number", "leeway: number")],
  ["dependency", (text: string) => text.replace("-> call decodeToken 0.98", "")],
  ["lines", (text: string) => text.replace("export interface Claims\n", "export interface Claims @1-9\n")],
  ["export", (text: string) => text.replace("export function validateToken", "function validateToken")],
])("an etag follows the symbol's %s", (_, change) => {
  expect(etagOf("validateToken", change)).not.toBe(etagOf("validateToken", same));
});

test("an etag depends on level and options; default options equal no options", () => {
  const etags = [
    ...DETAIL_LEVELS.map((detail) => etagOf("authenticate", same, { detail })),
    etagOf("authenticate", same, { minCallConfidence: 0.5 }),
    etagOf("authenticate", same, { includeResolutionMetadata: true }),
  ];
  expect(new Set(etags).size).toBe(etags.length);
  expect(etagOf("authenticate", same, { includeResolutionMetadata: false })).toBe(etagOf("authenticate", same));
});

test("the number of dependencies on a card is limited, and the rest is counted", () => {
  const callees = Array.from({ length: 12 }, (_, i) => `  function f${String(i).padStart(2, "0")}()`);
  const graph = InMemoryGraph.fromText(
    ["a.ts", ...callees, "  function all()", ...callees.map((line) => `    -> call ${line.trim().slice(9, -2)}`)].join(
      "\n",
    ),
  );
  expect(buildCard(graph, graph.get("all").handle).deps?.calls).toEqual([
    ...Array.from({ length: 8 }, (_, i) => `f0${i}`),
    "+4 more",
  ]);
});

test("a class and its constructor are one dependency; another class's constructor is a separate one", () => {
  const graph = InMemoryGraph.fromText(
    `
a.ts
  class Token
  constructor Token.constructor()
  constructor Base.constructor()
  function make()
    -> call Token
    -> call Token.constructor
    -> call Base.constructor
`.trim(),
  );
  expect(buildCard(graph, graph.get("make").handle).deps?.calls).toEqual(["Base.constructor", "Token"]);
});
