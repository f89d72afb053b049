/** Tests of the raw wire: what a server writes, byte by byte, and when it ends. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Example, indexExample, SERVER, serverEnvironment } from "./example.js";

let example: Example;
beforeAll(async () => {
  example = await indexExample();
});
afterAll(() => example.remove());

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

interface RawServer {
  readonly process: ChildProcessWithoutNullStreams;
  readonly lines: string[];
  send(message: object | string): void;
  /** The answer to a request, or the first error without an id. */
  answer(id: number): Promise<Record<string, unknown>>;
}

function start(): RawServer {
  const child = spawn(process.execPath, [SERVER], { cwd: example.root, env: serverEnvironment(example.home) });
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  output.on("line", (line) => lines.push(line));
  const find = (id: number) =>
    lines.map((line): Record<string, unknown> => JSON.parse(line)).find((message) => message["id"] === id);
  return {
    process: child,
    lines,
    send: (message) => child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`),
    answer: async (id) => {
      for (;;) {
        const found = find(id);
        if (found !== undefined) return found;
        await once(output, "line");
      }
    },
  };
}

async function exitCode(server: RawServer): Promise<number | null> {
  if (server.process.exitCode !== null) return server.process.exitCode;
  const [code] = await once(server.process, "exit");
  return code;
}

test("malformed input is survived, and only protocol messages are written", async () => {
  const server = start();
  server.send("this is not JSON");
  server.send('{"jsonrpc":"2.0"');
  server.send("[]");
  server.send(INITIALIZE);
  expect(await server.answer(1)).toMatchObject({ result: { serverInfo: { name: "sdl" } } });
  server.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  server.send({ jsonrpc: "2.0", id: 2, method: "no/such" });
  expect(await server.answer(2)).toMatchObject({ error: { code: -32601 } });
  server.send({
    jsonrpc: "2.0",
    id: 3,
    method: "tools/call",
    params: { name: "sdl_symbol_search", arguments: "no object" },
  });
  expect(await server.answer(3)).toHaveProperty("error");
  server.send({
    jsonrpc: "2.0",
    id: 4,
    method: "tools/call",
    params: { name: "sdl_symbol_search", arguments: { answerFormat: "json" } },
  });
  expect(await server.answer(4)).toMatchObject({
    result: { isError: true, structuredContent: { code: "invalid_params" } },
  });
  server.process.stdin.end();
  expect(await exitCode(server)).toBe(0);
  for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
});

test("the end of input ends the process within two seconds, even during a refresh", async () => {
  const server = start();
  server.send(INITIALIZE);
  await server.answer(1);
  server.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  server.send({
    jsonrpc: "2.0",
    id: 2,
    method: "tools/call",
    params: { name: "sdl_index_refresh", arguments: { mode: "full" } },
  });
  const endedMs = performance.now();
  server.process.stdin.end();
  expect(await exitCode(server)).toBe(0);
  expect(performance.now() - endedMs).toBeLessThan(2_000);
});

test("SIGTERM ends the process", async () => {
  const server = start();
  server.send(INITIALIZE);
  await server.answer(1);
  server.process.kill("SIGTERM");
  expect(await exitCode(server)).toBe(0);
});

test("the handshake does not wait for the index", async () => {
  const server = start();
  server.send(INITIALIZE);
  server.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  server.send({
    jsonrpc: "2.0",
    id: 2,
    method: "tools/call",
    params: { name: "sdl_index_refresh", arguments: { mode: "full" } },
  });
  await server.answer(1);
  expect(server.lines).toHaveLength(1);
  await server.answer(2);
  server.process.stdin.end();
  await exitCode(server);
});
