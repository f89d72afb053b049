/** Tests of read-only checkouts and homes: really mounted read-only, because permissions do not restrict root. Calls every documented example. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeExampleRepository } from "@sdl/repository/testing";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import {
  ACTIONS,
  diagnose,
  type Engine,
  openEngine,
  removeIndexes,
  runAction,
  toErrorAnswer,
} from "../../src/index.js";

type Answer = Readonly<Record<string, unknown>>;

/** A folder with the example repository, and one for a home. */
function makePlace(): { readonly root: string; readonly home: string } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-read-only-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, "my-app");
  writeExampleRepository(root);
  mkdirSync(join(folder, "home"));
  return { root, home: join(folder, "home") };
}

function forbidWriting(context: TestContext, folder: string): void {
  try {
    execFileSync("mount", ["--bind", folder, folder], { stdio: "pipe" });
    onTestFinished(() => void execFileSync("umount", ["-l", folder]));
    execFileSync("mount", ["-o", "remount,ro,bind", folder], { stdio: "pipe" });
  } catch {
    context.skip("cannot mount for reading only here: needs root");
  }
}

function open({ root, home }: { readonly root: string; readonly home: string }): Engine {
  const engine = openEngine({ cwd: root, env: { SDL_HOME: home } });
  onTestFinished(() => engine.close());
  return engine;
}

/** The answer, or the error as a client sees it. */
async function ask(engine: Engine, action: string, args: object): Promise<Answer> {
  try {
    return (await runAction(action, args, { engine })) as Answer;
  } catch (error) {
    return toErrorAnswer(error) as unknown as Answer;
  }
}

/** Calls every documented example. @returns the answers by action */
async function askAll(engine: Engine, root: string): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  // Actions that unregister the repository come last.
  const ordered = [...ACTIONS].sort((a, b) => Number(a.annotations.destructive) - Number(b.annotations.destructive));
  for (const { name, examples } of ordered) {
    for (const { args } of examples) {
      const answer = await ask(engine, name, "rootPath" in args ? { ...args, rootPath: root } : args);
      const told = `${name} ${JSON.stringify(answer)}`;
      expect(["internal", "corrupt_store"], told).not.toContain(answer["code"]);
      // Internal descriptor paths must not appear in answers.
      expect(told).not.toContain("/proc/self/fd");
      answers.set(name, answer);
    }
  }
  return answers;
}

const DENIED = { code: "policy_denied", message: expect.stringContaining("its disk is mounted for reading only") };

test("a read-only checkout has its index in the cache, and everything works except writing into the checkout", async (context) => {
  const place = makePlace();
  forbidWriting(context, place.root);
  const engine = open(place);
  await engine.register({ rootPath: place.root, settings: {} });
  expect(await ask(engine, "index.refresh", {})).toMatchObject({ ok: true, addedFiles: expect.any(Number) });
  const info = await ask(engine, "info", {});
  expect(info["warnings"]).toEqual([
    expect.stringMatching(/^The repository cannot be written: its index lies in .*cache/),
  ]);
  const answers = await askAll(engine, place.root);
  expect(answers.get("sdl.memory.store")).toMatchObject({
    ...DENIED,
    message: expect.stringMatching(/^the memory cannot be written: its disk is mounted for reading only/),
  });
  expect(answers.get("sdl.index.export")).toMatchObject({
    code: "invalid_params",
    message: expect.stringContaining("EROFS"),
  });
  expect(answers.get("sdl.policy.set")).toMatchObject({ maxWindowLines: expect.any(Number) });
  expect(answers.get("sdl.slice.build")).toHaveProperty("slice");
  expect(existsSync(join(place.root, ".sdl"))).toBe(false);
});

test("an index in a read-only checkout is read unchanged, and actions that would write it fail with the reason", async (context) => {
  const place = makePlace();
  const before = open(place);
  await before.register({ rootPath: place.root, settings: {} });
  await ask(before, "index.refresh", {});
  await before.close();
  forbidWriting(context, place.root);
  const engine = open(place);
  const answers = await askAll(engine, place.root);
  expect(answers.get("sdl.symbol.search")).toHaveProperty("results");
  expect(answers.get("sdl.slice.build")).toHaveProperty("slice");
  for (const action of ["sdl.policy.set", "sdl.memory.store"])
    expect(answers.get(action), action).toMatchObject({
      code: "policy_denied",
      message: expect.stringMatching(/read-only|reading only/),
    });
  await engine.register({ rootPath: place.root, settings: {} });
  expect(await ask(engine, "repo.status", {})).toMatchObject({
    warnings: [expect.stringContaining("The store cannot be written: this repository can be queried, not indexed")],
  });
  const findings = await diagnose(engine, undefined);
  expect(findings.map(({ text }) => text).join("\n")).toContain("the store is not writable");
  const { items } = (await removeIndexes(engine, { all: true })) as unknown as { items: { kept?: string }[] };
  for (const { kept } of items) expect(kept).toMatch(/a process uses it|mounted for reading only/);
});

test("with a read-only home, the error names the file to be written and how to choose another home", async (context) => {
  const place = makePlace();
  forbidWriting(context, place.home);
  const engine = open(place);
  expect(await ask(engine, "repo.register", { rootPath: place.root })).toMatchObject({
    code: "policy_denied",
    message: expect.stringMatching(/registry\.json cannot be written: its disk is mounted for reading only.*SDL_HOME/),
  });
  expect(await ask(engine, "info", {})).toHaveProperty("version");
  await askAll(engine, place.root);
  expect(readdirSync(place.home)).toEqual([]);
});
