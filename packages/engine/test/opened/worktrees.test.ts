/** Tests of worktrees of one repository in one process: each answers from its own files, whatever happens to the others. */
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { schemaDirectory } from "@sdl/graph";
import { GitFixture } from "@sdl/repository/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeIndexes } from "../../src/clean/clean.js";
import type { Engine } from "../../src/contract/engine.js";
import { runAction } from "../../src/dispatch.js";
import { diagnose } from "../../src/features/doctor/diagnose.js";
import { openEngine } from "../../src/opened/open-engine.js";

let folder: string;
let main: GitFixture;
let engine: Engine;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-worktrees-")));
  main = GitFixture.make(join(folder, "main"));
  main.commit("one", {
    ".gitignore": ".sdl/\n",
    "src/auth.ts": "export function validateToken(token: string) {\n  return token.length > 8;\n}\n",
    "src/login.ts": "import { validateToken } from './auth';\nexport const login = (t: string) => validateToken(t);\n",
  });
  engine = openEngine({ cwd: folder, env: { SDL_HOME: join(folder, "home") } });
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const rootOf = (name: string) => join(folder, name);
const ask = (name: string, query: string) =>
  runAction("symbolSearch", { query, repoId: rootOf(name), limit: 1, fresh: true }, { engine }) as Promise<{
    readonly results?: readonly { readonly name: string; readonly file: string }[];
    readonly staleFiles: number;
  }>;
const addWorktree = (name: string) => main.git("worktree", "add", "-q", "-b", name, rootOf(name));

async function expectFound(name: string, query: string, file: string): Promise<void> {
  const { results, staleFiles } = await ask(name, query);
  expect([results?.[0]?.name, results?.[0]?.file, staleFiles]).toEqual([query, file, 0]);
}

const storesIn = (name: string) => readdirSync(join(rootOf("main/.sdl"), name)).length;

test("the first query in each worktree is answered from its own files, while all are open", async () => {
  await expectFound("main", "validateToken", "src/auth.ts");
  for (const name of ["one", "two"]) addWorktree(name);
  GitFixture.at(rootOf("one")).write({
    "src/auth.ts": undefined,
    "src/guard.ts": "export function validateToken() {}\n",
  });
  await Promise.all([
    expectFound("one", "validateToken", "src/guard.ts"),
    expectFound("two", "validateToken", "src/auth.ts"),
    expectFound("main", "validateToken", "src/auth.ts"),
  ]);
  main.write({ "src/late.ts": "export function lateInMain() {}\n" });
  await expectFound("main", "lateInMain", "src/late.ts");
  expect((await ask("two", "lateInMain")).results?.[0]?.name).not.toBe("lateInMain");
  await expectFound("one", "validateToken", "src/guard.ts");
  expect(await runAction("repoStatus", { repoId: rootOf("one") }, { engine })).toMatchObject({
    worktrees: 2,
    filesIndexed: 2,
  });
  expect(await diagnose(engine, "one")).toContainEqual(
    expect.objectContaining({
      subject: "worktrees",
      text: expect.stringMatching(/^the index is stored beside the indexes of 2 other/),
    }),
  );
  expect([storesIn("worktrees"), existsSync(rootOf("one/.sdl"))]).toEqual([2, false]);
});

test("a linked worktree can be queried before the main one, which then shares its data", async () => {
  addWorktree("one");
  await expectFound("one", "validateToken", "src/auth.ts");
  await expectFound("main", "validateToken", "src/auth.ts");
  expect(storesIn("layers")).toBe(1);
  expect(main.git("status", "--porcelain")).toBe("");
});

test("deleting an index keeps those of other worktrees; shared data is deleted with the last", async () => {
  addWorktree("one");
  await expectFound("main", "login", "src/login.ts");
  await expectFound("one", "login", "src/login.ts");
  expect(await runAction("repoUnregister", { repoId: "main", deleteIndex: true }, { engine })).toMatchObject({
    ok: true,
  });
  expect(existsSync(join(rootOf("main/.sdl"), schemaDirectory()))).toBe(false);
  GitFixture.at(rootOf("one")).write({ "src/more.ts": "export function more() {}\n" });
  await expectFound("one", "more", "src/more.ts");
  await expectFound("one", "validateToken", "src/auth.ts");
  expect(storesIn("layers")).toBe(1);
  await runAction("repoUnregister", { repoId: "one", deleteIndex: true }, { engine });
  expect(existsSync(rootOf("main/.sdl"))).toBe(false);
});

test("clean removes leftovers of removed worktrees, and shared data only with all indexes that use it", async () => {
  addWorktree("one");
  addWorktree("two");
  for (const name of ["main", "one", "two"]) await expectFound(name, "login", "src/login.ts");
  await engine.close();
  engine = openEngine({ cwd: folder, env: { SDL_HOME: join(folder, "home") } });
  const planned = (request: Parameters<typeof removeIndexes>[1]) =>
    removeIndexes(engine, { dryRun: true, ...request }).items.map(({ kind, repoId }) => [kind, repoId]);
  expect(planned({})).toEqual([]);
  expect(planned({ repoIds: ["one"], all: true })).toEqual([["index", "one"]]);
  expect(planned({ all: true }).filter(([kind]) => kind !== "cache")).toEqual([
    ["index", "main"],
    ["index", "one"],
    ["index", "two"],
    ["shared", "main"],
  ]);
  main.git("worktree", "remove", "--force", rootOf("two"));
  expect(planned({})).toEqual([["orphan", "main"]]);
  removeIndexes(engine, {});
  await expectFound("one", "login", "src/login.ts");
  await engine.close();
  engine = openEngine({ cwd: folder, env: { SDL_HOME: join(folder, "home") } });
  const { leftBytes } = removeIndexes(engine, { all: true, repoIds: ["main", "one"] });
  expect([leftBytes, storesIn("layers")]).toEqual([0, 0]);
});
