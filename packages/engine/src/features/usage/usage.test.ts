/** Tests of usage on the example repository; counts are checked against the tokenizer and the files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadTokenCounter } from "@sdl/slice";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openEngine, runAction } from "../../../test/client.js";
import { type ExampleEngine, openExample } from "../../../test/example-engine.js";
import type { Answer } from "../../contract/prune-answer.js";

const countTokens = await loadTokenCounter();
let example: ExampleEngine;
beforeEach(async () => {
  example = await openExample();
});
afterEach(() => example.remove());

async function run(name: string, args: object = {}): Promise<Answer> {
  return runAction(name, args, { engine: example.engine });
}

/** Tokens of answers as sent. */
function cost(...answers: readonly object[]): number {
  return answers.reduce((sum, answer) => sum + countTokens(JSON.stringify(answer)), 0);
}

function fileTokens(...files: readonly string[]): number {
  return files.reduce((sum, file) => sum + countTokens(readFileSync(join(example.root, file), "utf8")), 0);
}

test("a file counts once per session, for the first tool that returned its contents; search hits do not count", async () => {
  const search = await run("symbolSearch", { query: "token" });
  const first = await run("symbolGetCard", { symbolRef: { name: "validateToken" } });
  const second = await run("symbolGetCard", { symbolRef: { name: "decode" } });
  const slice = await run("logicSlice", { symbolRef: { name: "authenticate" }, detail: "L1" });
  const { session } = await run("usageStats", { repoId: "my-app", scope: "session" });
  expect(session).toMatchObject({
    tools: expect.arrayContaining([
      { tool: "sdl.symbol.search", calls: 1, tokensReturned: cost(search), tokensOfFiles: 0, saved: -cost(search) },
      expect.objectContaining({
        tool: "sdl.symbol.getCard",
        calls: 2,
        tokensReturned: cost(first, second),
        tokensOfFiles: fileTokens("src/auth/token.ts"),
      }),
      expect.objectContaining({
        tool: "sdl.logic.slice",
        tokensReturned: cost(slice),
        tokensOfFiles: fileTokens("src/server.ts"),
      }),
    ]),
  });
});

test("steps of a chain count as the one answer of the chain; slices count the files of their cards", async () => {
  const steps = [{ fn: "symbolGetCard", args: { symbolRef: { name: "authenticate" } } }];
  const chain = await run("chain", { steps });
  await run("sliceBuild", { editedFiles: ["tools/report.py"] });
  const { session } = await run("usageStats", { repoId: "my-app", scope: "session" });
  const tools = Object(session).tools as { tool: string; tokensReturned: number; tokensOfFiles: number }[];
  expect(tools.map(({ tool }) => tool)).not.toContain("sdl.symbol.getCard");
  expect(tools.find(({ tool }) => tool === "sdl.chain")).toMatchObject({
    tokensReturned: cost(chain),
    tokensOfFiles: fileTokens("src/server.ts"),
  });
  expect(tools.find(({ tool }) => tool === "sdl.slice.build")?.tokensOfFiles).toBeGreaterThanOrEqual(
    fileTokens("tools/report.py"),
  );
});

test("a session is stored in the history and outlives the engine", async () => {
  await run("symbolGetCard", { symbolRef: { name: "validateToken" } });
  const now = await run("usageStats", { repoId: "my-app" });
  expect(now).toMatchObject({ persisted: true, history: { sessionCount: 1, calls: Object(now["session"]).calls } });
  await example.engine.close();
  const later = openEngine({ cwd: example.root, env: { SDL_HOME: join(example.root, "..", "home") } });
  try {
    const found = await runAction(
      "usageStats",
      { repoId: "my-app", scope: "history", persist: false },
      { engine: later },
    );
    expect(found).toMatchObject({
      persisted: false,
      history: { sessionCount: 1, tokensOfFiles: fileTokens("src/auth/token.ts") },
    });
    const none = await runAction(
      "usageStats",
      { repoId: "my-app", scope: "history", persist: false, since: "2999-01-01T00:00:00Z" },
      { engine: later },
    );
    expect(none).toMatchObject({ history: { sessionCount: 0, calls: 0 } });
  } finally {
    await later.close();
  }
});

test("many calls are counted as they arrive", async () => {
  const card = { symbolRef: { name: "validateToken" } };
  for (let i = 0; i < 120; i++) await run("symbolGetCard", card);
  const { session } = await run("usageStats", { repoId: "my-app", scope: "session" });
  expect(session).toMatchObject({
    tools: expect.arrayContaining([expect.objectContaining({ tool: "sdl.symbol.getCard", calls: 120 })]),
    tokensOfFiles: fileTokens("src/auth/token.ts"),
  });
});
