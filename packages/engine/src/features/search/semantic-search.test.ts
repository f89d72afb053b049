/** Tests of search by vectors, on a repository that is large enough to have vectors. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePlace } from "@sdl/repository/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEngine, runAction } from "../../../test/client.js";
import type { Engine } from "../../contract/engine.js";
import type { Answer } from "../../contract/prune-answer.js";

/** Topics of the functions of each file: each function uses some of the words, no two use the same. */
const TOPICS = [
  "cache evict entry stale ttl memory bucket",
  "socket connect retry timeout packet stream buffer",
  "invoice price tax customer discount total currency",
  "canvas circle radius paint brush pixel layer",
  "parser token grammar rule branch syntax lookahead",
  "user login password session role permission audit",
  "matrix vector row column scale invert transpose",
].map((words) => words.split(" "));
const FILES_OF_TOPIC = 4;

const { root, home, remove } = makePlace("app");
let engine: Engine;
beforeAll(async () => {
  mkdirSync(join(root, "src"), { recursive: true });
  TOPICS.forEach((words, topic) => {
    for (let file = 0; file < FILES_OF_TOPIC; file++)
      writeFileSync(join(root, `src/part${topic}${file}.ts`), sourceOf(words, file));
  });
  engine = openEngine({ cwd: root, env: { SDL_HOME: home } });
  await engine.register({ rootPath: root, repoId: "app", settings: {} });
  await run("indexRefresh", { repoId: "app" });
  const repository = await engine.open(engine.resolve("app"));
  await repository.settle();
});
afterAll(async () => {
  await engine.close();
  remove();
});

/** Functions that each use a pair of neighbouring words. */
function sourceOf(words: readonly string[], file: number): string {
  return words
    .map((word, i) => {
      const next = words[(i + 1 + file) % words.length] ?? "";
      const other = words[(i + 2 + file) % words.length] ?? "";
      return `export function ${word}${capital(next)}${file}(${other}: number) {\n  const ${next}Value = ${other} + ${file};\n  return ${next}Value;\n}\n`;
    })
    .join("\n");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

async function run(name: string, args: object): Promise<Answer> {
  return runAction(name, args, { engine });
}

/** Searches with all lists and evidence. */
async function search(query: string, args: object = {}): Promise<Answer> {
  return run("symbolSearch", { repoId: "app", query, semantic: true, includeRetrievalEvidence: true, ...args });
}

test("with all lists the mode is hybrid, and vectors are among the sources", async () => {
  const answer = await search("where does a cache entry become stale");
  expect(answer).toMatchObject({
    retrievalMode: "hybrid",
    retrievalEvidence: { mode: "hybrid", candidateCountPerSource: { "vector:lsa64": expect.any(Number) } },
  });
  expect(answer).not.toHaveProperty("retrievalEvidence.fallbackReason");
  expect(answer["retrievalEvidence"]).toHaveProperty("sources", expect.arrayContaining(["fts", "vector:lsa64"]));
});

test("a symbol without a common word is found by its topic, and ranks above other topics", async () => {
  const names = ({ results }: Answer) => (results as { name: string }[]).map(({ name }) => name);
  const query = "stale ttl of what was kept";
  const [plain, hybrid] = [names(await search(query, { semantic: false })), names(await search(query))];
  const added = hybrid.filter((name) => !plain.includes(name));
  expect(added.length).toBeGreaterThan(0);
  const isTopic = (name: string) => TOPICS[0]?.some((word) => name.toLowerCase().includes(word)) === true;
  expect(added.slice(0, 3).filter(isTopic)).toEqual(added.slice(0, 3));
});

test("without semantic all lists are lexical", async () => {
  const answer = await search("cache entry", { semantic: false });
  expect(answer).toMatchObject({ retrievalMode: "legacy" });
  expect(answer).not.toHaveProperty("retrievalEvidence.fallbackReason");
  expect(JSON.stringify(answer["retrievalEvidence"])).not.toContain("vector");
});

test("the setting legacy only reorders results found by words, and the answer states it", async () => {
  const plain = await search("stale ttl of what was kept", { semantic: false });
  const ids = ({ results }: Answer) => (results as { symbolId: string }[]).map(({ symbolId }) => symbolId).sort();
  writeFileSync(join(home, "settings.json"), JSON.stringify({ "semantic.retrieval.mode": "legacy" }));
  try {
    const answer = await search("stale ttl of what was kept");
    expect(answer).toMatchObject({
      retrievalMode: "legacy",
      retrievalEvidence: { fallbackReason: expect.stringContaining("semantic.retrieval.mode") },
    });
    expect(ids(answer)).toEqual(ids(plain));
  } finally {
    rmSync(join(home, "settings.json"));
  }
});
