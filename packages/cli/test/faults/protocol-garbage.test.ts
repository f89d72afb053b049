/**
 * Tests of sessions with garbage among valid calls, through front and server: every request is answered once, and no
 * process dies.
 */
import { type Random, seededRandom } from "@sdl/engine/testing";
import { expect, test } from "vitest";
import { GarbageGenerator, type GarbageLine } from "../support/protocol-garbage.js";
import { metaOf, type RawServer, REVISIONS, startRaw } from "../support/raw-server.js";
import { indexedExample } from "../support/server.js";

const SEED = Number(process.env["SDL_SEED"] ?? 20);
/** Lines per revision of the protocol. */
const LINES = process.env["SDL_LONG"] === undefined ? 200 : 3_000;
const SESSION_LINES = 200;

interface Answer {
  readonly id?: unknown;
  readonly error?: { readonly code: number };
  readonly result?: { readonly structuredContent?: { readonly results?: readonly { readonly name: string }[] } };
}

const title = `%s, seed ${SEED}: every request is answered once, despite garbage between requests`;

test.each(REVISIONS)(title, { timeout: 600_000 }, async (revision) => {
  const example = indexedExample();
  const random = seededRandom(SEED);
  for (let session = 0; session * SESSION_LINES < LINES; session++) {
    const server = await startRaw(example, revision);
    const generator = new GarbageGenerator(random, metaOf(revision));
    const lines = Array.from({ length: SESSION_LINES }, () => generator.line());
    await sendInPieces(server, lines, random);
    await server.request({ id: "last", method: "tools/list", params: metaOf(revision) });
    await server.until(() => missing(lines, server).length === 0);
    expect({ session, missing: missing(lines, server) }).toEqual({ session, missing: [] });
    check(lines, server.messages as readonly Answer[]);
    expect(await server.exit()).toBe(0);
    expect(server.noise).toEqual([]);
  }
});

/** Sends lines in chunks that are cut at any byte. */
async function sendInPieces(server: RawServer, lines: readonly GarbageLine[], random: Random): Promise<void> {
  const bytes = Buffer.concat(lines.flatMap((line) => [line.bytes, Buffer.from("\n")]));
  for (let start = 0; start < bytes.length; ) {
    const end = start + 1 + Math.floor(random() * (random() < 0.5 ? 20 : 20_000));
    await server.write(bytes.subarray(start, end));
    start = end;
  }
}

function counted(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Ids of requests without an answer. */
function missing(lines: readonly GarbageLine[], { messages }: RawServer): string[] {
  const answered = counted(messages.map(({ id }) => JSON.stringify(id)));
  const expected = counted(lines.flatMap((line) => line.expected.ids));
  return [...expected].filter(([id, count]) => (answered.get(id) ?? 0) < count).map(([id]) => id);
}

function check(lines: readonly GarbageLine[], answers: readonly Answer[]): void {
  const malformed = lines.filter((line) => line.expected.isMalformed);
  // A line that is invalid and too deep may be refused for either reason.
  const tolerated = new Set(malformed.flatMap(({ bytes }) => bytes.toString("latin1").match(/"id-[^"]*"/g) ?? []));
  const expected = counted(lines.flatMap((line) => line.expected.ids));
  const parseErrors = answers.filter(({ error }) => error?.code === -32_700);
  const others = counted(answers.filter((one) => !parseErrors.includes(one)).map(({ id }) => JSON.stringify(id)));
  const extra = [...others]
    .map(([id, count]) => [id, count - (expected.get(id) ?? 0)] as const)
    .filter(([id, count]) => count > 0 && !HANDSHAKE.has(id) && id !== "null");
  expect(extra.filter(([id]) => !tolerated.has(id))).toEqual([]);
  const nameless = (others.get("null") ?? 0) - lines.reduce((sum, line) => sum + line.expected.nameless, 0);
  expect(nameless).toBeGreaterThanOrEqual(0);
  expect(parseErrors.length + nameless + extra.length).toBeGreaterThanOrEqual(malformed.length);
  expect(nameless).toBeLessThanOrEqual(malformed.length);
  for (const { expected: one } of lines) {
    if (one.isSearch !== true) continue;
    const answer = answers.find(({ id }) => JSON.stringify(id) === one.ids[0]);
    expect(answer?.result?.structuredContent?.results).toMatchObject([{ name: "validateToken" }]);
  }
}

const HANDSHAKE = new Set(['"handshake"', '"last"']);
