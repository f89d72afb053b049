/**
 * Tests of cursors used with other parameters than those of their page: the call is refused, or the parameter does not affect the list. Covers
 * every action with a cursor and each of its other parameters; cases are drawn from the table's own schemas.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pick, type Random, seededRandom } from "@sdl/repository/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Action } from "../../src/contract/action.js";
import type { Engine } from "../../src/contract/engine.js";
import { toErrorAnswer } from "../../src/contract/error-answer.js";
import type { Answer } from "../../src/contract/prune-answer.js";
import { deltaGet } from "../../src/features/delta/delta-get.action.js";
import { indexRefresh } from "../../src/features/refresh/index-refresh.action.js";
import { sliceBuild } from "../../src/features/slice/slice-build.action.js";
import { openEngine } from "../../src/opened/open-engine.js";
import { ACTIONS } from "../../src/table.js";
import { drawArguments, type Pools } from "./random-calls.js";

const IS_LONG = process.env["SDL_LONG"] !== undefined;
const SEED = Number(process.env["SDL_SEED"] ?? 20);
/** Number of cursors per action that are tried with each of its other parameters. */
const CURSORS = IS_LONG ? 300 : 3;
const FUNCTIONS = 9;

/** Ids of a page's entries, in order. */
const ENTRIES: Readonly<Record<string, (answer: Answer) => readonly unknown[]>> = {
  "sdl.symbol.references": ({ items }) => idsIn(items),
  "sdl.logic.slice": ({ dependencies }) => idsIn(dependencies),
  "sdl.slice.spillover.get": ({ symbols, changedSymbols, blastRadius }) =>
    [symbols, changedSymbols, blastRadius].flatMap(idsIn),
};

function idsIn(entries: unknown): unknown[] {
  return ((entries ?? []) as { readonly symbolId: string }[]).map(({ symbolId }) => symbolId);
}

let folder: string;
let engine: Engine;
let pools: Record<string, unknown[]>;

/** Functions that call each other in a ring, so that different lists contain the same symbols. */
function sourceOf(shift: number): string {
  return Array.from({ length: FUNCTIONS }, (_, i) => {
    const called = [1, 2, 3 + shift].map((step) => `f${(i * step + step) % FUNCTIONS}(n);`);
    return `export function f${i}(n: number): void {\n  ${called.join("\n  ")}\n}\n`;
  }).join("\n");
}

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-cursors-")));
  engine = openEngine({ cwd: folder, env: { SDL_HOME: join(folder, "home") } });
  pools = { repoId: ["one", "two"], symbolId: [], symbolRef: [], handle: [], spilloverHandle: [], asOfVersion: [] };
  for (const repoId of pools["repoId"] as string[]) {
    const root = join(folder, repoId);
    mkdirSync(root);
    for (const shift of [0, 1]) {
      writeFileSync(join(root, "ring.ts"), sourceOf(shift));
      if (shift === 0) await engine.register({ rootPath: root, settings: {} });
      const { versionId } = await indexRefresh.execute({ repoId }, { engine });
      pools["asOfVersion"]?.push(versionId);
    }
    const repository = await engine.open(engine.resolve(repoId));
    await repository.settle();
    const graph = repository.snapshot();
    const symbols = graph.fileSymbols("ring.ts").map((handle) => graph.symbol(handle));
    const functions = symbols.filter(({ kind }) => kind === "function");
    pools["symbolId"]?.push(...functions.map(({ id }) => id));
    pools["symbolRef"] = functions.map(({ name }) => ({ name }));
    await holdHandles(repoId);
  }
}, 60_000);
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

async function holdHandles(repoId: string): Promise<void> {
  for (const text of ["f1 f2", "f3", "f5 n"]) {
    const args = { repoId, taskText: text, budget: { maxCards: 1 } };
    const { sliceHandle } = await sliceBuild.execute(args, { engine });
    pools["handle"]?.push(sliceHandle);
    pools["spilloverHandle"]?.push(String(sliceHandle).replace("h_", "sp_"));
  }
  const budget = { maxCards: 1 };
  const delta = await deltaGet.execute({ repoId, fromVersion: "@latest~1", toVersion: "@latest", budget }, { engine });
  const [, spilloverHandle] = /"spilloverHandle":"([^"]+)"/.exec(JSON.stringify(delta)) ?? [];
  pools["spilloverHandle"]?.push(spilloverHandle);
}

/** @returns the answer, or `refused` for an error caused by the arguments */
async function call(action: Action, args: object): Promise<Answer | "refused"> {
  try {
    return await action.execute(args, { engine });
  } catch (error) {
    const { code, message } = toErrorAnswer(error);
    expect(["internal", "corrupt_store"], message).not.toContain(code);
    return "refused";
  }
}

/** The entries of all pages. */
async function listOf(action: Action, args: object): Promise<readonly unknown[] | "refused"> {
  const ids: unknown[] = [];
  for (let cursor: unknown, hasMore: unknown = true; hasMore === true; ) {
    const answer = await call(action, { ...args, ...(cursor === undefined ? {} : { cursor }) });
    if (answer === "refused") return "refused";
    ids.push(...(ENTRIES[action.name]?.(answer) ?? []));
    ({ cursor, hasMore } = answer);
  }
  return ids;
}

/** Arguments of a first page that is not the last: the smallest page size that the schema allows. */
function drawBase(random: Random, action: Action): Record<string, unknown> {
  const sizes = { limit: [1, 2, 3], pageSize: [1, 2, 3], budget: [150, 400, 900], detail: ["L3"] };
  const { cursor: _, ...properties } = action.inputSchema().properties ?? {};
  const required = Object.keys(properties).filter((name) => Object.hasOwn(sizes, name) || name === "direction");
  const named = pick(
    random,
    ["symbolId", "symbolRef", "handle", "spilloverHandle"].filter((name) => Object.hasOwn(properties, name)),
  );
  const schema = { ...action.inputSchema(), properties, required: [...required, named] };
  const drawn = drawArguments(random, schema, { ...pools, ...sizes } as Pools);
  const others = ["symbolId", "symbolRef", "handle", "spilloverHandle", "page", "asOfVersion", "fresh"];
  const kept = Object.entries(drawn).filter(([name]) => name === named || !others.includes(name));
  return { ...Object.fromEntries(kept), ...(named === "symbolRef" ? { repoId: pick(random, ["one", "two"]) } : {}) };
}

function drawOther(random: Random, action: Action, parameter: string): unknown {
  const { [parameter]: schema = {} } = action.inputSchema().properties ?? {};
  return drawArguments(random, { properties: { [parameter]: schema }, required: [parameter] }, pools)[parameter];
}

const PAGED = ACTIONS.filter((action) => Object.hasOwn(action.outputSchema().properties ?? {}, "cursor"));

test("the actions with a cursor are those that this test covers", () => {
  expect(PAGED.map(({ name }) => name).sort()).toEqual(Object.keys(ENTRIES).sort());
});

test.each(PAGED.map((action) => [action.name, action] as const))(
  "%s: a cursor with any other value of any other parameter is refused, or continues the same list",
  { timeout: 3_600_000 },
  async (_, action) => {
    const random = seededRandom(SEED);
    const parameters = Object.keys(action.inputSchema().properties ?? {}).filter((name) => name !== "cursor");
    const outcomes = { refused: 0, same: 0 };
    for (let cursors = 0, tries = 0; cursors < CURSORS && tries < 40 * CURSORS; tries++) {
      const base = drawBase(random, action);
      const first = await call(action, base);
      if (first === "refused" || first["cursor"] === undefined) continue;
      cursors++;
      const shown = ENTRIES[action.name]?.(first).length ?? 0;
      const whole = await listOf(action, base);
      for (const parameter of parameters) {
        const changed = { ...base, [parameter]: drawOther(random, action, parameter) };
        const page = await call(action, { ...changed, cursor: first["cursor"] });
        if (page === "refused") {
          outcomes.refused++;
          continue;
        }
        const title = `${JSON.stringify(base)} then ${parameter}: ${JSON.stringify(changed[parameter])}`;
        const entries = ENTRIES[action.name]?.(page) ?? [];
        expect(entries, title).toEqual((whole as unknown[]).slice(shown, shown + entries.length));
        expect(await listOf(action, changed), title).toEqual(whole);
        outcomes.same++;
      }
    }
    expect(outcomes.refused).toBeGreaterThan(CURSORS);
    expect(outcomes.same).toBeGreaterThan(CURSORS);
  },
);
