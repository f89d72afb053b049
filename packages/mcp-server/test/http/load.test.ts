/**
 * Test of many clients at once over HTTP: only the time limit may fail a request, and memory stays flat. The long tier
 * has 200 clients for a minute, or for SDL_LOAD_SECONDS.
 */
import { readFileSync } from "node:fs";
import process from "node:process";
import { pick, seededRandom } from "@sdl/engine/testing";
import { afterAll, expect, test } from "vitest";
import { CLIENT_KINDS, type ClientKind, connectHttp, type TestClient } from "../clients.js";
import { type Example, indexExample } from "../example.js";
import { startHttp, stopServers } from "../http-server.js";

const IS_LONG = process.env["SDL_LONG"] !== undefined;
const CLIENTS = IS_LONG ? 200 : 20;
const DURATION_MS = Number(process.env["SDL_LOAD_SECONDS"] ?? (IS_LONG ? 60 : 4)) * 1000;
const LOOK_MS = DURATION_MS / 40;

let example: Example | undefined;
afterAll(async () => {
  await stopServers();
  example?.remove();
});

const ASKS: Readonly<Record<string, (client: TestClient) => Promise<unknown>>> = {
  search: (client) => client.call("sdl_search", { query: "token" }),
  symbol: (client) => client.call("sdl_symbol", { symbol: "validateToken" }),
  outline: (client) => client.call("sdl_outline", { file: "src/server.ts" }),
  context: (client) => client.call("sdl_context", { taskText: "the expiry of a token" }),
  references: (client) => client.call("sdl_references", { symbol: "validateToken" }),
  tools: (client) => client.listTools(),
  resource: (client) => client.read("sdl://repo/my-app/card/validateToken"),
  prompt: (client) => client.prompt("explain-symbol", { symbol: "validateToken" }),
};

/** In MB. */
function residentMemory(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

test.skipIf(process.platform !== "linux")(`${CLIENTS} clients at once`, { timeout: 600_000 }, async () => {
  example = await indexExample();
  const server = await startHttp(example, ["--request-timeout", "30"]);
  const { pid = 0 } = server.process;
  const [child = 0] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
  const random = seededRandom(7);
  const failures: string[] = [];
  const timeouts: string[] = [];
  let answers = 0;
  // Only the server's limit may end a request, not the client's.
  const kinds = Array.from({ length: CLIENTS }, (_, i) => CLIENT_KINDS[i % CLIENT_KINDS.length] as ClientKind);
  const clients: (readonly [ClientKind, TestClient])[] = [];
  for (const kind of kinds) clients.push([kind, await connectHttp(kind, server, { timeout: 240_000 })]);
  const end = performance.now() + DURATION_MS;
  const note = (text: string) => (/longer than the 30 seconds/.test(text) ? timeouts : failures).push(text);
  const work = async ([kind, client]: readonly [ClientKind, TestClient]) => {
    while (performance.now() < end) {
      const asked = pick(random, Object.keys(ASKS));
      const beganMs = performance.now();
      try {
        const answer = await ASKS[asked]?.(client);
        if (typeof answer === "object" && answer !== null && "isError" in answer && answer.isError === true)
          note(JSON.stringify(answer));
        answers++;
      } catch (error) {
        const leftSeconds = ((end - beganMs) / 1000).toFixed(1);
        note(`${asked} by ${kind}, asked ${leftSeconds} s before the end: ${String(error)}`);
      }
    }
    await client.close();
  };
  const memory: number[] = [];
  const looks = setInterval(() => memory.push(residentMemory(child)), LOOK_MS);
  await Promise.all(clients.map(work));
  clearInterval(looks);
  expect(failures).toEqual([]);
  expect(answers).toBeGreaterThan(CLIENTS);
  const [early, late] = [memory.slice(10, 20), memory.slice(-10)].map(median) as [number, number];
  const tenths = Array.from({ length: 10 }, (_, i) => median(memory.slice(i * 4, i * 4 + 4)).toFixed(0));
  process.stderr.write(
    `${CLIENTS} clients, ${DURATION_MS / 1000} s: ${answers} answers, ${timeouts.length} beyond the time limit; resident MB by tenths of the time: ${tenths.join(" ")}\n`,
  );
  if (IS_LONG) expect(late).toBeLessThan(early * 1.2 + 20);
});
