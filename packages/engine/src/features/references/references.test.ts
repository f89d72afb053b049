/** Tests of references with their sites, and of paths between symbols. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runAction } from "../../../test/client.js";
import { type ExampleEngine, openExample } from "../../../test/example-engine.js";
import type { Answer } from "../../contract/prune-answer.js";
import { indexRefresh } from "../refresh/index-refresh.action.js";

const SHAPES = {
  "src/shapes/shape.ts": `export interface Shape {
  area(): number;
}

export abstract class Base implements Shape {
  abstract area(): number;
  describe(): string {
    return \`\${this.area()} of \${this.area()}\`;
  }
}
`,
  "src/shapes/round.ts": `import { Base } from "./shape.js";

export class Round extends Base {
  area(): number {
    return 3;
  }
}

export class Ball extends Round {
  area(): number {
    return super.area() * 4;
  }
}
`,
  "src/shapes/paint.ts": `import { Ball } from "./round.js";

export function paint(): string {
  const ball = new Ball();
  const size = ball.area();
  return ball.describe() + size + ball.area();
}
`,
};

let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
  for (const [path, text] of Object.entries(SHAPES)) {
    mkdirSync(dirname(join(example.root, path)), { recursive: true });
    writeFileSync(join(example.root, path), text);
  }
  await indexRefresh.execute({ repoId: "my-app" }, { engine: example.engine });
});
afterAll(() => example.remove());

interface Item {
  readonly name: string;
  readonly depth: number;
  readonly confidence: number;
  readonly sites?: readonly { file: string; line: number; col: number }[];
}

async function run(name: string, args: object): Promise<Answer> {
  return runAction(name, args, { engine: example.engine });
}

async function items(name: string, direction: string, more: object = {}): Promise<readonly Item[]> {
  const answer = await run("symbolReferences", { symbolRef: { name }, direction, ...more });
  return (answer as { items?: readonly Item[] }).items ?? [];
}

/** Lines `depth name line:col line:col`. */
async function lines(name: string, direction: string, more: object = {}): Promise<string[]> {
  const found = await items(name, direction, more);
  return found.map(({ name: label, depth, sites = [] }) =>
    [depth, label, ...sites.map(({ line, col }) => `${line}:${col}`)].join(" "),
  );
}

test("callers are listed with the sites of their calls, nearest first", async () => {
  expect(await lines("validateToken", "callers", { depth: 2 })).toEqual([
    "1 authenticate 8:16",
    "1 testExpiredToken 4:2",
    "2 handleLogin 13:15",
  ]);
});

test("every call of one caller has its site, and so has every base class", async () => {
  expect(await lines("Ball.area", "callers", { minConfidence: 0.9 })).toEqual(["1 paint 5:20 6:39"]);
  expect(await lines("Round", "references", { minConfidence: 0.9 })).toContain("1 Ball 9:13");
});

test("callees include the callees of callees", async () => {
  expect(await lines("authenticate", "callees", { depth: 2 })).toEqual([
    "1 validateToken 8:16",
    "1 UserStore.getUserById 9:15",
    "2 TokenExpiredError 14:46",
    "2 TokenExpiredError.constructor 14:46",
    "2 decode 13:16",
  ]);
});

test("references are calls and all other uses", async () => {
  const found = await lines("Token", "references", { minConfidence: 0.5 });
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^1 validateToken 12:\d+$/),
      expect.stringMatching(/^1 decode 18:\d+$/),
    ]),
  );
  expect(await lines("Token", "callers")).toEqual([]);
});

test("what uses a file is what other files use of its symbols", async () => {
  expect(await lines("src/shapes/round.ts", "references", { minConfidence: 0.9 })).toEqual([
    expect.stringMatching(/^1 paint /),
  ]);
  expect(await lines("src/shapes/round.ts", "callers")).toEqual([expect.stringMatching(/^1 paint /)]);
});

test("places of one user are in the order of the source", async () => {
  const found = await items("src/shapes/round.ts", "references", { minConfidence: 0.9 });
  const places = found.flatMap(({ sites = [] }) => sites.map(({ line, col }) => line * 1000 + col));
  expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
  expect(places.length).toBeGreaterThan(2);
});

test("implementations of types and of members, step by step", async () => {
  expect(await lines("Shape", "implementations", { depth: 5 })).toEqual(["1 Base 5:38", "2 Round 3:13", "3 Ball 9:13"]);
  expect(await lines("Shape.area", "implementations", { depth: 5 })).toEqual([
    "1 Base.area",
    "2 Round.area",
    "3 Ball.area 11:17",
  ]);
  expect(await lines("Base.describe", "implementations")).toEqual([]);
});

test("supertypes of types and of members", async () => {
  expect(await lines("Ball", "supertypes", { depth: 3 })).toEqual(["1 Round 9:13", "2 Base 3:13", "3 Shape 5:38"]);
  expect(await lines("Ball.area", "supertypes", { depth: 3 })).toEqual([
    "1 Round.area 11:17",
    "2 Base.area",
    "3 Shape.area",
  ]);
});

test("the pages together contain each item once, in the order of the whole list", async () => {
  const whole = await items("authenticate", "callees", { depth: 2 });
  const paged: Item[] = [];
  for (let cursor: string | undefined, hasMore = true; hasMore; ) {
    const args = { symbolRef: { name: "authenticate" }, direction: "callees", depth: 2, limit: 2 };
    const page = await run("symbolReferences", { ...args, ...(cursor === undefined ? {} : { cursor }) });
    const read = page as { items: readonly Item[]; cursor?: string; hasMore: boolean; total: number };
    expect(read.total).toBe(whole.length);
    paged.push(...read.items);
    ({ cursor, hasMore } = { cursor: read.cursor, hasMore: read.hasMore });
  }
  expect(paged).toEqual(whole);
});

test("a cursor of another list is refused", async () => {
  const args = { symbolRef: { name: "decode" }, direction: "callers", cursor: "0123456789abcdef" };
  await expect(run("symbolReferences", args)).rejects.toMatchObject({
    code: "invalid_params",
    message: expect.stringContaining("leave cursor out"),
  });
});

test("linked tests are listed once the derived layers are built", async () => {
  const repository = await example.engine.open(example.engine.resolve("my-app"));
  await repository.settle();
  const tests = await vi.waitFor(() => lines("validateToken", "tests"), 5_000); // the derived layers may appear up to half a second late
  expect(tests).toEqual(["1 testExpiredToken 4:2"]);
  expect(await items("validateToken", "tests", { minConfidence: 1 })).toEqual([]);
});

test("the best path has the site of each step", async () => {
  const answer = await run("graphPath", { from: { name: "handleLogin" }, to: { name: "decode" } });
  expect(answer).toMatchObject({
    direction: "forward",
    paths: [
      {
        symbols: [{ name: "handleLogin" }, { name: "authenticate" }, { name: "validateToken" }, { name: "decode" }],
        edges: [
          { kind: "call", site: { file: "src/server.ts", line: 13, col: 15 } },
          { kind: "call", site: { file: "src/server.ts", line: 8, col: 16 } },
          { kind: "call", site: { file: "src/auth/token.ts", line: 13, col: 16 } },
        ],
      },
    ],
  });
});

test("an opposite path is marked as backward, and a missing path is stated", async () => {
  const back = await run("graphPath", { from: { name: "decode" }, to: { name: "handleLogin" } });
  expect(back).toMatchObject({ direction: "backward", paths: [{ symbols: [{ name: "handleLogin" }, {}, {}, {}] }] });
  const none = await run("graphPath", { from: { name: "decode" }, to: { name: "paint" } });
  expect(none).toMatchObject({ direction: "none", hint: expect.stringContaining("at most 6 edges") });
  const self = run("graphPath", { from: { name: "decode" }, to: { name: "decode" } });
  await expect(self).rejects.toMatchObject({ code: "invalid_params" });
});
