/** Tests of lines of any length: each is answered, memory is bounded, and the session continues. */
import { expect, test } from "vitest";
import { descendants, peakMemory, type RawServer, startRaw } from "../support/raw-server.js";
import { indexedExample } from "../support/server.js";

const IS_LINUX = process.platform === "linux";
const MB = 1024 * 1024;
const LONGEST_MB = process.env["SDL_LONG"] === undefined ? 200 : 1_024;
const CHUNK = Buffer.alloc(256 * 1024, "x");

/** Sends a call whose line has this many megabytes, with the id at its start or end. */
async function sendLong(server: RawServer, id: number, megabytes: number, method = "tools/call"): Promise<void> {
  const [head, tail] = id % 2 === 0 ? [`"id":${id},`, ""] : ["", `,"id":${id}`];
  await server.write(
    `{"jsonrpc":"2.0",${head}"method":"${method}","params":{"name":"sdl_info","arguments":{"answerFormat":"json","query":"`,
  );
  for (let sent = 0; sent < megabytes * MB; sent += CHUNK.length) await server.write(CHUNK);
  await server.write(`"}}${tail}}\n`);
}

const search = {
  method: "tools/call",
  params: { name: "sdl_symbol_search", arguments: { query: "validateToken", limit: 1, answerFormat: "json" } },
};
const slice = {
  method: "tools/call",
  params: { name: "sdl_slice_build", arguments: { taskText: "validate a token" } },
};
const found = { result: { structuredContent: { results: [{ name: "validateToken" }] } } };

test.skipIf(!IS_LINUX)(
  `lines of up to ${LONGEST_MB} MB are refused with their ids, in bounded memory`,
  { timeout: 300_000 },
  async () => {
    const server = await startRaw(indexedExample());
    // Loads the tokenizer's tables first, as an idle server does after a while: their memory must not count.
    expect(await server.request({ id: "before", ...slice })).toMatchObject({ result: { content: [{}] } });
    const [child = 0] = descendants(server.process.pid ?? 0);
    const before = { front: peakMemory(server.process.pid ?? 0), server: peakMemory(child) };
    const sizes = [11, 12, 13, 64, LONGEST_MB];
    for (const [id, size] of sizes.entries()) {
      await sendLong(server, id, size);
      expect(await server.request({ id: `after ${size}`, ...search })).toMatchObject(found);
    }
    await sendLong(server, 10, 20, "tools/list");
    await sendLong(server, 11, 20, "notifications/initialized");
    await server.request({ id: "last", method: "ping" });
    const answers = server.messages.filter(({ id }) => typeof id === "number");
    expect(answers.slice(0, -2)).toEqual(
      sizes.map((_, id) => expect.objectContaining({ id, result: expect.objectContaining({ isError: true }) })),
    );
    expect(answers[0]).toMatchObject({ result: { structuredContent: { code: "too_large" } } });
    expect(answers.slice(-2)).toMatchObject([
      { id: 10, error: { code: -32_600, data: { code: "too_large" } } },
      // With an id, the notification's method becomes a request.
      { id: 11, error: { data: { code: "too_large" } } },
    ]);
    const after = { front: peakMemory(server.process.pid ?? 0), server: peakMemory(child) };
    expect(after.front - before.front).toBeLessThan(60);
    expect(after.server - before.server).toBeLessThan(60);
    expect(descendants(server.process.pid ?? 0)[0]).toBe(child);
    expect(await server.exit()).toBe(0);
    expect(server.noise).toEqual([]);
  },
);

test.skipIf(!IS_LINUX)(
  "lines just below the limit, many at once, are answered one after another, in bounded memory",
  { timeout: 300_000 },
  async () => {
    const server = await startRaw(indexedExample());
    await server.request({ id: "before", ...search });
    const [child = 0] = descendants(server.process.pid ?? 0);
    const count = process.env["SDL_LONG"] === undefined ? 12 : 100;
    for (let id = 0; id < count; id++) await sendLong(server, id, 9);
    expect(await server.request({ id: "last", ...search })).toMatchObject(found);
    await server.until(() => server.messages.length === count + 3);
    for (let id = 0; id < count; id++) {
      const answer = server.messages.find((one) => one["id"] === id);
      expect(answer).toMatchObject({ result: { structuredContent: { code: "invalid_params" } } });
    }
    expect(peakMemory(server.process.pid ?? 0)).toBeLessThan(200);
    expect(peakMemory(child)).toBeLessThan(400);
    expect(await server.exit()).toBe(0);
  },
);
