/** Situations of memories: stored once, found by words and by symbols, stale after changes, removed. */
import type { ContractRepository } from "../contract-repository.js";
import type { Situation } from "../situation.js";
import { ANY_TEXT, matching, POSITIVE, some, text } from "./matchers.js";

const RACE = {
  type: "bugfix",
  title: "Race in authenticate()",
  content: "The refresh of a token was not awaited.",
  tags: ["auth"],
  fileRelPaths: ["src/server.ts"],
  symbolIds: ["$id:authenticate"],
};

function editServer({ fixture }: ContractRepository): void {
  fixture.git("checkout", "--", "tools/report.py", "src/users/store.ts");
  fixture.write({ ".sdl-memory/decisions/0000000000000bad.md": "---\nmemoryId: [\n<<<<<<< ours\n" });
}

export const MEMORY_SITUATIONS: readonly Situation[] = [
  {
    title: "a memory is stored",
    action: "sdl.memory.store",
    args: RACE,
    answer: { ok: true, memoryId: matching(/^[0-9a-f]{16}$/), created: true, deduplicated: false },
    keep: { memory: "memoryId" },
  },
  {
    title: "an equal memory is stored only once",
    action: "sdl.memory.store",
    args: RACE,
    answer: { ok: true, memoryId: "$memory", created: false, deduplicated: true },
  },
  {
    title: "a memory replaced by its id",
    action: "sdl.memory.store",
    args: {
      ...RACE,
      content: "The refresh of a token was not awaited, so that two requests raced.",
      memoryId: "$memory",
    },
    answer: { memoryId: "$memory", created: false, deduplicated: false },
  },
  {
    title: "a memory without tags and links",
    action: "sdl.memory.store",
    args: { type: "task_context", title: "A bare note", content: "Nothing but words." },
    answer: { created: true },
    keep: { bare: "memoryId" },
  },
  {
    title: "a memory with an unknown symbol",
    action: "sdl.memory.store",
    args: { type: "decision", title: "x", content: "y", symbolIds: ["0000000000000000"] },
    error: { code: "symbol_not_found" },
  },
  {
    title: "memories by words",
    action: "sdl.memory.query",
    args: { query: "requests raced" },
    answer: {
      memories: [
        {
          memoryId: "$memory",
          type: "bugfix",
          title: "Race in authenticate()",
          content: text("two requests raced"),
          tags: ["auth"],
          confidence: 0.8,
          linkedSymbols: ["$id:authenticate"],
          linkedFiles: ["src/server.ts"],
          stale: false,
          staleVersion: undefined,
          origin: "local",
          createdAt: matching(/Z$/),
          updatedAt: matching(/Z$/),
          sourceFile: matching(/^\.sdl-memory\/bugfixes\/[0-9a-f]{16}\.md$/),
        },
      ],
      total: 1,
      memoryVersion: matching(/^m/),
      heldBack: undefined,
    },
  },
  {
    title: "all memories by confidence; one came with the repository",
    action: "sdl.memory.query",
    args: { sortBy: "confidence" },
    answer: {
      memories: [{ origin: "repository", confidence: 0.9 }, { origin: "local" }, { origin: "local" }],
      total: 3,
    },
  },
  {
    title: "a limit of one memory of three",
    action: "sdl.memory.query",
    args: { limit: 1 },
    answer: { memories: [{ title: ANY_TEXT }], total: 3 },
  },
  {
    title: "no memory is stale yet",
    action: "sdl.memory.query",
    args: { staleOnly: true },
    answer: { memories: undefined, total: 0 },
  },
  {
    title: "memories of given symbols, by confidence, age and overlap",
    action: "sdl.memory.surface",
    args: { symbolIds: ["$id:authenticate", "$id:decode"] },
    answer: { memories: some({ memoryId: "$memory", matchedSymbols: ["$id:authenticate"], score: 0.4 }) },
  },
  {
    title: "memories of one type, without symbols",
    action: "sdl.memory.surface",
    args: { taskType: "decision" },
    answer: { memories: [{ type: "decision", matchedSymbols: undefined, score: POSITIVE }] },
  },
  {
    title: "memories of symbols without any",
    action: "sdl.memory.surface",
    args: { symbolIds: ["$id:direction"], taskType: "bugfix" },
    answer: { memories: undefined },
  },
  {
    title: "a slice includes the memories of its symbols",
    action: "sdl.slice.build",
    args: { entrySymbols: ["authenticate"], wireFormat: "standard" },
    answer: { slice: { memories: some({ memoryId: "$memory", matchedSymbols: some("$id:authenticate") }) } },
  },
  {
    title: "a removed memory: its file is marked, not deleted",
    action: "sdl.memory.remove",
    args: { memoryId: "$bare" },
    answer: { ok: true, memoryId: "$bare", fileDeleted: false },
  },
  {
    title: "a memory that is already removed",
    action: "sdl.memory.remove",
    args: { memoryId: "$bare" },
    error: { code: "invalid_params", message: text("memoryId") },
  },
  {
    title: "an unreadable memory file gives a warning, and the other memories are listed",
    action: "sdl.memory.query",
    args: {},
    before: editServer,
    answer: { total: 2, warnings: some(text("0000000000000bad")) },
  },
  {
    title: "the same for memories of symbols",
    action: "sdl.memory.surface",
    args: {},
    answer: { warnings: some(text("0000000000000bad")) },
  },
];
