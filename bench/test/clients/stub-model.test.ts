/** Tests of the stub model in three protocols: it calls the wanted tool once, and ends after the result. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { StubModel } from "../../src/clients/stub-model.js";

let model: StubModel;
let address: string;
beforeEach(async () => {
  model = new StubModel("sdl_context", { taskText: "fix it" });
  address = await model.listenOnFreePort();
});
afterEach(() => model.close());

async function post(path: string, body: object): Promise<string> {
  const response = await fetch(`${address}${path}`, { method: "POST", body: JSON.stringify(body) });
  return response.text();
}

const RESULT = "1 symbol\n```ts\nexport {};\n```";

test.each([
  {
    name: "messages",
    path: "/v1/messages?beta=true",
    first: { stream: true, tools: [{ name: "Read" }, { name: "mcp__sdl__sdl_context" }] },
    called: /"name":"mcp__sdl__sdl_context"[\s\S]*\{\\"taskText\\":\\"fix it\\"\}/,
    second: {
      messages: [{ role: "user", content: [{ type: "tool_result", content: [{ type: "text", text: RESULT }] }] }],
    },
  },
  {
    name: "responses",
    path: "/v1/responses",
    first: { tools: [{ name: "shell" }, { type: "namespace", name: "mcp__sdl", tools: [{ name: "sdl_context" }] }] },
    called: /"name":"sdl_context"[\s\S]*"namespace":"mcp__sdl"[\s\S]*\{\\"taskText\\":\\"fix it\\"\}/,
    second: { input: [{ type: "function_call_output", output: RESULT }] },
  },
  {
    name: "generateContent",
    path: "/v1beta/models/x:streamGenerateContent?alt=sse",
    first: { tools: [{ functionDeclarations: [{ name: "read_file" }, { name: "mcp_sdl_sdl_context" }] }] },
    called: /"functionCall":\{"name":"mcp_sdl_sdl_context","args":\{"taskText":"fix it"\}\}/,
    second: { contents: [{ parts: [{ functionResponse: { response: { output: RESULT } } }] }] },
  },
])("$name", async ({ path, first, called, second }) => {
  expect(await post(path, first)).toMatch(called);
  expect(model.recordedRequests()).toMatchObject({
    firstTools: expect.arrayContaining([expect.stringMatching(/sdl_context$/)]),
  });
  expect(await post(path, { ...first, ...second })).toContain("Done.");
  const { result = "", requests } = model.recordedRequests();
  expect([result.endsWith(RESULT), requests]).toEqual([true, 2]);
});

test("a tool that is not offered or is deferred is not called", async () => {
  const deferred = { name: "mcp__sdl__sdl_context", defer_loading: true };
  expect(await post("/v1/messages", { tools: [{ name: "Read" }, deferred] })).toContain("Done.");
  expect(model.recordedRequests()).toMatchObject({ firstTools: ["Read"], result: undefined });
  expect(await post("/v1/models", {})).toContain('"object":"list"');
});
