/** Tests of the real runtime with a model created here: they check what the fake runtime assumes. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadEmbedder, modelNamed } from "@sdl/repository/embeddings";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import { openModelEngine } from "./model-engine.js";
import { installRealRuntime } from "./real-runtime.js";
import { TINY_MAX_LENGTH, writeTinyModel } from "./tiny-model.js";

const TIMEOUT_MS = 400_000;

/** Installs runtime and model into a home. */
function furnish(home: string, context: TestContext): void {
  const runtime = installRealRuntime();
  if ("reason" in runtime) context.skip(runtime.reason);
  else symlinkSync(runtime.modules, join(home, "node_modules"));
  writeTinyModel(join(home, "models/tiny"));
}

function openHome(context: TestContext): string {
  const home = mkdtempSync(join(tmpdir(), "sdl-model-home-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  furnish(home, context);
  return home;
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return [...(a ?? [])].reduce((sum, value, d) => sum + value * (b?.[d] ?? 0), 0);
}

test("texts of one meaning have similar vectors, whatever else they contain", {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const embedder = await loadEmbedder(modelNamed(openHome(context), "tiny"));
  expect(embedder).toMatchObject({
    model: "tiny",
    fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
    dimensions: 8,
  });
  const texts = ["login", "authenticate", "a circle", `tax ${"word ".repeat(4 * TINY_MAX_LENGTH)} circle`];
  const [login, authenticate, circle, long] = await embedder.embed(texts);
  expect(cosine(login, authenticate)).toBeCloseTo(1, 3);
  expect(cosine(login, circle)).toBeLessThan(0.2);
  // Only the beginning of a long text is used.
  expect(cosine(long, circle)).toBeLessThan(cosine(long, (await embedder.embed(["tax"]))[0]));
  const [alone] = await embedder.embed(["login"]);
  expect(cosine(alone, login)).toBeCloseTo(1, 5);
});

test("if the tokenizer sets no limit, the model's positions do", { timeout: TIMEOUT_MS }, async (context) => {
  const home = openHome(context);
  writeTinyModel(join(home, "models/tiny"), { tellsLength: false });
  const embedder = await loadEmbedder(modelNamed(home, "tiny"));
  const far = (words: number) => embedder.embed([`tax ${"word ".repeat(words)} circle`]);
  const [[near], [cut]] = [await far(TINY_MAX_LENGTH - 10), await far(TINY_MAX_LENGTH)];
  const [circle] = await embedder.embed(["circle"]);
  expect(cosine(near, circle)).toBeGreaterThan(0.3);
  expect(cosine(cut, circle)).toBeLessThan(0.3);
});

test("a model folder can select pooling by the first token", { timeout: TIMEOUT_MS }, async (context) => {
  const home = openHome(context);
  const mean = await loadEmbedder(modelNamed(home, "tiny"));
  mkdirSync(join(home, "models/tiny/1_Pooling"));
  writeFileSync(join(home, "models/tiny/1_Pooling/config.json"), JSON.stringify({ pooling_mode_cls_token: true }));
  const cls = await loadEmbedder(modelNamed(home, "tiny"));
  expect(cls.fingerprint).not.toBe(mean.fingerprint);
  // The first token is the same in all texts.
  const [login, circle] = await cls.embed(["login", "circle"]);
  expect(cosine(login, circle)).toBeCloseTo(1, 5);
});

test("invalid weights fail with a reason, and no network is used", {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const home = openHome(context);
  writeFileSync(join(home, "models/tiny/onnx/model.onnx"), "no model");
  await expect(loadEmbedder(modelNamed(home, "tiny"))).rejects.toThrow(/^the model tiny cannot be run: /);
  await expect(loadEmbedder(modelNamed(home, "owner/absent"))).rejects.toThrow(/no folder .*semantic\.model\.download/);
});

test("nothing is written to standard output, which carries a protocol", { timeout: TIMEOUT_MS }, async (context) => {
  const home = openHome(context);
  const program = `
    import { loadEmbedder, modelNamed } from ${JSON.stringify(new URL("../../dist/index.js", import.meta.url).href)};
    const { embed } = await loadEmbedder(modelNamed(${JSON.stringify(home)}, "tiny"));
    await embed(["login"]);
    await loadEmbedder(modelNamed(${JSON.stringify(home)}, "absent")).catch(({ message }) => console.error(message));
  `;
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
  expect(stderr).toMatch(/^there is no folder .*absent/);
});

test("a repository is indexed and searched with the model", { timeout: TIMEOUT_MS }, async (context) => {
  const { home, settle, search, repository } = await openModelEngine({ "semantic.model": "tiny" });
  furnish(home, context);
  await settle();
  expect((await repository()).embeddings()).toEqual({
    model: "tiny",
    isComplete: true,
    progress: { done: 5, total: 5 },
  });
  const answer = await search("login");
  expect(answer).toMatchObject({
    results: expect.arrayContaining([expect.objectContaining({ name: "authenticate" })]),
    retrievalEvidence: { sources: ["vector:tiny"] },
  });
  expect(answer).toHaveProperty("results.0.name", "authenticate");
  expect(JSON.stringify((await search("login"))["results"])).toBe(JSON.stringify(answer["results"]));
});
