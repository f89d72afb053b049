/** Tests of a full disk for files beside the store: audit log, memories, reports, session. Uses a small real tmpfs. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import { type Engine, openEngine, runAction, toErrorAnswer } from "../../src/index.js";

/** @returns the folder of a repository that is a separate file system */
function smallDisk(context: TestContext, size: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-full-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, "repository");
  mkdirSync(root);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", root], { stdio: "pipe" });
  } catch {
    context.skip("cannot mount a small tmpfs here: needs root");
  }
  onTestFinished(() => void execFileSync("umount", ["-l", root]));
  return root;
}

/** Fills all free blocks. */
function fill(root: string): void {
  const { bavail, bsize } = statfsSync(root);
  for (const [i, bytes] of [bavail * bsize, bsize].entries()) {
    try {
      writeFileSync(join(root, `filler${i}`), Buffer.alloc(bytes));
    } catch {
      // Full a little earlier than the file system said.
    }
  }
  expect(statfsSync(root).bavail).toBe(0);
}

/** The answer, or the error as a client sees it. */
async function ask(engine: Engine, action: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  try {
    return (await runAction(action, args, { engine })) as Record<string, unknown>;
  } catch (error) {
    return toErrorAnswer(error) as unknown as Record<string, unknown>;
  }
}

test("on a full disk every query is answered, failed writes are reported, and everything works again once there is room", async (context) => {
  const root = smallDisk(context, "4m");
  writeFileSync(join(root, "a.ts"), "export function answer(): number {\n  return 42;\n}\n");
  const engine = openEngine({ cwd: root, env: { SDL_HOME: join(root, "..", "home") } });
  onTestFinished(() => engine.close());
  await engine.register({ rootPath: root, settings: { ignore: ["filler*"] } });
  await ask(engine, "sdl.index.refresh", {});
  const found = (await ask(engine, "sdl.symbol.search", { query: "answer", limit: 1 })) as {
    results: { symbolId: string }[];
  };
  const symbolId = found.results[0]?.symbolId;
  const window = {
    ...{ symbolId, reason: "what does answer return?", expectedLines: 5, identifiersToFind: ["answer"] },
    granularity: "symbol",
  };
  const memory = { type: "decision", title: "A number", content: `Chosen ${"once more ".repeat(400)}.` };
  const slice = { taskText: "answer", budget: { maxCards: 5, maxEstimatedTokens: 1000 } };
  fill(root);
  const unrecorded = {
    code: "busy",
    message: expect.stringMatching(/audit log.*audit\.jsonl could not be written: the disk is full; free space/),
  };
  expect(await ask(engine, "sdl.code.needWindow", window)).toMatchObject(unrecorded);
  expect(await ask(engine, "sdl.policy.set", { policyPatch: { allowBreakGlass: true } })).toMatchObject(unrecorded);
  expect(await ask(engine, "sdl.policy.get", {})).toMatchObject({ allowBreakGlass: false });
  for (const round of [1, 2]) {
    const title = `${memory.title} ${round}`;
    expect(await ask(engine, "sdl.memory.store", { ...memory, title })).toMatchObject({
      code: "busy",
      message: "the memory cannot be written: the disk is full; free space and try again (ENOSPC)",
    });
    expect(await ask(engine, "sdl.slice.build", slice)).toMatchObject({ slice: expect.anything() });
    expect(await ask(engine, "sdl.usage.stats", {})).not.toHaveProperty("code");
  }
  expect(await ask(engine, "sdl.memory.query", {})).toMatchObject({ total: 0 });
  for (const name of readdirSync(root)) if (name.startsWith("filler")) rmSync(join(root, name));
  expect(await ask(engine, "sdl.memory.store", memory)).toMatchObject({ ok: true, created: true });
  expect(await ask(engine, "sdl.memory.query", {})).toMatchObject({ memories: [{ title: memory.title }] });
  expect(await ask(engine, "sdl.policy.set", { policyPatch: { maxWindowLines: 100 } })).toMatchObject({
    maxWindowLines: 100,
  });
  const again = await ask(engine, "sdl.code.needWindow", window);
  expect(again).toMatchObject({ symbolId });
  expect(again).not.toHaveProperty("warnings");
  writeFileSync(join(root, "a.ts"), "export function answered(): number {\n  return 42;\n}\n");
  expect(await ask(engine, "sdl.index.refresh", {})).toMatchObject({ ok: true, changedFiles: 1 });
});
