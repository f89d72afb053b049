/**
 * Tests that only clients which declare that they show pages get pages, in both eras of the protocol; for others
 * nothing changes.
 */

import { shareOfDay } from "@sdl/engine/testing";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listTools } from "../../src/tool-list.js";
import { CLIENT_KINDS, connect, connectHttp, SHOWS_PAGES, type TestClient } from "../clients.js";
import { type Example, indexExample } from "../example.js";
import { type HttpServer, startHttp, stopServers } from "../http-server.js";

const PAGE = "ui://sdl/graph";

let example: Example;
let http: HttpServer;
beforeAll(async () => {
  example = await indexExample();
  http = await startHttp(example);
});
afterAll(async () => {
  await stopServers();
  example.remove();
});

async function during<T>(opened: Promise<TestClient>, work: (client: TestClient) => Promise<T>): Promise<T> {
  const client = await opened;
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Names of the tools that have the page, and of the tool that only the page calls. */
async function pagesOf(client: TestClient) {
  const { tools } = await client.listTools();
  const uiOf = ({ _meta }: (typeof tools)[number]) =>
    Object(_meta?.["ui"]) as { visibility?: string[]; resourceUri?: string };
  const shown = tools.filter((tool) => uiOf(tool).resourceUri === PAGE);
  return {
    forModels: shown.filter((tool) => uiOf(tool).visibility === undefined).map(({ name }) => name),
    forPages: shown.filter((tool) => uiOf(tool).visibility?.join() === "app").map(({ name }) => name),
  };
}

/** Another kind of client each day. */
describe.each(shareOfDay(CLIENT_KINDS, CLIENT_KINDS.length))("%s", (kind) => {
  test("a client that shows pages gets tools with a page, the picture tool, and the page", () =>
    during(connect(kind, example, [], SHOWS_PAGES), async (client) => {
      expect(await pagesOf(client)).toEqual({
        forModels: ["sdl_context", "sdl_changes"],
        forPages: ["sdl_graph_picture"],
      });
      const wishes = {
        csp: { connectDomains: [], resourceDomains: [] },
        permissions: { clipboardWrite: {} },
        prefersBorder: true,
      };
      const mimeType = "text/html;profile=mcp-app";
      expect(await client.resources()).toMatchObject([{ uri: PAGE, mimeType, _meta: { ui: wishes } }]);
      const [page, ...more] = await client.read(PAGE);
      expect(more).toEqual([]);
      expect(page).toMatchObject({ uri: PAGE, mimeType, _meta: { ui: wishes } });
      expect(page?.text).toMatch(/^<!doctype html>/);
      expect(page?.text).toContain('{"tool":"sdl_graph_picture","version":');
      expect((await client.templates()).map(({ name }) => name)).toEqual(["card", "slice", "skeleton"]);
    }));

  test("a client that shows no pages gets neither page nor picture tool, and results are unchanged", () =>
    during(connect(kind, example), async (client) => {
      expect(await pagesOf(client)).toEqual({ forModels: [], forPages: [] });
      expect(await client.resources()).toEqual([]);
      await expect(client.read(PAGE)).rejects.toThrow(/no resource has the address/);
      await expect(client.call("sdl_graph_picture", {})).rejects.toThrow(/Unknown tool "sdl_graph_picture"/);
      const answer = await client.call("sdl_context", { taskText: "token validation fails" });
      expect(Object(answer["_meta"])).not.toHaveProperty(["sdl/picture"]);
    }));

  test("a client of pages of another type gets no page", () =>
    during(
      connect(kind, example, [], { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/uri-list"] } } }),
      async (client) => expect(await client.resources()).toEqual([]),
    ));
});

test("over HTTP a client declares with each request that it shows pages", () =>
  during(connectHttp("2026-07-28", http, { capabilities: SHOWS_PAGES }), async (client) => {
    expect((await pagesOf(client)).forPages).toEqual(["sdl_graph_picture"]);
    const task = { taskText: "token validation fails" };
    const { _meta } = (await client.call("sdl_context", task)) as { readonly _meta?: Record<string, unknown> };
    const result = await client.call("sdl_graph_picture", Object(_meta?.["sdl/picture"]));
    expect(result["structuredContent"]).toMatchObject({ subject: "slice", place: "app" });
  }));

test("over HTTP later requests do not know the handshake of a client of an older revision", () =>
  during(connectHttp("2025-11-25", http, { capabilities: SHOWS_PAGES }), async (client) => {
    expect(await client.resources()).toEqual([]);
    expect((await pagesOf(client)).forPages).toEqual([]);
  }));

const LISTS = (["core", "all", "gateway", "code"] as const).map((mode) => [mode] as const);

test.each(LISTS)("--tools %s: pages only add entries to the tool list", (mode) => {
  const options = { mode, names: "underscore", outputSchemas: false } as const;
  const plain = listTools(options);
  const paged = listTools({ ...options, showsPages: true });
  const forModels = paged.filter(({ name }) => name !== "sdl_graph_picture");
  const withoutPages = forModels.map(({ _meta, ...tool }) => {
    const { ui: _, ...rest } = _meta ?? {};
    return { ...tool, _meta: rest };
  });
  expect(JSON.stringify(withoutPages)).toBe(JSON.stringify(plain));
  const named = forModels.filter(({ _meta }) => _meta?.["ui"] !== undefined).map(({ name }) => name);
  expect(named).toEqual(NAMED[mode]);
  expect(paged.length - forModels.length).toBe(NAMED[mode].length === 0 ? 0 : 1);
});

const NAMED = {
  core: ["sdl_context", "sdl_changes"],
  all: ["sdl_context", "sdl_slice_refresh", "sdl_delta_get", "sdl_changes"],
  gateway: ["sdl_change"],
  code: [],
};

test("pages add almost no tokens to what models see", () => {
  const options = { mode: "core", names: "underscore", outputSchemas: false } as const;
  const cost = (showsPages: boolean) => {
    const tools = listTools({ ...options, showsPages }).filter(({ name }) => name !== "sdl_graph_picture");
    return countTokens(JSON.stringify({ tools }));
  };
  expect(cost(true) - cost(false)).toBeGreaterThan(0);
  expect(cost(true) - cost(false)).toBeLessThanOrEqual(40);
});

test("names are dotted on request", () => {
  const tools = listTools({ mode: "core", names: "dotted", outputSchemas: false, showsPages: true });
  expect(tools.at(-1)?.name).toBe("sdl.graph.picture");
});
