import { ACTIONS, findAction } from "@sdl/engine";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { instructions } from "../src/instructions.js";
import { listTools } from "../src/tool-list.js";

const all = listTools({ mode: "all", names: "underscore", outputSchemas: false });
const core = listTools({ mode: "core", names: "underscore", outputSchemas: false });

test("all lists every action, core those that agents need first", () => {
  expect(all.map((tool) => tool._meta?.["sdl/action"])).toEqual(ACTIONS.map((action) => action.name));
  expect(core.map((tool) => tool.name)).toMatchInlineSnapshot(`
    [
      "sdl_slice_build",
      "sdl_symbol_search",
      "sdl_symbol_getCard",
      "sdl_symbol_getCards",
      "sdl_symbol_references",
      "sdl_file_outline",
      "sdl_index_refresh",
      "sdl_repo_register",
      "sdl_repo_status",
    ]
  `);
});

test("gateway lists groups that hold every action once, code what finds, explains and chains them", () => {
  const gateway = listTools({ mode: "gateway", names: "underscore", outputSchemas: false });
  const named = gateway.flatMap(({ inputSchema }) => Object(inputSchema.properties?.["action"]).enum as string[]);
  expect(named.map((name) => findAction(name)?.name).sort()).toEqual(ACTIONS.map(({ name }) => name).sort());
  expect(gateway.length).toBeLessThanOrEqual(5);
  expect(countTokens(JSON.stringify(gateway))).toBeLessThanOrEqual(1500);
  const code = listTools({ mode: "code", names: "dotted", outputSchemas: false });
  expect(code.map(({ name }) => name)).toEqual(["sdl.action.search", "sdl.manual", "sdl.chain", "sdl.info"]);
  expect(countTokens(JSON.stringify(code))).toBeLessThanOrEqual(1500);
});

test("names suit the strictest client and are found again in every spelling", () => {
  for (const { name } of all) {
    expect(name).toMatch(/^[a-zA-Z0-9_]{1,40}$/);
    expect(name).not.toContain("__");
    expect(findAction(name)?.name.replaceAll(".", "_")).toBe(name);
  }
  expect(new Set(all.map((tool) => tool.name)).size).toBe(all.length);
});

test("dotted names on request", () => {
  expect(listTools({ mode: "all", names: "dotted", outputSchemas: false }).map((tool) => tool.name)).toEqual(
    ACTIONS.map((action) => action.name),
  );
});

test("descriptions are short, annotations complete, schemas free of noise", () => {
  for (const tool of all) {
    expect(tool.description?.length).toBeLessThanOrEqual(200);
    expect(Object.keys(tool.annotations ?? {}).sort()).toEqual([
      "destructiveHint",
      "idempotentHint",
      "openWorldHint",
      "readOnlyHint",
    ]);
    expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    expect(JSON.stringify(tool)).not.toContain("$schema");
    expect(tool.outputSchema).toBeUndefined();
  }
});

test("output schemas come on request, with an object at the root", () => {
  for (const tool of listTools({ mode: "all", names: "underscore", outputSchemas: true })) {
    expect(tool.outputSchema).toMatchObject({ type: "object" });
  }
});

test("the list keeps its token budget", () => {
  const tokens = { core: countTokens(JSON.stringify(core)), all: countTokens(JSON.stringify(all)) };
  expect(tokens.core).toBeLessThanOrEqual(3000);
  expect(tokens.all / all.length).toBeLessThanOrEqual(300);
});

test("the list is the same bytes every time", () => {
  expect(JSON.stringify(listTools({ mode: "core", names: "underscore", outputSchemas: false }))).toBe(
    JSON.stringify(core),
  );
});

test("instructions fit into what clients keep, and name tools as they are listed", () => {
  expect(Buffer.byteLength(instructions("underscore", "gateway"))).toBeLessThanOrEqual(2048);
  expect(Buffer.byteLength(instructions("underscore", "code"))).toBeLessThanOrEqual(2048);
  const text = instructions("underscore");
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
  expect(text).not.toMatch(/\bsdl\./);
  const named = [...text.matchAll(/\bsdl_\w+/g)].map(([name]) => name);
  expect(named.filter((name) => findAction(name) === undefined)).toEqual([]);
  expect(named.length).toBeGreaterThan(5);
});
