/** Tests of partial tool lists: their content, their cost in tokens, and that no text mentions the other actions. */
import { ACTIONS, type ListMode, type SelectionRequest, selectActions } from "@sdl/engine";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { buildInstructions } from "../src/instructions.js";
import { offeredPrompts } from "../src/prompts/serve-prompts.js";
import { offeredResources } from "../src/resources/serve-resources.js";
import { listTools } from "../src/tool-list.js";

const MODES = ["core", "all", "gateway", "code"] as const;

function profile(mode: ListMode, request: SelectionRequest) {
  const selection = selectActions(request);
  const tools = listTools({ mode, names: "underscore", outputSchemas: false, selection });
  const text = buildInstructions({ names: "underscore", mode, selection });
  return { tools, text, tokens: countTokens(JSON.stringify({ tools })) + countTokens(text) };
}

/** Limits in tokens of list and instructions; the README names them. */
const COSTS: readonly (readonly [ListMode, SelectionRequest, number])[] = [
  ["core", {}, 1450],
  ["core", { readOnly: true }, 1250],
  ["gateway", {}, 1700],
  ["gateway", { readOnly: true }, 1500],
  ["code", {}, 1100],
  ["code", { readOnly: true }, 1100],
  ["all", {}, 13_000],
  ["all", { readOnly: true }, 10_000],
  ["all", { toolsets: ["query"] }, 4600],
  ["all", { toolsets: ["query", "change"] }, 5300],
];

test.each(COSTS)("%s with %j costs at most %i tokens", (mode, request, most) => {
  const { tokens } = profile(mode, request);
  expect(tokens).toBeLessThanOrEqual(most);
  // The limit must be close to the cost.
  expect(tokens).toBeGreaterThan(most * 0.85);
});

const REQUESTS: readonly SelectionRequest[] = [
  { readOnly: true },
  { toolsets: ["query"] },
  { toolsets: ["agent"] },
  { excluded: ["sdl_context", "sdl_search", "sdl_manual"] },
  { excluded: ["sdl_chain", "sdl_references"] },
];

describe.each(MODES)("--tools %s", (mode) => {
  test.each(REQUESTS)("with %j lists and mentions offered actions only", (request) => {
    const selection = selectActions(request);
    const { tools, text } = profile(mode, request);
    const refused = ACTIONS.filter(({ name }) => !selection.offers(name)).map(({ name }) => name);
    expect(refused.length).toBeGreaterThan(0);
    const listed = tools.flatMap(({ _meta, inputSchema }) => [
      _meta?.["sdl/action"],
      ...((Object(inputSchema.properties?.["action"]).enum as string[] | undefined) ?? []).map((name) => `sdl.${name}`),
    ]);
    expect(refused.filter((name) => listed.includes(name))).toEqual([]);
    const names = tools.map(({ name }) => name);
    const named = Array.from(text.matchAll(/\bsdl_\w+/g), ([name]) => name);
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
    if (mode === "gateway")
      for (const name of refused)
        expect(`${text} ${tools.map((tool) => tool.description)}`).not.toContain(`${name.slice(4)}(`);
  });
});

test("in a read-only list everything is annotated as reading", () => {
  for (const mode of MODES)
    for (const { annotations } of profile(mode, { readOnly: true }).tools)
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
});

test("every tool of every list has annotations", () => {
  for (const mode of MODES)
    for (const { annotations = {} } of profile(mode, {}).tools) {
      expect(annotations.openWorldHint).toBe(false);
      expect(typeof annotations.readOnlyHint).toBe("boolean");
      if (annotations.readOnlyHint === false) {
        expect(typeof annotations.destructiveHint).toBe("boolean");
        expect(typeof annotations.idempotentHint).toBe("boolean");
      }
    }
});

test("resources and prompts are offered if their actions are", () => {
  const offered = (request: SelectionRequest) => {
    const selection = selectActions(request);
    return [...offeredResources(selection), ...offeredPrompts(selection)].map(({ name }) => name);
  };
  const prompts = ["explain-symbol", "review-pr-risk", "fix-failing-test"];
  expect(offered({ readOnly: true })).toEqual(["card", "slice", "skeleton", ...prompts]);
  expect(offered({ toolsets: ["query"] })).toEqual(["card", "slice", "explain-symbol", "fix-failing-test"]);
  expect(offered({ excluded: ["sdl_symbol"] })).toEqual(["slice", "skeleton", "review-pr-risk", "fix-failing-test"]);
});
