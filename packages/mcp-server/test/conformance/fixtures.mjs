/**
 * MCP server with the tools, resources and prompts that the official conformance suite requires; the suite prescribes
 * their answers. Knows no transport.
 */
import { setTimeout } from "node:timers/promises";
import { completable, McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { z } from "zod";

/** An image of one pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
/** A sound of zero length. */
const WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

const text = (said) => ({ type: "text", text: said });
const image = { type: "image", data: PNG, mimeType: "image/png" };
const resource = (uri, mimeType, said) => ({ type: "resource", resource: { uri, mimeType, text: said } });
const answering =
  (...content) =>
  async () => ({ content });

const TOOLS = {
  test_simple_text: answering(text("This is a simple text response for testing.")),
  test_image_content: answering(image),
  test_audio_content: answering({ type: "audio", data: WAV, mimeType: "audio/wav" }),
  test_embedded_resource: answering(
    resource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
  ),
  test_multiple_content_types: answering(
    text("Multiple content types test:"),
    image,
    resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ),
  test_error_handling: async () => {
    throw new Error("This tool intentionally returns an error for testing");
  },
  test_tool_with_logging: async (_, { mcpReq }) => {
    for (const message of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await mcpReq.log("info", message);
      await setTimeout(50);
    }
    return { content: [text("done")] };
  },
  test_tool_with_progress: async (_, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      const params = { progressToken, progress, total: 100, message: `step ${progress}` };
      if (progressToken !== undefined) await mcpReq.notify({ method: "notifications/progress", params });
      await setTimeout(50);
    }
    return { content: [text(String(progressToken))] };
  },
};

const SCHEMA_TOOL = z.object({ name: z.string().optional(), address: z.object({ city: z.string() }).optional() });

export function fixtureServer() {
  const server = new McpServer(
    { name: "fixtures", version: "1" },
    { capabilities: { logging: {}, completions: {}, resources: { subscribe: true } } },
  );
  for (const [name, answer] of Object.entries(TOOLS))
    server.registerTool(name, { description: name, inputSchema: z.object({}) }, answer);
  server.registerTool(
    "json_schema_2020_12_tool",
    { description: "Has a schema of the 2020-12 dialect", inputSchema: SCHEMA_TOOL },
    answering(text("done")),
  );
  addResources(server);
  addPrompts(server);
  return server;
}

function addResources(server) {
  const add = (uri, mimeType, contents) =>
    server.registerResource(uri, uri, { mimeType }, async ({ href }) => ({
      contents: [{ uri: href, mimeType, ...contents }],
    }));
  add("test://static-text", "text/plain", { text: "This is the content of the static text resource." });
  add("test://static-binary", "image/png", { blob: PNG });
  add("test://watched-resource", "text/plain", { text: "watched" });
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  server.registerResource("template", template, { mimeType: "application/json" }, async ({ href }, { id }) => {
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { contents: [{ uri: href, mimeType: "application/json", text: JSON.stringify(data) }] };
  });
  server.server.setRequestHandler("resources/subscribe", async () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", async () => ({}));
}

function addPrompts(server) {
  const saying = (...content) => ({ messages: content.map((one) => ({ role: "user", content: one })) });
  const add = (name, argsSchema, write) =>
    server.registerPrompt(name, { description: name, ...(argsSchema && { argsSchema }) }, write);
  add("test_simple_prompt", undefined, () => saying(text("This is a simple prompt for testing.")));
  const cities = completable(z.string(), (typed) => ["paris", "park"].filter((city) => city.startsWith(typed)));
  add("test_prompt_with_arguments", z.object({ arg1: cities, arg2: z.string() }), ({ arg1, arg2 }) =>
    saying(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  add("test_prompt_with_embedded_resource", z.object({ resourceUri: z.string() }), ({ resourceUri }) =>
    saying(
      resource(resourceUri, "text/plain", "Embedded resource content for testing."),
      text("Please process the embedded resource above."),
    ),
  );
  add("test_prompt_with_image", undefined, () => saying(image, text("Please analyze the image above.")));
}
