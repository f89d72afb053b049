/** Tests of real clients with a real server process, in both eras of the protocol. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ACTIONS, listedName } from "@sdl/engine";
import { shareOfDay } from "@sdl/engine/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLIENT_KINDS, connect, connectHttp, type TestClient } from "./clients.js";
import { type Example, indexExample } from "./example.js";
import { type HttpServer, startHttp, stopServers } from "./http-server.js";

let example: Example;
let http: HttpServer;
beforeAll(async () => {
  example = await indexExample();
  http = await startHttp(example, ["--tools", "all"]);
});
afterAll(async () => {
  await stopServers();
  example.remove();
});

const TRANSPORTS = ["stdio", "http"] as const;
/** Each kind of client runs every day, over one transport today and the other tomorrow. */
const WAYS = CLIENT_KINDS.flatMap((kind, at) =>
  shareOfDay(at % 2 === 0 ? TRANSPORTS : TRANSPORTS.toReversed(), TRANSPORTS.length).map(
    (transport) => [kind, transport] as const,
  ),
);

describe.each(WAYS)("%s over %s", (kind, transport) => {
  let client: TestClient;
  beforeAll(async () => {
    client = await (transport === "http" ? connectHttp(kind, http) : connect(kind, example, ["--tools", "all"]));
  });
  afterAll(() => client.close());

  test("negotiates the requested revision and sends instructions", () => {
    if (kind.startsWith("20")) expect(client.protocolVersion()).toBe(kind);
    expect(client.instructions()).toContain("sdl_context");
  });

  test("lists every action", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(ACTIONS.map(({ name }) => listedName(name, "underscore")));
  });

  test("answers with text only, and with data on request", async () => {
    const text = await client.call("sdl_search", { query: "validateToken" });
    expect(text).not.toHaveProperty("structuredContent");
    expect(text["content"]).toEqual([{ type: "text", text: expect.stringContaining("src/auth/token.ts") }]);
    const result = await client.call("sdl_search", { query: "validateToken", answerFormat: "json" });
    expect(result["isError"]).toBeFalsy();
    expect(result["structuredContent"]).toHaveProperty("results.0.name", "validateToken");
    expect(result["content"]).toEqual([{ type: "text", text: JSON.stringify(result["structuredContent"]) }]);
  });

  test.each(["sdl_search", "sdl.search", "sdl.symbol.search", "symbol.search", "symbolSearch", "sdl_symbol_search"])(
    "calls %s",
    async (name) => {
      expect((await client.call(name, { query: "decode" }))["isError"]).toBeFalsy();
    },
  );

  test("every tool without required arguments answers", async () => {
    for (const name of ["sdl_repo_list", "sdl_repo_status", "sdl_info", "sdl_index_refresh"]) {
      expect([name, (await client.call(name, {}))["isError"] ?? false]).toEqual([name, false]);
    }
  });

  test("an error that the model can correct is a result with a code and the next call", async () => {
    const result = await client.call("sdl_symbol", { symbol: "validateTokn", answerFormat: "json" });
    expect(result["isError"]).toBe(true);
    expect(result["structuredContent"]).toMatchObject({
      code: "symbol_not_found",
      candidates: [{ name: "validateToken", file: "src/auth/token.ts" }],
      nextBestAction: { tool: "sdl_search", args: { query: "validateTokn" } },
    });
    expect(result["content"]).toEqual([{ type: "text", text: JSON.stringify(result["structuredContent"]) }]);
  });

  test("a wrong parameter is named with the allowed values", async () => {
    const result = await client.call("sdl_symbol_search", { query: "x", limits: 3, answerFormat: "json" });
    expect(result["structuredContent"]).toMatchObject({
      code: "invalid_params",
      message: expect.stringContaining('Did you mean "limit"?'),
    });
  });

  test("an unknown tool is a protocol error that names similar tools", async () => {
    await expect(client.call("sdl_slice_biuld", {})).rejects.toThrow(/Did you mean sdl_context/);
  });

  test("a refresh sends rising progress", async () => {
    writeFileSync(
      join(example.root, "src", "extra.ts"),
      `export const extra = ${JSON.stringify(`${kind} ${transport}`)};\n`,
    );
    const seen: number[] = [];
    const result = await client.call(
      "sdl_index_refresh",
      { mode: "full", answerFormat: "json" },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(result["structuredContent"]).toMatchObject({ ok: true, repoId: "my-app" });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(new Set(seen).size).toBe(seen.length);
  });

  test("resources of cards, slices and skeletons have the tools' text", async () => {
    const templates = await client.templates();
    expect(templates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "sdl://repo/{repoId}/card/{symbolId}",
      "sdl://repo/{repoId}/slice/{handle}",
      "sdl://repo/{repoId}/skeleton/{path}",
    ]);
    const symbol = "src/auth/token.ts#validateToken";
    const card = await client.read(`sdl://repo/my-app/card/${encodeURIComponent(symbol)}`);
    expect(card).toEqual([
      expect.objectContaining({ mimeType: "text/plain", text: await textOf("sdl_symbol", { symbol }) }),
    ]);
    const file = "src/auth/token.ts";
    const skeleton = await textOf("sdl_code_getSkeleton", { file });
    for (const path of [file, encodeURIComponent(file)])
      expect((await client.read(`sdl://repo/my-app/skeleton/${path}`))[0]?.text).toBe(skeleton);
    const slice = await client.call("sdl_context", { taskText: "the expiry of a token", answerFormat: "json" });
    const { sliceHandle } = slice["structuredContent"] as { sliceHandle: string };
    const [read] = await client.read(`sdl://repo/my-app/slice/${sliceHandle}`);
    expect(read?.text).toContain("src/auth/token.ts");
  });

  test.each([
    ["sdl://repo/my-app/card/validateTokn", /symbol_not_found.*validateTokn/s],
    ["sdl://repo/my-app/slice/h_0000000000000000", /handle_unknown/],
    ["sdl://repo/my-app/skeleton/src/nowhere.ts", /nowhere\.ts/],
    ["sdl://repo/no-such-repository/card/x", /repo_not_found/],
    ["sdl://repo/my-app/unknown/x", /no resource has the address.*skeleton/s],
    ["sdl://repo/my-app/card/%E0%A4%A", /no resource has the address/],
  ])("the missing resource %s gives a clear error", async (uri, message) => {
    const reading = client.read(uri);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toMatchObject({ code: -32602, data: { uri } });
  });

  test("prompts contain answers and instructions", async () => {
    const prompts = await client.prompts();
    expect(prompts.map(({ name }) => name)).toEqual(["explain-symbol", "review-pr-risk", "fix-failing-test"]);
    const explain = await promptText("explain-symbol", { symbol: "validateToken" });
    expect(explain).toContain(await textOf("sdl_symbol", { symbol: "validateToken", source: "full" }));
    expect(explain).toMatch(/authenticate.*Say what it does/s);
    const fix = await promptText("fix-failing-test", { test: "test/token.test.ts", error: "Error: expired\n at x" });
    expect(fix).toMatch(/ {4}Error: expired.*validateToken.*Find the cause/s);
    const risk = await promptText("review-pr-risk", { fromVersion: "@latest", repoId: "" });
    expect(risk).toMatch(/against `@latest`.*most serious first/s);
  });

  test.each([
    ["explain-symbol", {}, /needs symbol/],
    ["explain-symbol", { symbol: "validateTokn" }, /symbol_not_found/],
    ["explain-symbol", { symbol: "x", file: "y" }, /takes no "file"/],
    ["explain-all", {}, /there are explain-symbol, review-pr-risk/],
  ])("the prompt %s with %j is refused", async (name, args: Record<string, string>, message) => {
    const asked = client.prompt(name, args);
    await expect(asked).rejects.toThrow(message);
    await expect(asked).rejects.toMatchObject({ code: -32602 });
  });

  test("arguments are completed from the index", async () => {
    const complete = async (ref: Parameters<TestClient["complete"]>[0]["ref"], name: string, value: string) =>
      (await client.complete({ ref, argument: { name, value } })).values;
    const explain = { type: "ref/prompt", name: "explain-symbol" } as const;
    expect(await complete(explain, "symbol", "validateTok")).toContain("src/auth/token.ts#validateToken");
    expect(await complete(explain, "repoId", "")).toEqual(["my-app"]);
    expect(await complete({ type: "ref/prompt", name: "fix-failing-test" }, "test", "tok")).toEqual([
      "test/token.test.ts",
    ]);
    expect(await complete({ type: "ref/prompt", name: "review-pr-risk" }, "fromVersion", "HEAD")).toContain("HEAD~1");
    const skeleton = { type: "ref/resource", uri: "sdl://repo/{repoId}/skeleton/{path}" } as const;
    expect(await complete(skeleton, "path", "token")).toContain("src/auth/token.ts");
    await expect(complete(explain, "no", "")).rejects.toMatchObject({ code: -32602 });
  });

  const textOf = async (name: string, args: Record<string, unknown>) => {
    const [block] = (await client.call(name, args))["content"] as [{ readonly text: string }];
    return block.text;
  };

  const promptText = async (name: string, args: Record<string, string>) => {
    const [message] = (await client.prompt(name, args)) as [{ readonly content: { readonly text: string } }];
    return message.content.text;
  };

  test("a cancelled refresh rejects, and the server continues", async () => {
    const cancel = new AbortController();
    const call = client.call("sdl_index_refresh", { mode: "full" }, { signal: cancel.signal });
    cancel.abort();
    await expect(call).rejects.toThrow();
    expect((await client.call("sdl_repo_status", { answerFormat: "json" }))["structuredContent"]).toMatchObject({
      repoId: "my-app",
    });
  });
});

test("dotted names and output schemas are listed on request, and answers match the schemas", async () => {
  const client = await connect("2026-07-28", example, ["--tools", "all", "--tool-names", "dotted", "--output-schemas"]);
  try {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("sdl.context");
    // The client validates answers against the listed schemas.
    for (const [name, args] of [
      ["sdl.symbol.search", { query: "token" }],
      ["sdl.symbol.getCard", { symbolRef: { name: "authenticate" } }],
      ["sdl.file.outline", { file: "src/users/store.ts" }],
      ["sdl.slice.build", { taskText: "expired token", wireFormat: "standard" }],
    ] as const) {
      expect([name, (await client.call(name, args))["isError"] ?? false]).toEqual([name, false]);
    }
  } finally {
    await client.close();
  }
});

test("a group's tool runs the action that it is given", async () => {
  const client = await connect("2026-07-28", example, ["--tools", "gateway"]);
  try {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("sdl_query");
    const found = await client.call("sdl_query", {
      action: "symbol.search",
      args: { query: "validateToken", answerFormat: "json" },
    });
    expect(found["structuredContent"]).toHaveProperty("results.0.name", "validateToken");
    const unknown = await client.call("sdl_query", { action: "symbol.serch", args: { answerFormat: "json" } });
    expect(unknown).toMatchObject({
      isError: true,
      structuredContent: { code: "invalid_params", candidates: ["sdl.symbol.search"] },
    });
    const faulty = await client.call("sdl.query", { action: "symbol.search", args: { answerFormat: "json" } });
    expect(faulty).toMatchObject({ isError: true, structuredContent: { code: "invalid_params" } });
  } finally {
    await client.close();
  }
});

test("a server with --json answers with data, and with text on request", async () => {
  const client = await connect("2026-07-28", example, ["--json"]);
  try {
    expect(await client.call("sdl_outline", { file: "src/server.ts" })).toHaveProperty("structuredContent.symbols");
    const text = await client.call("sdl_outline", { file: "src/server.ts", answerFormat: "text" });
    expect(text).not.toHaveProperty("structuredContent");
    const unknown = await client.call("sdl_outline", { file: "src/server.ts", answerFormat: "yaml" });
    expect(unknown["isError"]).toBe(true);
  } finally {
    await client.close();
  }
});

describe.each(["core", "all", "gateway", "code"] as const)("--tools %s", (mode) => {
  test("calls suggested in answers name listed tools and work unchanged", async () => {
    const client = await connect("2026-07-28", example, ["--tools", mode]);
    try {
      const listed = (await client.listTools()).tools.map(({ name }) => name);
      const { content } = await client.call("sdl_context", { taskText: "the expiry of a token" });
      const [{ text }] = content as [{ text: string }];
      const calls = [...text.matchAll(/^Next: (\w+) (\{.*\}) {2}/gm)];
      expect(calls.length).toBeGreaterThan(0);
      for (const [line, name = "", args = ""] of calls) {
        expect(listed).toContain(name);
        expect([line, (await client.call(name, JSON.parse(args)))["isError"] ?? false]).toEqual([line, false]);
      }
    } finally {
      await client.close();
    }
  });
});
