/**
 * Tests of a read-only server, action by action: writing actions are refused, and repository and home stay unchanged.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ACTIONS } from "@sdl/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type TestClient } from "./clients.js";
import { type Example, indexExample } from "./example.js";

let example: Example;
let client: TestClient;
beforeAll(async () => {
  example = await indexExample();
  client = await connect("2026-07-28", example, ["--read-only", "--tools", "all"]);
});
afterAll(async () => {
  await client.close();
  example.remove();
});

const isReading = ({ name, annotations }: (typeof ACTIONS)[number]) => annotations.readOnly || name === "sdl.chain";

/** Every file except the index, the program's log, and the record of which client saw which source. */
function files(): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const top of [example.root, example.home])
    for (const entry of readdirSync(top, { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && !/\/(\.sdl|logs|audit)\//.test(path)) found[path] = readFileSync(path, "base64");
    }
  return found;
}

test("lists reading actions only", async () => {
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(ACTIONS.filter(isReading).length);
});

test.each(ACTIONS.map((action) => [action.name, action] as const))("%s", async (name, action) => {
  const before = files();
  for (const { args } of action.examples) {
    const result = await client.call(name, { ...args, answerFormat: "json" });
    const { code, message } = (result["structuredContent"] ?? {}) as {
      readonly code?: string;
      readonly message?: string;
    };
    if (isReading(action)) expect([name, code]).not.toEqual([name, "policy_denied"]);
    else
      expect([result["isError"], code, message]).toEqual([true, "policy_denied", expect.stringMatching(/--read-only/)]);
  }
  expect(action.examples.length).toBeGreaterThan(0);
  expect(files()).toEqual(before);
});

test("a chain's writing step is refused, and its reading steps run", async () => {
  const steps = [
    { fn: "symbolSearch", args: { query: "validateToken" } },
    { fn: "memoryStore", args: { type: "decision", title: "t", content: "c" } },
  ];
  const { structuredContent } = await client.call("sdl_chain", { steps, answerFormat: "json" });
  expect(structuredContent).toMatchObject({ results: [{ ok: true }, { ok: false, error: { code: "policy_denied" } }] });
});

test("a group's tool refuses as well", async () => {
  const gateway = await connect("2026-07-28", example, ["--read-only", "--tools", "gateway"]);
  const result = await gateway.call("sdl_agent", {
    action: "memory.store",
    args: { type: "decision", title: "t", content: "c" },
  });
  expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("policy_denied") }] });
  await gateway.close();
});
