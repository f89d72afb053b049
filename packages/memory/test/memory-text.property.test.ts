import { parseSymbolId } from "@sdl/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMemory, parseMemory } from "../src/files/memory-text.js";
import { MEMORY_TYPES, type StoredMemory } from "../src/memory.js";

const DEFAULTS = { memoryId: "0123456789abcdef", type: undefined, writtenAt: "2026-01-01T00:00:00.000Z" } as const;

const hex = fc.stringMatching(/^[0-9a-f]{16}$/);
const words = fc.string({ minLength: 1, maxLength: 80 }).filter((text) => text.trim() !== "" && !text.includes("\r"));
const time = fc
  .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());

const memories: fc.Arbitrary<StoredMemory> = fc.record({
  memoryId: hex,
  type: fc.constantFrom(...MEMORY_TYPES),
  title: words,
  content: fc.string({ unit: "grapheme", minLength: 1, maxLength: 400 }).map((text) => `x${text.replace(/\r/g, "")}`),
  tags: fc.array(words, { maxLength: 4 }),
  confidence: fc.integer({ min: 0, max: 100 }).map((value) => value / 100),
  links: fc.array(
    fc.record({
      symbolId: hex.map(parseSymbolId),
      name: words,
      file: words,
      fingerprint: fc.stringMatching(/^\d{15}$/),
    }),
    { maxLength: 3 },
  ),
  files: fc.array(words, { maxLength: 3 }),
  fileMarks: fc.array(
    fc.record({
      file: words,
      symbols: fc.array(fc.stringMatching(/^[^\s,]{1,20}:\d{8}$/), { minLength: 1, maxLength: 4 }),
      copies: fc.array(words, { maxLength: 2 }),
    }),
    { maxLength: 3 },
  ),
  createdAt: time,
  updatedAt: time,
});

test("a formatted memory is parsed back unchanged", () => {
  fc.assert(
    fc.property(memories, (memory) => {
      const back = parseMemory(formatMemory(memory), {
        memoryId: "0".repeat(16),
        type: undefined,
        writtenAt: memory.createdAt,
      });
      expect(back).toEqual({ memory });
    }),
    { numRuns: 200 },
  );
});

test("any text gives a memory or a problem", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.boolean(), (text, framed) => {
      const file = framed ? `---\n${text}\n---\nbody` : text;
      const parsed = parseMemory(file, {
        memoryId: "0".repeat(16),
        type: "decision",
        writtenAt: "2026-01-01T00:00:00Z",
      });
      if ("problem" in parsed) expect(parsed.problem).not.toBe("");
      else expect(parsed.memory.title.length).toBeLessThanOrEqual(120);
    }),
    { numRuns: 200 },
  );
});

test("many conflict markers are searched in linear time, and are a conflict only in their order", () => {
  const markers = fc.constantFrom("<<<<<<< a", "=======", ">>>>>>> b", "text", "=======\r");
  const runs = fc.array(fc.tuple(markers, fc.integer({ min: 1, max: 800 })), { minLength: 1, maxLength: 6 });
  const started = process.cpuUsage();
  fc.assert(
    fc.property(runs, (drawn) => {
      const text = drawn.map(([line, count]) => `${line}\n`.repeat(count)).join("");
      const order = drawn.map(([line]) => ({ "<": "o", "=": "m", ">": "c", t: "" })[line[0] ?? ""]).join("");
      const read = parseMemory(text, DEFAULTS);
      expect("problem" in read && read.problem.includes("conflict")).toBe(/o.*m.*c/.test(order));
    }),
    {
      numRuns: 200,
      examples: [
        [
          [
            ["<<<<<<< a", 800],
            ["=======", 800],
            ["text", 1],
          ],
        ],
      ],
    },
  );
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(3000);
});

test("a too deeply nested front matter makes only its own memory unreadable", () => {
  const nested = fc.constantFrom("[", "{a: ", "- ", "? ", "a:\n ");
  fc.assert(
    fc.property(nested, fc.integer({ min: 20_000, max: 60_000 }), (open, count) => {
      expect(parseMemory(`---\n${open.repeat(count)}\n---\ntext\n`, DEFAULTS)).toHaveProperty("problem");
    }),
    { numRuns: 10 },
  );
});
