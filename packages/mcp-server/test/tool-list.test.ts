import { ACTIONS, findAction, listedName } from "@sdl/engine";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { buildInstructions } from "../src/instructions.js";
import { listTools, type ToolListOptions } from "../src/tool-list.js";

const MODES = ["core", "all", "gateway", "code"] as const;

function listed(options: Partial<ToolListOptions> = {}) {
  return listTools({ mode: "core", names: "underscore", outputSchemas: false, ...options });
}

const all = listed({ mode: "all" });
const core = listed();

test("all lists every action, core those that agents need most", () => {
  expect(all.map((tool) => tool._meta?.["sdl/action"])).toEqual(ACTIONS.map((action) => action.name));
  expect(core.map((tool) => [tool.name, findAction(tool.name)?.name])).toEqual([
    ["sdl_context", "sdl.slice.build"],
    ["sdl_search", "sdl.symbol.search"],
    ["sdl_symbol", "sdl.symbol.getCard"],
    ["sdl_references", "sdl.symbol.references"],
    ["sdl_outline", "sdl.file.outline"],
    ["sdl_changes", "sdl.pr.risk.analyze"],
    ["sdl_remember", "sdl.memory.store"],
  ]);
});

test("the default list and its instructions take at most 2,000 tokens", () => {
  const tokens = (mode: (typeof MODES)[number]) =>
    countTokens(JSON.stringify({ tools: listed({ mode }) })) +
    countTokens(buildInstructions({ names: "underscore", mode }));
  expect(core.length).toBeLessThanOrEqual(7);
  expect(tokens("core")).toBeLessThanOrEqual(2000);
  expect(tokens("gateway")).toBeLessThanOrEqual(2000);
  expect(tokens("code")).toBeLessThanOrEqual(2000);
  expect(tokens("all") / all.length).toBeLessThanOrEqual(300);
});

test("default tools have short schemas, and are loaded at once", () => {
  for (const tool of core) {
    const { properties = {}, required = [] } = tool.inputSchema;
    const action = findAction(tool.name);
    expect([tool.name, Object.keys(properties).filter((name) => !isParameter(action?.name, name))]).toEqual([
      tool.name,
      [],
    ]);
    expect([tool.name, required.filter((name) => !Object.hasOwn(properties, name))]).toEqual([tool.name, []]);
    expect(tool._meta).toEqual({ "anthropic/alwaysLoad": true });
    expect(tool.inputSchema).not.toHaveProperty("additionalProperties");
  }
});

function isParameter(action: string | undefined, name: string): boolean {
  return Object.hasOwn(findAction(action ?? "")?.inputSchema().properties ?? {}, name);
}

test("gateway lists groups with every action once; code lists tools that find, explain and chain actions", () => {
  const gateway = listed({ mode: "gateway" });
  const named = gateway.flatMap(({ inputSchema }) => Object(inputSchema.properties?.["action"]).enum as string[]);
  expect(named.map((name) => findAction(name)?.name).sort()).toEqual(ACTIONS.map(({ name }) => name).sort());
  expect(gateway.length).toBeLessThanOrEqual(5);
  const code = listed({ mode: "code", names: "dotted" });
  expect(code.map(({ name }) => name)).toEqual(["sdl.action.search", "sdl.manual", "sdl.chain", "sdl.info"]);
});

test("tool names suit the strictest client and resolve in every spelling", () => {
  for (const { name, _meta } of all) {
    expect(name).toMatch(/^[a-zA-Z0-9_]{1,40}$/);
    expect(name).not.toContain("__");
    expect(findAction(name)?.name).toBe(_meta?.["sdl/action"]);
  }
  expect(new Set(all.map((tool) => tool.name)).size).toBe(all.length);
});

test("dotted names are listed on request", () => {
  expect(listed({ mode: "all", names: "dotted" }).map((tool) => tool.name)).toEqual(
    ACTIONS.map((action) => listedName(action.name, "dotted")),
  );
});

test("descriptions are short, annotations are minimal, and schemas have no redundant keywords", () => {
  for (const tool of all) {
    expect(tool.description?.length).toBeLessThanOrEqual(200);
    const hints = tool.annotations?.readOnlyHint ? [] : ["destructiveHint", "idempotentHint"];
    expect(Object.keys(tool.annotations ?? {}).sort()).toEqual([...hints, "openWorldHint", "readOnlyHint"]);
    expect(tool.inputSchema.type).toBe("object");
    expect(tool.inputSchema.properties).toHaveProperty("answerFormat.enum", ["text", "json"]);
    expect(JSON.stringify(tool)).not.toContain("$schema");
    expect(tool.outputSchema).toBeUndefined();
  }
});

test("a symbol's parameter has one name in lists, whatever synonyms an action takes", () => {
  const names = all.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
  expect(names).toContain("symbol");
  expect(names).not.toContain("symbolRef");
});

test("output schemas are listed on request, with an object at the root", () => {
  for (const mode of ["all", "core"] as const) {
    for (const tool of listed({ mode, outputSchemas: true }))
      expect(tool.outputSchema).toMatchObject({ type: "object" });
  }
});

test("the list is the same bytes every time", () => {
  expect(JSON.stringify(listed())).toBe(JSON.stringify(core));
});

test.each(MODES)("instructions of %s stay under the clients' limit, and name listed tools only", (mode) => {
  const text = buildInstructions({ names: "underscore", mode });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
  expect(text).not.toMatch(/\bsdl\./);
  const tools = listed({ mode }).map(({ name }) => name);
  const named = Array.from(text.matchAll(/\bsdl_\w+/g), ([name]) => name);
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((name) => !tools.includes(name))).toEqual([]);
});
