/**
 * Many clients at once over HTTP: none fails but by the time limit, and memory stays flat. The long tier has 200 of them for a minute, or for as long as
 * SDL_LOAD_SECONDS says.
 */
import { readFileSync } from "node:fs";
import process from "node:process";
import { seededRandom } from "@sdl/engine/testing";
import { afterAll, expect, test } from "vitest";
import { CLIENT_KINDS, connectHttp, type TestClient } from "../clients.js";
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

type Ask = (client: TestClient) => Promise<unknown>;

const ASKS: readonly Ask[] = [
  (client) => client.call("sdl_search", { query: "token" }),
  (client) => client.call("sdl_symbol", { symbol: "validateToken" }),
  (client) => client.call("sdl_outline", { file: "src/server.ts" }),
  (client) => client.call("sdl_context", { taskText: "the expiry of a token" }),
  (client) => client.call("sdl_references", { symbol: "validateToken" }),
  (client) => client.listTools(),
  (client) => client.read("sdl://repo/my-app/card/validateToken"),
  (client) => client.prompt("explain-symbol", { symbol: "validateToken" }),
];

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
  const overdue: string[] = [];
  let answers = 0;
  // The server's limit is what may end a request, not the client's.
  const clients: TestClient[] = [];
  for (let number = 0; number < CLIENTS; number++)
    clients.push(
      await connectHttp(CLIENT_KINDS[number % CLIENT_KINDS.length] ?? "2026-07-28", server, { timeout: 240_000 }),
    );
  const end = performance.now() + DURATION_MS;
  const note = (text: string) => (/longer than the 30 seconds/.test(text) ? overdue : failures).push(text);
  const work = async (client: TestClient) => {
    while (performance.now() < end) {
      const ask = ASKS[Math.floor(random() * ASKS.length)] as Ask;
      try {
        const answer = await ask(client);
        if (typeof answer === "object" && answer !== null && "isError" in answer && answer.isError === true)
          note(JSON.stringify(answer));
        answers++;
      } catch (error) {
        note(String(error));
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
    `${CLIENTS} clients, ${DURATION_MS / 1000} s: ${answers} answers, ${overdue.length} beyond the time limit; resident MB by tenths of the time: ${tenths.join(" ")}\n`,
  );
  if (IS_LONG) expect(late).toBeLessThan(early * 1.2 + 20);
});
