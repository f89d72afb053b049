/** Tests of summaries of the example repository. */
import { loadTokenCounter } from "@sdl/slice";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAction } from "../../../test/client.js";
import { type ExampleEngine, openExample } from "../../../test/example-engine.js";
import { detectScope } from "./scope.js";

const countTokens = await loadTokenCounter();
let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.remove());

interface Summary {
  readonly content: string;
  readonly summary: {
    readonly keySymbols?: readonly { readonly name: string }[];
    readonly dependencyGraph?: readonly object[];
    readonly riskAreas?: readonly object[];
    readonly filesTouched?: readonly { readonly file: string }[];
    readonly metadata: {
      readonly scope: string;
      readonly summaryTokens: number;
      readonly totalTokens: number;
      readonly truncated: boolean;
    };
  };
}

async function summary(query: string, rest: object = {}): Promise<Summary> {
  return (await runAction("contextSummary", { query, ...rest }, { engine: example.engine })) as unknown as Summary;
}

test.each([
  ["src/auth/token.ts", "file"],
  ["src\\auth", "file"],
  ["token.ts", "file"],
  ["what is in pyproject.toml", "file"],
  ["auth middleware timeout", "task"],
  ["fix login", "task"],
  ["Debug", "task"],
  ["validateToken", "symbol"],
  ["UserStore.add", "symbol"],
  ["auth middleware", "symbol"],
  ["app.tsify", "symbol"],
])("%s is a %s", (query, scope) => {
  expect(detectScope(query)).toBe(scope);
});

test("a symbol's summary in Markdown", async () => {
  expect((await summary("authenticate", { budget: 1500 })).content).toMatchInlineSnapshot(`
    "# authenticate

    ## Key symbols
    - \`authenticate(bearer: string): User | undefined\` (function, src/server.ts:7): Resolves a bearer token to its user.
    - \`validateToken(bearer: string, now: number): Token\` (function, src/auth/token.ts:12): Decodes a bearer token and checks its expiry.
    - UserStore.getUserById: \`getUserById(id: string): User | undefined\` (method, src/users/store.ts:14)
    - \`handleLogin(request: { bearer: string }): string\` (function, src/server.ts:12): Handles login using authenticate.
    - \`decode(bearer: string): Token\` (function, src/auth/token.ts:18)
    - \`class TokenExpiredError extends Error\` (class, src/auth/errors.ts:2): Thrown for a token past its expiry.
    - TokenExpiredError.constructor: \`constructor(readonly expiredAt: number)\` (constructor, src/auth/errors.ts:3)
    - \`interface User\` (interface, src/users/store.ts:1)
    - \`const store = new UserStore()\` (variable, src/server.ts:4)
    - \`class UserStore\` (class, src/users/store.ts:7): Keeps users in memory.
    - \`interface Token\` (interface, src/auth/token.ts:3)

    ## Dependencies
    - \`authenticate\` → \`validateToken\` (call)
    - \`authenticate\` → \`UserStore.getUserById\` (call)
    - \`authenticate\` → \`User\` (uses)
    - \`authenticate\` → \`store\` (uses)
    - \`validateToken\` → \`decode\` (call)
    - \`validateToken\` → \`TokenExpiredError\` (call)
    - \`validateToken\` → \`TokenExpiredError.constructor\` (call)
    - \`validateToken\` → \`Token\` (uses)
    - \`UserStore.getUserById\` → \`User\` (uses)
    - \`handleLogin\` → \`authenticate\` (call)
    - \`decode\` → \`Token\` (uses)
    - \`store\` → \`UserStore\` (call)
    - \`UserStore\` → \`User\` (uses)

    ## Files
    - src/server.ts (3)
    - src/auth/token.ts (3)
    - src/users/store.ts (3)
    - src/auth/errors.ts (2)"
  `);
});

test("in a file's summary the file's own symbols come first", async () => {
  const { summary: found } = await summary("token.ts");
  expect(found.metadata.scope).toBe("file");
  expect(found.filesTouched?.[0]?.file).toBe("src/auth/token.ts");
});

test("JSON content is valid JSON, clipboard text has no Markdown marks", async () => {
  const { content, summary: found } = await summary("expired bearer token", { format: "json" });
  expect(JSON.parse(content)).toMatchObject({ keySymbols: found.keySymbols });
  expect((await summary("expired bearer token", { format: "clipboard" })).content).not.toMatch(/[`#]/);
});

test("a requested scope overrides the detected one", async () => {
  expect((await summary("authenticate", { scope: "task" })).summary.metadata.scope).toBe("task");
});

test("every summary keeps its budget; dependencies are left out first, key symbols last", async () => {
  const sizes: number[][] = [];
  const floor = (await summary("expired bearer token", { budget: 1 })).summary.metadata.totalTokens;
  for (const budget of [200, 300, 500, 700, 900, 1100, 1400, 2000, 4000]) {
    const answer = await summary("expired bearer token", { budget });
    const { keySymbols = [], dependencyGraph = [], filesTouched = [], metadata } = answer.summary;
    expect(metadata.totalTokens).toBe(countTokens(JSON.stringify(answer)));
    expect(metadata.summaryTokens).toBe(countTokens(answer.content));
    expect(metadata.totalTokens).toBeLessThanOrEqual(Math.max(budget, floor));
    if (dependencyGraph.length > 0 && metadata.truncated) expect(filesTouched.length).toBeGreaterThan(0);
    sizes.push([keySymbols.length, filesTouched.length, dependencyGraph.length]);
  }
  const last = sizes.at(-1) ?? [];
  expect(last.every((size) => size > 0)).toBe(true);
  expect(sizes.some(([symbols, files, edges]) => (symbols ?? 0) > 0 && files === 0 && edges === 0)).toBe(true);
});

test("equal pinned versions and equal requests give equal bytes", async () => {
  const strip = (answer: object) => JSON.stringify(answer).replace(/"checkedAt":"[^"]*"/, "");
  const [one, other] = [await summary("login"), await summary("login")];
  expect(strip(one)).toBe(strip(other));
});
