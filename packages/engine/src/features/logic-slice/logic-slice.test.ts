/** Tests of logic slices and task contexts of the example repository. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadTokenCounter } from "@sdl/slice";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAction } from "../../../test/client.js";
import { type ExampleEngine, openExample } from "../../../test/example-engine.js";

const countTokens = await loadTokenCounter();
let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
  mkdirSync(join(example.root, "deep"));
  // A cycle of functions with long bodies, each calling the next.
  const filler = Array.from({ length: 60 }, (_, i) => `  total += amount * ${i} + rate(${i}, "percent");`).join("\n");
  for (let i = 0; i < 12; i++) {
    const next = (i + 1) % 12;
    const text = `import { step${next} } from "./step${next}.js";\nexport function step${i}(amount: number): number {\n  let total = 0;\n${filler}\n  return step${next}(total);\n}\nfunction rate(by: number, unit: string): number { return by; }\n`;
    writeFileSync(join(example.root, "deep", `step${i}.ts`), text);
  }
  const long = Array.from({ length: 400 }, (_, i) => `  console.log(${i});`).join("\n");
  writeFileSync(join(example.root, "deep", "long.ts"), `export function long() {\n${long}\n}\n`);
  await runAction("indexRefresh", {}, { engine: example.engine });
});
afterAll(() => example.remove());

interface Sourced {
  readonly symbolId: string;
  readonly name: string;
  readonly source?: string;
  readonly linesCut?: number;
  readonly containedIn?: string;
}
interface LogicAnswer {
  readonly root: Sourced;
  readonly dependencies?: readonly Sourced[];
  readonly edges?: readonly { readonly from: string; readonly to: string; readonly kind: string }[];
  readonly truncation?: object;
  readonly cursor?: string;
  readonly hasMore?: boolean;
  readonly estimatedTokens: number;
  readonly minimumRequired?: number;
}

async function slice(name: string, rest: object = {}): Promise<LogicAnswer> {
  const answer = await runAction("logic.slice", { symbolRef: { name }, ...rest }, { engine: example.engine });
  return answer as unknown as LogicAnswer;
}

/** `root: dep dep | from kind to; …` */
function outline({ root, dependencies = [], edges = [] }: LogicAnswer): string {
  const names = new Map([root, ...dependencies].map(({ symbolId, name }) => [symbolId, name]));
  const arrows = edges.map(({ from, to, kind }) => `${names.get(from)} ${kind} ${names.get(to)}`);
  return `${root.name}: ${dependencies.map(({ name }) => name).join(" ")} | ${arrows.join("; ")}`;
}

test("L2 is the default: the root and its direct dependencies, with source", async () => {
  const answer = await slice("authenticate");
  expect(outline(answer)).toMatchInlineSnapshot(
    `"authenticate: validateToken UserStore.getUserById User store | authenticate call validateToken; authenticate call UserStore.getUserById; authenticate uses User; authenticate uses store; UserStore.getUserById uses User"`,
  );
  expect(answer.root.source).toMatch(/^(export )?function authenticate\(/);
  expect(answer.dependencies?.every(({ source, containedIn }) => (source ?? containedIn) !== undefined)).toBe(true);
  expect(answer.estimatedTokens).toBe(countTokens(JSON.stringify(answer)));
});

test("L1 is only the root, with at most 150 lines", async () => {
  const short = await slice("authenticate", { detail: "L1" });
  expect(outline(short)).toBe("authenticate:  | ");
  const { root } = await slice("long", { detail: "L1" });
  expect([root.source?.split("\n").length, root.linesCut]).toEqual([150, 252]);
});

test("the edges of methods are attributed to their class", async () => {
  expect(outline(await slice("Report"))).toMatchInlineSnapshot(`"Report: format_line | Report call format_line"`);
});

test("the pages of L3 contain the whole closure and every edge once", async () => {
  const names: string[] = [];
  const edges: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await slice("step0", { detail: "L3", ...(cursor === undefined ? {} : { cursor }) });
    names.push(...(page.dependencies ?? []).map(({ name }) => name));
    edges.push(...(page.edges ?? []).map(({ from, to }) => `${from} ${to}`));
    expect(page.root.source === undefined).toBe(cursor !== undefined);
    expect(page.hasMore).toBe(page.cursor !== undefined);
    cursor = page.cursor;
    pages++;
  } while (cursor !== undefined);
  expect(pages).toBeGreaterThan(1);
  expect([...names].sort()).toEqual(
    [...Array.from({ length: 11 }, (_, i) => `step${i + 1}`), ...Array(12).fill("rate")].sort(),
  );
  expect(new Set(edges).size).toBe(edges.length);
  expect(edges.length).toBe(24);
});

test("a cursor of another slice is refused, and so is a cursor without L3", async () => {
  await expect(slice("step0", { detail: "L3", cursor: "0000000000000000" })).rejects.toMatchObject({
    code: "invalid_params",
  });
  await expect(slice("step0", { cursor: "0000000000000000" })).rejects.toMatchObject({ code: "invalid_params" });
});

test("L4 costs at most 8,000 tokens; breadth first, edges with both ends", async () => {
  const answer = await slice("step0", { detail: "L4" });
  expect(answer.truncation).toEqual({ truncated: true, reason: "token_budget_exceeded" });
  expect(answer.estimatedTokens).toBe(countTokens(JSON.stringify(answer)));
  expect(answer.estimatedTokens).toBeLessThanOrEqual(8000);
  expect(answer.estimatedTokens).toBeGreaterThan(6000);
  const whole = await slice("step0", { detail: "L3" });
  const kept = (answer.dependencies ?? []).map(({ name }) => name);
  expect(kept.slice(0, 4)).toEqual((whole.dependencies ?? []).slice(0, 4).map(({ name }) => name));
  const ids = new Set([answer.root, ...(answer.dependencies ?? [])].map(({ symbolId }) => symbolId));
  expect(answer.edges?.every(({ from, to }) => ids.has(from) && ids.has(to))).toBe(true);
});

test("every level keeps the budget of its call, with exact tokens; a cut slice states it", async () => {
  for (const detail of ["L1", "L2", "L3", "L4"]) {
    for (const budget of [350, 700, 1500, 3000, 20_000]) {
      for (const name of ["step0", "long", "authenticate"]) {
        const answer = await slice(name, { detail, budget });
        expect(answer.estimatedTokens).toBe(countTokens(JSON.stringify(answer)));
        if (answer.minimumRequired === undefined) expect(answer.estimatedTokens).toBeLessThanOrEqual(budget);
        else expect(answer.minimumRequired).toBe(answer.estimatedTokens);
      }
    }
  }
  const [narrow, wide] = [await slice("step0", { budget: 2000 }), await slice("step0", { budget: 20_000 })];
  expect([narrow.truncation, wide.truncation]).toEqual([
    { truncated: true, reason: "token_budget_exceeded" },
    undefined,
  ]);
  expect(wide.dependencies?.map(({ name }) => name)).toEqual(["rate", "step1"]);
});

test("the pages of L3 join to the same closure for any budget", async () => {
  const read = async (budget: number) => {
    const found = { names: [] as string[], edges: new Set<string>(), pages: 0 };
    for (let cursor: string | undefined, hasMore = true; hasMore; ) {
      const page = await slice("step0", { detail: "L3", budget, ...(cursor === undefined ? {} : { cursor }) });
      found.names.push(...(page.dependencies ?? []).map(({ symbolId }) => symbolId));
      for (const { from, to } of page.edges ?? []) {
        expect(found.edges.has(`${from} ${to}`)).toBe(false);
        found.edges.add(`${from} ${to}`);
      }
      found.pages++;
      [cursor, hasMore] = [page.cursor, page.hasMore === true];
    }
    return found;
  };
  const whole = await read(200_000);
  expect(whole.pages).toBe(1);
  for (const budget of [1, 1500, 2500, 6000]) {
    const paged = await read(budget);
    expect([paged.names, [...paged.edges].sort()]).toEqual([whole.names, [...whole.edges].sort()]);
    expect(paged.pages).toBeGreaterThan(1);
  }
});

test("a changed file is read in its current text; a deleted one has no source", async () => {
  writeFileSync(
    join(example.root, "src", "caller.ts"),
    'import { late } from "./late.js";\nexport const early = () => late();\n',
  );
  writeFileSync(join(example.root, "src", "late.ts"), "export function late() { return 1; }\n");
  await runAction("indexRefresh", {}, { engine: example.engine });
  writeFileSync(join(example.root, "src", "late.ts"), "// moved down\n\nexport function late() { return 2; }\n");
  expect((await slice("early", { fresh: false })).dependencies).toMatchObject([
    { name: "late", line: 3, source: expect.stringContaining("return 2") },
  ]);
  writeFileSync(join(example.root, "src", "late.ts"), "export function renamed() {}\n");
  const [gone] = (await slice("early", { fresh: false })).dependencies ?? [];
  expect(gone).toMatchObject({ name: "late", unavailable: expect.stringContaining("no longer") });
});

async function context(taskType: string, budget: number): Promise<Record<string, unknown>> {
  const args = { symbolRef: { name: "step3" }, taskType, budget };
  return runAction("get_context_for_task", args, { engine: example.engine });
}

test.each([
  ["understand", []],
  ["fix", []],
  ["extend", ["changeIntelligence"]],
  ["refactor", ["blastRadius", "changeIntelligence"]],
])("a context to %s has the slice and %j", async (taskType, beside) => {
  const answer = await context(taskType, 8000);
  expect(Object.keys(answer).filter((key) => /^(blast|change|why)/.test(key))).toEqual(beside);
});

test("a task context keeps any budget", async () => {
  const { used: floor } = Object((await context("refactor", 1))["budget"]);
  for (const allowed of [400, 900, 2000, 5000]) {
    const answer = await context("refactor", allowed);
    const { used } = Object(answer["budget"]);
    expect(used).toBe(countTokens(JSON.stringify(answer)));
    expect(used).toBeLessThanOrEqual(Math.max(allowed, floor));
  }
});

test("the blast radius is ranked by distance with paths; complexity counts decisions", async () => {
  const answer = await runAction(
    "context.forTask",
    { symbolRef: { name: "validateToken" }, taskType: "refactor" },
    { engine: example.engine },
  );
  expect(answer["blastRadius"]).toMatchObject({
    entries: expect.arrayContaining([
      expect.objectContaining({ name: "authenticate", distance: 1, signal: "directDependent" }),
      expect.objectContaining({
        name: "handleLogin",
        distance: 2,
        reason: "calls authenticate, which calls validateToken: signature changed",
      }),
    ]),
  });
  expect(answer["changeIntelligence"]).toMatchObject({ complexity: { cyclomatic: 2, lines: 5, parameters: 2 } });
});
