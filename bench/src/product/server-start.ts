/** Measures the time from starting an MCP server on an existing index to its first answer. */
import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { CLI } from "../paths.js";
import type { StorePlace } from "./cold.js";

const TIMEOUT_MS = 60_000;
const MESSAGES = [
  {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "0" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
];

/** @returns milliseconds from spawn to the answer of the first search @throws {Error} if the server gives none */
export async function measureServerStart(root: string, place: StorePlace, query: string): Promise<number> {
  const started = performance.now();
  const server = spawn(process.execPath, [CLI, "serve", "--stdio", "--store", place.store], {
    cwd: root,
    env: { ...process.env, ...place.env },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = new Promise<void>((resolve) => server.on("close", () => resolve()));
  const timer = setTimeout(() => server.kill("SIGKILL"), TIMEOUT_MS);
  try {
    const send = (message: object): boolean => server.stdin.write(`${JSON.stringify(message)}\n`);
    for (const message of MESSAGES) send(message);
    for await (const line of createInterface({ input: server.stdout })) {
      const answer = JSON.parse(line);
      if (answer.id === 2) return checkAnswer(answer, performance.now() - started);
      if (answer.id === 1) {
        send({
          jsonrpc: "2.0",
          id: 2,
          method: "tools/call",
          params: { name: "sdl_symbol_search", arguments: { query } },
        });
      }
    }
    throw new Error("the server ended without an answer");
  } finally {
    clearTimeout(timer);
    server.stdin.end();
    await ended;
  }
}

function checkAnswer(
  answer: { readonly error?: object; readonly result?: { readonly isError?: boolean } },
  ms: number,
): number {
  if (answer.error === undefined && answer.result?.isError !== true) return ms;
  throw new Error(`the server's first answer is an error: ${JSON.stringify(answer).slice(0, 500)}`);
}
