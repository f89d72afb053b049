/**
 * Tests of the picture tool: pictures of slices and comparisons, by the arguments that results name, and clear
 * refusals.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { GitFixture } from "@sdl/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, SHOWS_PAGES, type TestClient } from "../clients.js";
import { type Example, indexExample } from "../example.js";

let example: Example;
let client: TestClient;
beforeAll(async () => {
  example = await indexExample();
  GitFixture.make(example.root).commit("start");
  appendFileSync(join(example.root, "src/auth/token.ts"), "\nexport const added = () => 1;\n");
  const writer = await connect("2026-07-28", example, ["--tools", "all"]);
  await writer.call("sdl_index_refresh", {});
  await writer.close();
  client = await connect("2026-07-28", example, ["--read-only"], SHOWS_PAGES);
});
afterAll(async () => {
  await client.close();
  example.remove();
});

/** The picture arguments in a result. */
async function namesOf(tool: string, args: Record<string, unknown>, from = client): Promise<Record<string, unknown>> {
  const result = await from.call(tool, args);
  return Object(result["_meta"])["sdl/picture"] as Record<string, unknown>;
}

interface Drawn {
  readonly subject: string;
  readonly title: string;
  readonly files: readonly string[];
  readonly nodes: readonly (readonly [name: string, kind: number, file: number])[];
  readonly seeds: readonly number[];
  readonly changes: readonly (readonly [number, string, number])[];
  readonly effects: readonly unknown[];
}

async function draw(args: Record<string, unknown>, from = client): Promise<Drawn> {
  const { structuredContent } = await from.call("sdl_graph_picture", args);
  return structuredContent as Drawn;
}

/** The message of a refused call. */
async function refusal(args: Record<string, unknown>, from = client): Promise<string> {
  const { isError, content } = await from.call("sdl_graph_picture", args);
  expect(isError).toBe(true);
  return String(Object(content)[0].text);
}

test("a result names its picture by a few values, and its text for models is unchanged", async () => {
  const task = { taskText: "token validation fails" };
  const plain = await connect("2026-07-28", example, ["--read-only"]);
  // Answers differ until both processes have the derived layers.
  const texts = async () => [await client.call("sdl_context", task), await plain.call("sdl_context", task)];
  const isSame = async () => new Set((await texts()).map(({ content }) => JSON.stringify(content))).size === 1;
  await expect.poll(isSame, { timeout: 30_000 }).toBe(true);
  await plain.close();
  const shown = await client.call("sdl_context", task);
  expect(shown).not.toHaveProperty("structuredContent");
  const names = Object(shown["_meta"])["sdl/picture"];
  expect(Object.keys(names)).toEqual(["sliceHandle"]);
  expect(JSON.stringify(names).length).toBeLessThan(120);
});

test("the picture of a slice has that slice's symbols, even after later slices", async () => {
  const args = { taskText: "token validation fails\nsince the last release", answerFormat: "json" };
  const { structuredContent, _meta } = (await client.call("sdl_context", args)) as {
    readonly structuredContent: { readonly slice: { readonly cards: readonly { readonly name: string }[] } };
    readonly _meta: Record<string, Record<string, unknown>>;
  };
  await client.call("sdl_context", { taskText: "the session store" });
  const picture = await draw(_meta["sdl/picture"] ?? {});
  expect([picture.subject, picture.title]).toEqual(["slice", "token validation fails"]);
  expect(picture.nodes.map(([name]) => name).sort()).toEqual(
    structuredContent.slice.cards.map(({ name }) => name).sort(),
  );
  expect(picture.seeds.length).toBeGreaterThan(0);
});

test("the picture of a comparison has changed and affected symbols, with either name of a parameter", async () => {
  expect(await namesOf("sdl_changes", {})).toEqual({});
  const names = await namesOf("sdl_changes", { from_version: "HEAD", riskThreshold: 3 });
  expect(names).toEqual({ fromVersion: "HEAD" });
  const picture = await draw(names);
  expect([picture.subject, picture.title]).toEqual(["delta", "HEAD → @latest"]);
  const changed = picture.changes.map(([node, type]) => [picture.nodes[node]?.[0], type]);
  expect(changed).toContainEqual(["added", "added"]);
  expect(await draw({})).toEqual(picture);
  expect(await draw({ call: { from_version: "HEAD", riskThreshold: 3 } })).toEqual(picture);
  expect(await draw({ call: {} })).toEqual(picture);
});

test("the arguments of a call name the picture of its answer", async () => {
  const args = { taskText: "token validation fails", budget: { maxCards: 4 } };
  const names = await namesOf("sdl_context", args);
  const picture = await draw(names);
  expect(picture.nodes.length).toBeGreaterThan(2);
  expect(await draw({ call: args })).toEqual(picture);
  expect(await draw({ call: { slice_handle: names["sliceHandle"] } })).toEqual(picture);
  const grouped = { action: "pr.risk.analyze", args: { fromVersion: "HEAD", toVersion: "HEAD" } };
  expect((await draw({ call: grouped })).title).toBe("HEAD → HEAD");
  const json = { task_text: "token validation fails", answerFormat: "json" };
  expect(await draw({ call: json })).toEqual(await draw(await namesOf("sdl_context", json)));
});

test("a failed call and an answer of another action have no picture", async () => {
  expect(await namesOf("sdl_context", {})).toBeUndefined();
  expect(await namesOf("sdl_changes", { fromVersion: "no-such-branch" })).toBeUndefined();
  expect(await namesOf("sdl_search", { query: "token" })).toBeUndefined();
});

test.each([
  [{ sliceHandle: "nothing" }, /handle_unknown: sliceHandle: the handle "nothing" is unknown/],
  [{ sliceHandle: 7 }, /invalid_params: sdl_graph_picture: sliceHandle: received 7/],
  [
    { sliceHandle: "a", toVersion: "HEAD" },
    /invalid_params: [\s\S]*pass\s+sliceHandle,\s+or\s+fromVersion\s+and\s+toVersion/,
  ],
  [{ fromVersion: "no-such-branch" }, /version_not_found/],
  [{ call: { taskText: "a" }, repoId: "b" }, /invalid_params: .*call excludes all other parameters/],
  [{ call: { taskText: 7 } }, /invalid_params: .*taskText/],
  [{ call: [] }, /invalid_params: .*call/],
  [{ task: "words" }, /invalid_params: .*"?task"?/],
  [{ repoId: "/nowhere" }, /repo_not_found/],
])("%j is refused", async (args, message) => {
  expect(await refusal(args)).toMatch(message);
});

test("pictures exist only for offered actions", async () => {
  const slices = await connect("2026-07-28", example, ["--toolsets", "query"], SHOWS_PAGES);
  const names = await namesOf("sdl_context", { taskText: "token validation fails" }, slices);
  expect((await draw(names, slices)).nodes.length).toBeGreaterThan(0);
  expect(await refusal({}, slices)).toMatch(/policy_denied: .*--toolsets/s);
  await slices.close();
  const deltas = await connect("2026-07-28", example, ["--exclude-tools", "sdl_context,sliceRefresh"], SHOWS_PAGES);
  expect(await refusal(names, deltas)).toMatch(/policy_denied: .*--exclude-tools/s);
  expect((await draw({}, deltas)).subject).toBe("delta");
  await deltas.close();
});

test.each([
  ["--toolsets", "source"],
  ["--exclude-tools", "sdl_graph_picture"],
  ["--exclude-tools", "sdl.graph.picture"],
])("with %s %s there is no page", async (...options) => {
  const none = await connect("2026-07-28", example, options, SHOWS_PAGES);
  expect(await none.resources()).toEqual([]);
  expect(JSON.stringify(await none.listTools())).not.toMatch(/ui:\/\/|sdl_graph_picture/);
  expect(await refusal({}, none)).toMatch(/policy_denied/);
  await none.close();
});
