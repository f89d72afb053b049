import { expect, test } from "vitest";
import { createSeedFinder, searchSymbols } from "../src/search.js";
import { answerLines, checkFirst, fixture } from "./check-search.js";

const SHOP = fixture(`
src/auth/session.ts
  export class Session  // A signed-in user's session.
    method open(token: Token): Session  // Opens a session from a token.
    method close(): void  // Ends the session and forgets its token.
  export function validateToken(token: string): boolean  // Whether the token is signed and not expired.
  export function getUserById(id: string): User  // Finds a user.
src/auth/index.ts
  -> import src/auth/session.ts
src/db/connection.ts
  export class Connection  // A database connection.
    method open(url: string): void
    method close(): void  // Returns the connection to the pool.
  export function parseConfig(text: string): Config  // Reads the configuration of the pool.
src/errors.ts
  export class ServerError  // An error that the server reports.
  export function formatError(error: Error): string
src/server.ts
  export function startServer(config: Config): Server  // Starts listening for requests.
  export variable TOKEN: string
  export function reimburse(order: Order): void  // Gives the refund of an order.
tests/session.test.ts
  function validateTokenFixture(): string  // A token that validateToken accepts.
  function openSession(): Session  // Opens a session from a token.
examples/login.ts
  function validateToken(token: string): boolean  // Whether the token is signed and not expired.
  function refund(order: Order): void  // Gives the refund of an order.
`);

test("words find the symbols that they describe", () => {
  checkFirst(SHOP, "is the token expired", "src/auth/session.ts#validateToken");
  checkFirst(SHOP, "returning connections to the pool", "src/db/connection.ts#Connection.close");
  checkFirst(SHOP, "read configuration", "src/db/connection.ts#parseConfig");
  checkFirst(SHOP, "authentication sessions", "src/auth/session.ts#Session");
});

test("a name finds its symbol: exact, other case, qualified, prefix, initials", () => {
  checkFirst(SHOP, "getUserById", "src/auth/session.ts#getUserById");
  checkFirst(SHOP, "getuserbyid", "src/auth/session.ts#getUserById");
  checkFirst(SHOP, "Connection.close", "src/db/connection.ts#Connection.close src/auth/session.ts#Session.close");
  checkFirst(SHOP, "session.close()", "src/auth/session.ts#Session.close");
  checkFirst(SHOP, "getUs", "src/auth/session.ts#getUserById");
  checkFirst(SHOP, "gubi", "src/auth/session.ts#getUserById");
  checkFirst(SHOP, "TOKEN", "src/server.ts#TOKEN");
  checkFirst(SHOP, "session.validateToken", "src/auth/session.ts#validateToken");
});

test("common programming words are searched like other words", () => {
  for (const [word, place] of [
    ["token", "src/server.ts#TOKEN"],
    ["error", "src/errors.ts#ServerError"],
    ["config", "src/db/connection.ts#parseConfig"],
    ["server", "src/server.ts"],
  ] as const) {
    expect([word, answerLines(SHOP, word).some((line) => line.includes(place))]).toEqual([word, true]);
  }
});

test("golden ranking of a task text", () => {
  expect(
    answerLines(SHOP, "Fix `validateToken` so that an expired session is closed", { limit: 6 }),
  ).toMatchInlineSnapshot(`
    [
      "1.000 src/auth/session.ts#validateToken fts+names",
      "0.554 src/auth/session.ts#Session.close fts",
      "0.373 src/db/connection.ts#Connection.close fts",
      "0.333 examples/login.ts#validateToken fts+names",
      "0.297 src/auth/session.ts#Session.open fts",
      "0.207 src/auth/session.ts#Session fts",
    ]
  `);
});

test("tests and examples rank low unless the query is about them", () => {
  checkFirst(SHOP, "opens a session from a token", "src/auth/session.ts#Session.open");
  checkFirst(SHOP, "test that opens a session from a token", "tests/session.test.ts#openSession");
  checkFirst(SHOP, "give the refund of an order", "src/server.ts#reimburse examples/login.ts#refund");
  checkFirst(SHOP, "example that gives the refund of an order", "examples/login.ts#refund src/server.ts#reimburse");
  checkFirst(SHOP, "signed and not expired token", "src/auth/session.ts#validateToken");
  const [first = "", second = ""] = answerLines(SHOP, "example of a token signed and not expired");
  expect([first, second].some((line) => line.includes("examples/login.ts#validateToken"))).toBe(true);
});

test("filters apply before the limit", () => {
  checkFirst(SHOP, "session token", "src/auth/session.ts#Session", { kinds: ["class"], limit: 1 });
  const all = searchSymbols(SHOP.graph, SHOP.index, "session", { limit: 1000 }).results;
  const functions = all.filter(({ symbol }) => SHOP.graph.symbol(symbol).kind === "function");
  const filtered = searchSymbols(SHOP.graph, SHOP.index, "session", { limit: 2, kinds: ["function"] }).results;
  expect(filtered.map(({ symbol }) => symbol)).toEqual(functions.slice(0, 2).map(({ symbol }) => symbol));
});

test("equal scores are in the order of ids, also at the limit", () => {
  const files = Array.from(
    { length: 300 },
    (_, i) => `lib/part${String.fromCharCode(97 + (i % 26))}${i}x.ts\n  function go(target: Place)`,
  );
  const same = fixture(files.join("\n"));
  const { results } = searchSymbols(same.graph, same.index, "place", { limit: 250 });
  const ids = results.map(({ symbol }) => same.graph.symbol(symbol).id);
  const everyId = Array.from({ length: same.graph.capacity }, (_, handle) => same.graph.symbol(handle))
    .filter(({ name }) => name === "go")
    .map(({ id }) => id);
  expect(ids).toEqual(everyId.sort().slice(0, 250));
});

test("scores decrease within 0..1, and a filter does not change the order", () => {
  for (const query of [
    "session",
    "token error config",
    "Session.open",
    "the `getUserById` of a Session",
    "zzz",
    "",
    "?!",
  ]) {
    const { results } = searchSymbols(SHOP.graph, SHOP.index, query);
    for (const { score } of results) expect(score > 0 && score <= 1).toBe(true);
    expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).sort((a, b) => b - a));
  }
  const all = searchSymbols(SHOP.graph, SHOP.index, "open a session").results;
  const methods = all.filter(({ symbol }) => SHOP.graph.kindOf(symbol) === "method");
  const filtered = searchSymbols(SHOP.graph, SHOP.index, "open a session", { kinds: ["method"] }).results;
  expect(methods.length).toBeGreaterThan(1);
  expect(filtered.map(({ symbol }) => symbol)).toEqual(methods.map(({ symbol }) => symbol));
});

test("the same query gives the same answer, whatever the previous queries", () => {
  const fresh = (): string[] => answerLines({ graph: SHOP.graph, index: SHOP.index }, "close the session");
  const first = fresh();
  answerLines(SHOP, "server error token");
  expect(fresh()).toEqual(first);
});

test("the evidence states the lists and their lengths", () => {
  const ticks = [10, 13];
  const { evidence } = searchSymbols(SHOP.graph, SHOP.index, "getUserById", { now: () => ticks.shift() ?? 0 });
  expect(evidence).toEqual({
    mode: "legacy",
    symptomType: "taskText",
    sources: ["fts", "names"],
    candidateCountPerSource: { fts: 2, names: 1, graph: 0 },
    fusionLatencyMs: 3,
    fallbackReason: null,
  });
});

test("seeds equal the ranking of the text", () => {
  const seeds = createSeedFinder(SHOP.graph, SHOP.index).findSeeds("close the session", 3);
  const { results } = searchSymbols(SHOP.graph, SHOP.index, "close the session", { limit: 3 });
  expect(seeds.seeds).toEqual(results);
});
