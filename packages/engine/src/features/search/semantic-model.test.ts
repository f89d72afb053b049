/** Tests of search with the user's sentence model, from settings to answers. The model runtime is a fake. */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { RETRY_MS } from "@sdl/repository/embeddings";
import { expect, test } from "vitest";
import { installFakeRuntime, takeLog } from "../../../test/embeddings/fake-runtime.js";
import { type ModelEngine, openModelEngine, SOURCES } from "../../../test/embeddings/model-engine.js";
import { writeTinyModel } from "../../../test/embeddings/tiny-model.js";
import type { Answer } from "../../contract/prune-answer.js";
import { diagnose } from "../doctor/diagnose.js";

/** Symbols of the example outside of test code: two modules and their declarations. */
const EMBEDDED = 5;

/** An engine with runtime and model installed, indexed and with derived layers built. */
async function openReady(settings: object = {}): Promise<ModelEngine> {
  const opened = await openModelEngine({ "semantic.model": "tiny", ...settings });
  installFakeRuntime(opened.home);
  writeTinyModel(join(opened.home, "models/tiny"));
  await opened.settle();
  return opened;
}

function names({ results }: Answer): string[] {
  return (results as { name: string }[] | undefined)?.map(({ name }) => name) ?? [];
}

function reasonOf(answer: Answer): unknown {
  return (answer["retrievalEvidence"] as { fallbackReason?: string }).fallbackReason;
}

test("a symbol without a word of the query is found by meaning, and the answer names the model", async () => {
  const { search, home } = await openReady();
  const answer = await search("login");
  expect(names(answer)[0]).toBe("authenticate");
  expect(answer).toMatchObject({
    retrievalMode: "hybrid",
    retrievalEvidence: { sources: ["vector:tiny"], candidateCountPerSource: { fts: 0, names: 0 } },
    pinned: { derivedVersion: expect.stringMatching(/^v\d+\.d\d+\.tiny-[0-9a-f]{12}$/) },
  });
  expect(reasonOf(answer)).toBeUndefined();
  const { loads, texts } = takeLog(home);
  expect(texts).toHaveLength(EMBEDDED + 1);
  expect(texts.at(-1)).toBe("login");
  expect(loads).toHaveLength(2);
  expect(loads[0]).toMatchObject({
    id: "tiny",
    dtype: "fp32",
    session_options: { intraOpNumThreads: 1 },
    localModelPath: join(home, "models"),
    allowRemoteModels: false,
    logLevel: 40,
  });
  expect(JSON.stringify((await search("login"))["results"])).toBe(JSON.stringify(answer["results"]));
  expect(takeLog(home)).toEqual({ loads: [], texts: ["login"] });
});

test("an edit embeds only changed texts; until then the repository's own vectors are used", async () => {
  const { edit, settle, search, home } = await openReady();
  takeLog(home);
  await edit("src/door.ts", SOURCES["src/door.ts"].replace("Checks who", "Finds out who"));
  const answer = await search("login");
  expect(names(answer)).toEqual([]);
  expect(reasonOf(answer)).toMatch(/no vectors/);
  await settle();
  expect(takeLog(home).texts.map((text) => text.split("\n")[0])).toEqual(["function authenticate"]);
  expect(names(await search("login"))[0]).toBe("authenticate");
});

test("a query that waits for derived layers does not wait for embeddings", async () => {
  const { repository, home, settle, engine } = await openModelEngine({ "semantic.model": "tiny" });
  installFakeRuntime(home);
  writeTinyModel(join(home, "models/tiny"));
  await (await repository()).settleLayers();
  expect((await engine.open(engine.resolve("app"))).snapshot().derived()).toBeDefined();
  expect(takeLog(home).texts).toEqual([]);
  await settle();
  expect(takeLog(home).texts).toHaveLength(EMBEDDED);
});

test("different weights embed all symbols again; without the setting the model is not used", async () => {
  const { settle, search, set, edit, home, repository } = await openReady();
  takeLog(home);
  writeTinyModel(join(home, "models/tiny"), { sharpness: 2 });
  const answer = await search("login");
  expect(reasonOf(answer)).toMatch(/tiny has not embedded all symbols yet.*too little code for vectors/);
  await settle();
  expect(takeLog(home).texts).toHaveLength(EMBEDDED);
  set({});
  expect(reasonOf(await search("login"))).toMatch(/^the repository has too little code/);
  expect((await repository()).embeddings()).toBeUndefined();
  await edit("src/new.ts", "export const fresh = 1;\n");
  await settle();
  set({ "semantic.model": "tiny" });
  expect((await repository()).embeddings()).toEqual({ model: "tiny", isComplete: false });
  await settle();
  expect(takeLog(home).texts).toHaveLength(EMBEDDED + 2);
});

test("legacy reorders results found by words with the model, and adds none", async () => {
  const { search } = await openReady({ "semantic.retrieval.mode": "legacy" });
  expect(names(await search("login"))).toEqual([]);
  const answer = await search("name or radius login");
  expect(names(answer)[0]).toBe("authenticate");
  expect(names(await search("name or radius sketch"))[0]).toBe("circle");
  expect(reasonOf(answer)).toMatch(/legacy/);
});

test("without its runtime a model is not used, and every answer says how to install the runtime", async () => {
  const opened = await openModelEngine({ "semantic.model": "tiny" });
  writeTinyModel(join(opened.home, "models/tiny"));
  await opened.settle();
  const command = `npm install --prefix ${opened.home} @huggingface/transformers@4`;
  const { isComplete, fault } = (await opened.repository()).embeddings() ?? {};
  expect({ isComplete, fault }).toEqual({ isComplete: false, fault: expect.stringContaining(command) });
  const findings = await diagnose(opened.engine, "app");
  expect(findings).toContainEqual(expect.objectContaining({ level: "problem", subject: "model", advice: command }));
  expect(reasonOf(await opened.search("login"))).toMatch(/or cannot; see sdl doctor/);
});

test("doctor reports the model in use and the progress of its vectors", async () => {
  const { engine, edit, root, home } = await openReady();
  const about = async () =>
    (await diagnose(engine, "app")).filter(({ subject }) => subject === "model" || subject === "embeddings");
  expect(await about()).toEqual([
    { level: "ok", subject: "model", text: `tiny (fp32, mean pooling), ${join(home, "models")}` },
    { level: "ok", subject: "embeddings", text: "vectors of the latest version by tiny: complete" },
  ]);
  await edit("src/door.ts", "export function login() {}\n");
  rmSync(join(home, "models/tiny/onnx"), { recursive: true });
  expect(await about()).toEqual([
    { level: "problem", subject: "model", text: expect.stringContaining("has no onnx/model.onnx") },
    {
      level: "note",
      subject: "embeddings",
      text: expect.stringMatching(/^vectors of the latest version by tiny: none; /),
      advice: "sdl index",
    },
  ]);
  expect(existsSync(join(root, "node_modules"))).toBe(false);
});

test("the hub is contacted only if the settings allow it", async () => {
  const { settle, set, home, repository, search } = await openModelEngine({ "semantic.model": "owner/tiny" });
  installFakeRuntime(home);
  writeTinyModel(join(home, "hub/owner/tiny"));
  await settle();
  expect(takeLog(home).loads).toEqual([]);
  expect((await repository()).embeddings()?.fault).toMatch(/no folder .*semantic\.model\.download/);
  expect(reasonOf(await search("login"))).toMatch(/semantic\.model\.download/);
  set({ "semantic.model": "owner/tiny", "semantic.model.download": "allow" });
  expect(reasonOf(await search("login"))).toMatch(/not downloaded yet/);
  expect(takeLog(home).loads).toEqual([]);
  await settle();
  const settings = { id: "owner/tiny", allowRemoteModels: true, cacheDir: join(home, "models") };
  expect(takeLog(home).loads).toEqual([expect.objectContaining(settings)]);
  expect(names(await search("login"))[0]).toBe("authenticate");
  expect(takeLog(home).loads).toEqual([expect.objectContaining({ allowRemoteModels: false })]);
});

test("a failed model is tried again only after a change or some minutes", async () => {
  let nowMs = Date.now();
  const { settle, home, repository, set } = await openModelEngine({ "semantic.model": "tiny" }, () => nowMs);
  installFakeRuntime(home, { fault: "no such operator" });
  writeTinyModel(join(home, "models/tiny"));
  const tries = async () => {
    await settle();
    return takeLog(home).loads.length;
  };
  expect(await tries()).toBe(1);
  expect((await repository()).embeddings()?.fault).toMatch(/tiny cannot be run: no such operator/);
  expect(await tries()).toBe(0);
  nowMs += RETRY_MS;
  expect(await tries()).toBe(1);
  mkdirSync(join(home, "other"));
  writeTinyModel(join(home, "other/tiny"), { sharpness: 3 });
  set({ "semantic.model": join(home, "other/tiny") });
  expect(await tries()).toBe(1);
});

test("a runtime that ends its process ends no other process, and is not tried again at once", async () => {
  const { settle, home, repository, search } = await openModelEngine({ "semantic.model": "tiny" });
  installFakeRuntime(home, { crashes: true });
  writeTinyModel(join(home, "models/tiny"));
  await settle();
  expect((await repository()).embeddings()?.fault).toBe("the process that embeds ended unexpectedly");
  expect(takeLog(home).loads).toHaveLength(1);
  await settle();
  expect(takeLog(home).loads).toEqual([]);
  expect(await search("circle")).toMatchObject({
    results: expect.anything(),
    pinned: { derivedVersion: expect.anything() },
  });
});
