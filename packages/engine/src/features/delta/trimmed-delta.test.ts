/** Tests of delta spillovers: the sent and the paged entries together are the whole delta, each entry once, in order and in the same form. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEngine, runAction } from "../../../test/client.js";
import { type ExampleEngine, openExample } from "../../../test/example-engine.js";
import type { Engine } from "../../contract/engine.js";

const RUNS = process.env["SDL_LONG"] === "1" ? 500 : 25;
/** More changes than are stored in one page. */
const CHANGES = 150;
const VERSIONS = { fromVersion: "@latest~1", toVersion: "@latest" };

interface Entry {
  readonly symbolId: string;
}
interface Lists {
  readonly changedSymbols?: readonly Entry[];
  readonly blastRadius?: readonly Entry[];
}
interface Page extends Lists {
  readonly cursor?: string;
  readonly hasMore: boolean;
}
interface DeltaAnswer {
  readonly delta: Lists & { readonly spilloverHandle?: string; readonly trimmedSet?: object };
}

let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
  const write = async (result: string) => {
    const functions = Array.from({ length: CHANGES }, (_, i) => [
      `export function made${i}(n: number): ${result} { return ${result === "number" ? "n" : "String(n)"}; }`,
      `export function user${i}() { return made${i}(${i}); }`,
    ]);
    const [made, users] = [0, 1].map((at) => functions.map((pair) => pair[at]).join("\n"));
    const names = functions.map((_, i) => `made${i}`).join(", ");
    writeFileSync(join(example.root, "src", "made.ts"), `${made}\n`);
    writeFileSync(join(example.root, "src", "users.ts"), `import { ${names} } from "./made.js";\n${users}\n`);
    await runAction("indexRefresh", {}, example);
  };
  await write("number");
  await write("string");
}, 120_000);
afterAll(() => example.remove());

async function delta(budget: object, engine: Engine = example.engine): Promise<DeltaAnswer["delta"]> {
  return ((await runAction("deltaGet", { ...VERSIONS, budget }, { engine })) as unknown as DeltaAnswer).delta;
}

async function page(args: object, engine: Engine = example.engine): Promise<Page> {
  return (await runAction("sliceSpilloverGet", args, { engine })) as unknown as Page;
}

const listed = ({ changedSymbols = [], blastRadius = [] }: Lists) => [...changedSymbols, ...blastRadius];

async function allPages(spilloverHandle: string | undefined, pageSize: number, byCursor: boolean): Promise<Page[]> {
  const pages: Page[] = [];
  for (let last: Page | undefined; spilloverHandle !== undefined && last?.hasMore !== false; pages.push(last)) {
    const cursor = last === undefined ? {} : { cursor: last.cursor };
    last = await page({ spilloverHandle, pageSize, ...(byCursor ? cursor : { page: pages.length + 1 }) });
    const entries = listed(last);
    if (last.hasMore) expect(entries.length).toBe(pageSize);
    expect(last.cursor !== undefined).toBe(last.hasMore);
  }
  return pages;
}

test("sent and paged entries are the whole delta, for any budget and page size", async () => {
  const whole = await delta({ maxCards: 500, maxEstimatedTokens: 200_000 });
  expect([whole.changedSymbols?.length, whole.trimmedSet, whole.spilloverHandle]).toEqual([
    CHANGES,
    undefined,
    undefined,
  ]);
  expect(whole.blastRadius?.length).toBeGreaterThanOrEqual(CHANGES);
  const budgets = fc.record({
    maxCards: fc.integer({ min: 1, max: 400 }),
    maxEstimatedTokens: fc.integer({ min: 1, max: 20_000 }),
  });
  await fc.assert(
    fc.asyncProperty(budgets, fc.integer({ min: 1, max: 100 }), fc.boolean(), async (budget, pageSize, byCursor) => {
      const sent = await delta(budget);
      const paged = await allPages(sent.spilloverHandle, pageSize, byCursor);
      const changed = [sent, ...paged].flatMap(({ changedSymbols = [] }) => changedSymbols);
      const blast = [sent, ...paged].flatMap(({ blastRadius = [] }) => blastRadius);
      expect([changed, blast]).toEqual([whole.changedSymbols, whole.blastRadius]);
    }),
    { numRuns: RUNS, seed: 20 },
  );
}, 600_000);

test("another process pages on with only the handle; the gate and slices do not accept the handle", async () => {
  const { spilloverHandle = "" } = await delta({ maxCards: 3 });
  const first = await page({ spilloverHandle });
  await new Promise((resolve) => setTimeout(resolve, 100)); // handles are written after the answer is sent
  const { root } = example;
  const other = openEngine({ cwd: root, env: { SDL_HOME: join(root, "..", "home") } });
  try {
    expect(listed(await page({ handle: spilloverHandle }, other))).toEqual(listed(first));
    for (const call of [
      ["sdl.slice.refresh", { sliceHandle: spilloverHandle }],
      ["sdl.agent.feedback", { versionId: "v1", sliceHandle: spilloverHandle, usefulSymbols: ["0123456789abcdef"] }],
    ] as const) {
      const asked = runAction(call[0], call[1], { engine: other });
      await expect(asked).rejects.toMatchObject({ code: "handle_unknown" });
    }
    const isSlice = (await other.open(other.resolve(undefined))).sessions.live();
    expect(isSlice.map(({ handle }) => handle)).not.toContain(spilloverHandle);
  } finally {
    await other.close();
  }
});

test("an unknown handle and a cursor of another list are refused", async () => {
  const { spilloverHandle = "" } = await delta({ maxCards: 3 });
  await expect(page({ spilloverHandle: spilloverHandle.replace(/\d{3}$/, "000") })).rejects.toMatchObject({
    code: "handle_unknown",
    nextBestAction: { tool: "sdl.delta.get" },
  });
  await expect(page({ spilloverHandle, cursor: "0".repeat(16) })).rejects.toMatchObject({ code: "invalid_params" });
});
