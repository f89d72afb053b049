/** Tests that a handle determines its repository: a call with only a handle finds it from any working directory, and opens no other repository. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { handleName, mayBelongToRepository } from "@sdl/repository/session";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openEngine, runAction } from "../../../test/client.js";
import type { Engine } from "../../contract/engine.js";

const REPOSITORIES = ["one", "two", "three"];
const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-handles-")));
const opened: Engine[] = [];
const handles = new Map<string, string>();

/** A separate process outside of every repository. */
function openOutside(): Engine {
  const engine = openEngine({ cwd: folder, env: { SDL_HOME: join(folder, "home") } });
  opened.push(engine);
  return engine;
}

beforeAll(async () => {
  const engine = openOutside();
  for (const repoId of REPOSITORIES) {
    const root = join(folder, repoId);
    mkdirSync(root);
    writeFileSync(join(root, "code.ts"), `export function ${repoId}() { return help(); }\nfunction help() {}\n`);
    await engine.register({ rootPath: root, settings: {} });
    await runAction("sdl.index.refresh", { repoId }, { engine });
    const args = { repoId, taskText: `${repoId} help`, budget: { maxCards: 1 } };
    handles.set(repoId, String((await runAction("sdl.slice.build", args, { engine }))["sliceHandle"]));
  }
  await engine.close();
}, 120_000);
afterAll(async () => {
  await Promise.all(opened.map((engine) => engine.close()));
  rmSync(folder, { recursive: true, force: true });
});

test.each(REPOSITORIES)("a handle of %s alone finds its slice and opens no other repository", async (repoId) => {
  const engine = openOutside();
  const open = vi.spyOn(engine, "open");
  const handle = handles.get(repoId) ?? "";
  const page = await runAction("sdl.slice.spillover.get", { spilloverHandle: handle.replace("h_", "sp_") }, { engine });
  const refreshed = await runAction("sdl.slice.refresh", { sliceHandle: handle }, { engine });
  expect(page["symbols"]).toEqual(expect.arrayContaining([expect.objectContaining({ repoId })]));
  expect(refreshed).toMatchObject({ sliceHandle: handle, notModified: true });
  expect(new Set(open.mock.calls.map(([entry]) => entry.repoId))).toEqual(new Set([repoId]));
});

test("a handle with another repository's name is refused, and the error names no further repository", async () => {
  const engine = openOutside();
  for (const [parameter, action] of [
    ["handle", "sdl.slice.refresh"],
    ["sliceHandle", "sdl.slice.refresh"],
    ["handle", "sdl.slice.spillover.get"],
  ] as const) {
    const call = runAction(action, { repoId: "one", [parameter]: handles.get("two") }, { engine });
    const error = await call.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "handle_unknown",
      nextBestAction: { tool: action, args: { [parameter]: handles.get("two") } },
    });
    expect(JSON.stringify(error) + String(error)).not.toMatch(/\b(two|three)\b/);
  }
});

test("a handle that no registered repository issued is unknown", async () => {
  const engine = openOutside();
  for (const handle of ["h_0123456789abcdef", "sp_", "nonsense", "h_ffff", `${handles.get("one")}0`]) {
    await expect(runAction("sdl.slice.refresh", { handle }, { engine })).rejects.toMatchObject({
      code: "handle_unknown",
    });
  }
});

test("a handle encodes its repository's name and the request", () => {
  const one = handleName("slice", "one", "0123456789abcdef");
  expect(one).toMatch(/^h_\d{16}$/);
  expect(handleName("spillover", "one", "0123456789abcdef")).toBe(one.replace("h_", "sp_"));
  expect([
    mayBelongToRepository(one, "one"),
    mayBelongToRepository(one, "two"),
    mayBelongToRepository("h_one", "one"),
  ]).toEqual([true, false, false]);
});

test("if two repository names have the same hash, both repositories are searched", async () => {
  const engine = openOutside();
  const twin = Array.from({ length: 400_000 }, (_, n) => `a-twin-${n}`).find((name) =>
    mayBelongToRepository(handleName("slice", name, "0123456789abcdef"), "one"),
  );
  const root = join(folder, "twin");
  mkdirSync(root);
  await engine.register({ repoId: twin, rootPath: root, settings: {} });
  expect(engine.registry.list()[0]?.repoId).toBe(twin);
  const found = await runAction("sdl.slice.refresh", { handle: handles.get("one") }, { engine });
  expect(found).toMatchObject({ notModified: true });
});
