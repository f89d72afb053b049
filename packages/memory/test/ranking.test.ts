import { InMemoryGraph, InMemoryTermIndex } from "@sdl/model/in-memory";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Feedback, feedbackFactors, type Memory, surfaceMemories } from "../src/index.js";
import { type Example, openExample, SOURCE } from "./example.js";

const graph = InMemoryGraph.fromText(SOURCE);
const [AUTHENTICATE, VALIDATE, STORE] = ["authenticate", "validateToken", "Store"].map((name) => graph.id(name)) as [
  ReturnType<typeof graph.id>,
  ReturnType<typeof graph.id>,
  ReturnType<typeof graph.id>,
];

function memory(changed: Partial<Memory>): Memory {
  return {
    memoryId: "0000000000000001",
    type: "decision",
    title: "Title",
    content: "Content",
    tags: [],
    confidence: 0.8,
    linkedSymbols: [],
    linkedFiles: [],
    stale: false,
    origin: "local",
    createdAt: "2026-03-01T00:00:00Z",
    updatedAt: "2026-03-01T00:00:00Z",
    ...changed,
  };
}

describe("surfacing", () => {
  const asOfDay = "2026-03-31";

  test("score = confidence × 1 / (1 + days / 30) × matched ÷ requested symbols", () => {
    const found = surfaceMemories([memory({ linkedSymbols: [AUTHENTICATE], confidence: 0.9 })], {
      symbolIds: [AUTHENTICATE, VALIDATE],
      limit: 10,
      asOfDay: "2026-03-31",
    });
    expect(found.map(({ score, matchedSymbols }) => ({ score, matchedSymbols }))).toEqual([
      { score: 0.225, matchedSymbols: [AUTHENTICATE] },
    ]);
  });

  test("without requested symbols all memories match, by confidence and age; type and limit filter", () => {
    const all = [
      memory({ memoryId: "a", confidence: 0.5, updatedAt: "2026-03-31T08:00:00Z" }),
      memory({ memoryId: "b", confidence: 0.9, type: "bugfix", updatedAt: "2026-03-31T08:00:00Z" }),
      memory({ memoryId: "c", confidence: 0.9, updatedAt: "2026-01-01T00:00:00Z" }),
    ];
    const ids = (request: Partial<Parameters<typeof surfaceMemories>[1]>) =>
      surfaceMemories(all, { limit: 10, asOfDay, ...request }).map(({ memoryId }) => memoryId);
    expect(ids({})).toEqual(["b", "a", "c"]);
    expect(ids({ type: "decision" })).toEqual(["a", "c"]);
    expect(ids({ limit: 1 })).toEqual(["b"]);
    expect(ids({ symbolIds: [STORE] })).toEqual([]);
  });

  test("a memory that links a file matches the file's symbols, unless it links symbols", () => {
    const request = { symbolIds: [STORE], limit: 10, asOfDay, fileOf: () => "src/auth.ts" };
    expect(surfaceMemories([memory({ linkedFiles: ["src/auth.ts"] })], request)).toHaveLength(1);
    expect(surfaceMemories([memory({ linkedFiles: ["src/auth.ts"], linkedSymbols: [VALIDATE] })], request)).toEqual([]);
  });
});

describe("queries", () => {
  let example: Example;
  beforeAll(() => {
    example = openExample();
    const { book, pass } = example;
    const store = (title: string, content: string, more: object = {}) => {
      pass(1);
      book.store({ type: "decision", title, content, ...more }, graph);
    };
    store("Cache of tokens", "validateToken keeps decoded tokens for a minute.", {
      tags: ["cache", "auth"],
      confidence: 0.5,
    });
    store("Store is in memory", "Users are not kept on disk; see issue 4711.", {
      symbolIds: [STORE],
      type: "task_context",
    });
    store("Tokenizers", "We count with o200k.", { confidence: 0.9, type: "bugfix" });
  });
  afterAll(() => example.remove());

  const titles = (request: object) =>
    example.book.query({ limit: 10, ...request }, graph).memories.map(({ title }) => title);

  test("text search: identifiers are split, words stemmed, numbers found", () => {
    expect(titles({ query: "decoding a token" })[0]).toBe("Cache of tokens");
    expect(titles({ query: "validate" })).toEqual(["Cache of tokens"]);
    expect(titles({ query: "4711" })).toEqual(["Store is in memory"]);
    expect(titles({ query: "kubernetes" })).toEqual([]);
  });

  test("filters by type, all tags, any symbol and staleness; sorting; total counts all matches beyond the limit", () => {
    expect(titles({ types: ["bugfix", "task_context"] })).toEqual(["Tokenizers", "Store is in memory"]);
    expect(titles({ tags: ["auth", "cache"] })).toEqual(["Cache of tokens"]);
    expect(titles({ tags: ["auth", "none"] })).toEqual([]);
    expect(titles({ symbolIds: [STORE, VALIDATE] })).toEqual(["Store is in memory"]);
    expect(titles({ staleOnly: true })).toEqual([]);
    expect(titles({ sortBy: "confidence" })).toEqual(["Tokenizers", "Store is in memory", "Cache of tokens"]);
    expect(titles({})).toEqual(["Tokenizers", "Store is in memory", "Cache of tokens"]);
    expect(example.book.query({ limit: 1 }, graph)).toMatchObject({ total: 3, memories: [{ title: "Tokenizers" }] });
  });
});

describe("feedback factors", () => {
  const index = new InMemoryTermIndex(graph);
  const task = { taskText: "refresh of expired tokens fails", startSymbols: [], asOfDay: "2026-03-01", index };
  const report = (changed: Partial<Feedback> = {}): Feedback => ({
    feedbackId: "f",
    versionId: "v1",
    sliceHandle: "h",
    usefulSymbols: [VALIDATE],
    missingSymbols: [],
    shownSymbols: [VALIDATE, STORE],
    startSymbols: [],
    taskTags: [],
    taskText: task.taskText,
    createdAt: "2026-03-01T10:00:00Z",
    ...changed,
  });
  const factor = (reports: readonly Feedback[], symbol = VALIDATE, asked: object = task) =>
    feedbackFactors(reports, { ...task, ...asked }).get(symbol) ?? 1;

  test("useful and missing symbols have factors above 1", () => {
    expect(factor([report()])).toBeCloseTo(1.21875);
    expect(factor([report({ missingSymbols: [AUTHENTICATE] })], AUTHENTICATE)).toBeCloseTo(1.21875);
  });

  test("shown symbols that were not useful have factors below 1 if a second report agrees", () => {
    expect(factor([report()], STORE)).toBe(1);
    expect(factor([report(), report()], STORE)).toBeCloseTo(0.825);
    expect(factor([report(), report(), report({ usefulSymbols: [STORE] })], STORE)).toBe(1);
  });

  test("a factor grows with agreeing reports and stays within its bounds", () => {
    const many = Array.from({ length: 60 }, () => report());
    expect(factor([report(), report()])).toBeCloseTo(1 + 0.25 * (1 - 2 ** -6));
    expect(factor(many)).toBeLessThanOrEqual(1.25);
    expect(factor(many, STORE)).toBeGreaterThanOrEqual(0.8);
  });

  test("a report's weight halves every 90 days", () => {
    const old = report({ createdAt: "2025-12-01T10:00:00Z" });
    expect(factor([old])).toBeCloseTo(1 + 0.25 * (1 - 2 ** -1.5), 2);
  });

  test("only tasks with common words or start symbols have an effect", () => {
    expect(factor([report({ taskText: "colours of the menu" })])).toBe(1);
    expect(
      factor([report({ taskText: "colours of the menu", startSymbols: [AUTHENTICATE] })], VALIDATE, {
        startSymbols: [AUTHENTICATE],
      }),
    ).toBeCloseTo(1.21875);
  });

  test("a common rare word has more weight than a frequent one", () => {
    const common = InMemoryGraph.fromText(
      `src/colours.ts\n${Array.from({ length: 40 }, (_, at) => `  export function value${at}(): Value  // The value.`).join("\n")}`,
    );
    const among = { index: new InMemoryTermIndex(common) };
    expect(factor([report({ taskText: "value hue" })], VALIDATE, { ...among, taskText: "value tint" })).toBe(1);
    expect(factor([report({ taskText: "value hue" })], VALIDATE, { ...among, taskText: "hue clamp" })).toBeGreaterThan(
      1.1,
    );
  });
});
