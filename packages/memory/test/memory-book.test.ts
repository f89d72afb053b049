import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InMemoryGraph } from "@sdl/model/in-memory";
import { afterEach, describe, expect, test } from "vitest";
import type { StoreRequest } from "../src/index.js";
import { type Example, openExample, SOURCE } from "./example.js";

let example: Example | undefined;
afterEach(() => example?.remove());

function open(source?: string): Example {
  example = openExample(source);
  return example;
}

const RACE: StoreRequest = {
  type: "bugfix",
  title: "Race in authenticate()",
  content: "The refresh promise was not awaited.\n\nSo concurrent requests failed.",
  tags: ["auth", "concurrency"],
  confidence: 0.9,
};

/** All memories, one line each. */
function shown({ book, graph }: Pick<Example, "book" | "graph">): string[] {
  return book.viewMemories(graph).memories.map(
    ({ type, title, stale, staleVersion, origin, linkedSymbols }) =>
      `${type} "${title}" ${origin}${stale ? " stale" : ""}${staleVersion === undefined ? "" : ` since ${staleVersion}`} → ${
        linkedSymbols
          .map((id) => graph.findSymbol(id))
          .map((handle) => (handle === undefined ? "gone" : graph.symbol(handle).qualifiedName))
          .join(", ") || "-"
      }`,
  );
}

describe("storing", () => {
  test("a memory is stored as a readable file", () => {
    const { book, graph, root } = open();
    const { memoryId, ...result } = book.store(
      { ...RACE, symbolIds: [graph.id("authenticate")], files: ["src/auth.ts"] },
      graph,
    );
    expect(result).toEqual({ created: true, deduplicated: false });
    const text = readFileSync(join(root, `.sdl-memory/bugfixes/${memoryId}.md`), "utf8");
    expect(text.replace(/memoryId: .*|symbolId: .*|fingerprint: .*/g, "…").replace(/:\d{8}\b/g, ":…")).toBe(`---
…
type: bugfix
title: Race in authenticate()
tags:
  - auth
  - concurrency
confidence: 0.9
symbols:
  - …
    name: authenticate
    file: src/auth.ts
    …
files:
  - src/auth.ts
fileMarks:
  - file: src/auth.ts
    symbols: Store:…, authenticate:…, validateToken:…
createdAt: 2026-03-01T12:00:00.000Z
updatedAt: 2026-03-01T12:00:00.000Z
---
The refresh promise was not awaited.

So concurrent requests failed.
`);
    expect(shown({ book, graph })).toEqual(['bugfix "Race in authenticate()" local → authenticate']);
  });

  test("storing equal content returns the existing memory", () => {
    const { book, graph, pass } = open();
    const first = book.store(RACE, graph);
    pass(1);
    expect(book.store({ ...RACE, tags: ["other"] }, graph)).toEqual({ ...first, created: false, deduplicated: true });
    expect(book.viewMemories(graph).memories.map(({ tags, updatedAt }) => [tags, updatedAt])).toEqual([
      [["auth", "concurrency"], "2026-03-01T12:00:00.000Z"],
    ]);
  });

  test("storing with an id overwrites the memory; omitted fields keep their values", () => {
    const { book, graph, pass } = open();
    const { memoryId } = book.store({ ...RACE, symbolIds: [graph.id("authenticate")] }, graph);
    pass(2);
    expect(book.store({ ...RACE, title: "Race, fixed", memoryId }, graph)).toEqual({
      memoryId,
      created: false,
      deduplicated: false,
    });
    const [memory] = book.viewMemories(graph).memories;
    expect(memory).toMatchObject({
      memoryId,
      title: "Race, fixed",
      tags: ["auth", "concurrency"],
      linkedSymbols: [graph.id("authenticate")],
      createdAt: "2026-03-01T12:00:00.000Z",
      updatedAt: "2026-03-03T12:00:00.000Z",
    });
  });

  test("unknown symbols, blank texts and texts that cannot be read back are rejected", () => {
    const { book, graph } = open();
    const store = (changed: Partial<StoreRequest>) => () => book.store({ ...RACE, ...changed }, graph);
    const other = new InMemoryGraph({ symbols: [] });
    expect(store({ symbolIds: [InMemoryGraph.fromText("x.ts\n  function gone()").id("gone")] })).toThrow(
      /not in the index/,
    );
    expect(store({ title: "  " })).toThrow(/both must contain text/);
    expect(store({ content: "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n" })).toThrow(/conflict markers/);
    expect(store({ memoryId: "../../etc" })).toThrow(/16 hex digits/);
    expect(book.viewMemories(other).memories).toEqual([]);
  });

  test("secrets are masked before they are written", () => {
    const { book, graph, root } = open();
    const { memoryId } = book.store({ ...RACE, content: "The password was hunter2." }, graph);
    expect(readFileSync(join(root, `.sdl-memory/bugfixes/${memoryId}.md`), "utf8")).not.toContain("hunter2");
  });
});

describe("staleness", () => {
  const CHANGED = SOURCE.replace("authenticate(header: string)", "authenticate(header: string, retry: boolean)");

  test("a changed symbol makes a memory stale; storing it again makes it fresh, and no refresh writes the file", () => {
    const { book, graph, root } = open();
    const { memoryId } = book.store({ ...RACE, symbolIds: [graph.id("authenticate")] }, graph);
    const path = join(root, `.sdl-memory/bugfixes/${memoryId}.md`);
    const text = readFileSync(path, "utf8");
    const changed = InMemoryGraph.fromText(CHANGED, "v2");
    book.recordStaleness(changed);
    expect(shown({ book, graph: changed })).toEqual([
      `bugfix "Race in authenticate()" local stale since ${changed.version} → authenticate`,
    ]);
    expect(readFileSync(path, "utf8")).toBe(text);
    book.store({ ...RACE, memoryId }, changed);
    expect(shown({ book, graph: changed })).toEqual(['bugfix "Race in authenticate()" local → authenticate']);
  });

  test("reverting the change makes the memory fresh again", () => {
    const { book, graph } = open();
    book.store({ ...RACE, symbolIds: [graph.id("authenticate")] }, graph);
    book.recordStaleness(InMemoryGraph.fromText(CHANGED, "v2"));
    book.recordStaleness(graph);
    expect(shown({ book, graph })).toEqual(['bugfix "Race in authenticate()" local → authenticate']);
    const changed = InMemoryGraph.fromText(CHANGED, "v2");
    expect(shown({ book, graph: changed })).toEqual(['bugfix "Race in authenticate()" local stale → authenticate']);
  });

  test("moved lines and moved files do not make a memory stale; a removed symbol does", () => {
    const { book, graph } = open();
    book.store({ ...RACE, symbolIds: [graph.id("authenticate")] }, graph);
    const moved = InMemoryGraph.fromText(SOURCE.replace("src/auth.ts", "lib/login.ts"), "v2");
    expect(shown({ book, graph: moved })).toEqual(['bugfix "Race in authenticate()" local → authenticate']);
    const gone = InMemoryGraph.fromText("src/auth.ts\n  class Store", "v3");
    expect(shown({ book, graph: gone })).toEqual(['bugfix "Race in authenticate()" local stale → gone']);
  });
});

describe("files written by others", () => {
  test("a colleague's memories are used after a pull, unless adoption is required", () => {
    const { book, graph, reopen } = open();
    book.store({ ...RACE, symbolIds: [graph.id("authenticate")] }, graph);
    const colleague = { journalPath: join(example?.root ?? "", ".other/memories.jsonl") };
    const theirs = reopen(colleague);
    expect(shown({ book: theirs, graph })).toEqual(['bugfix "Race in authenticate()" repository → authenticate']);
    const asking = reopen({ ...colleague, adopt: "ask" });
    expect(asking.viewMemories(graph)).toMatchObject({ memories: [], heldBack: 1 });
    expect(asking.adopt(undefined)).toBe(1);
    expect(shown({ book: asking, graph })).toEqual(['bugfix "Race in authenticate()" repository → authenticate']);
  });

  test("hand-written and hand-edited files are tolerated", () => {
    const { book, graph, root } = open();
    mkdirSync(join(root, ".sdl-memory/decisions"), { recursive: true });
    writeFileSync(join(root, ".sdl-memory/decisions/why-lmdb.md"), "\uFEFF# Why LMDB\r\n\r\nReaders never wait.\r\n");
    writeFileSync(
      join(root, ".sdl-memory/flat.md"),
      `---\ntype: task_context\nmemoryId: "0000000000000042"\nconfidence: high\nsymbols: [${graph.id("Store")}, nonsense]\n---\nText\n`,
    );
    expect(shown({ book, graph })).toEqual(
      expect.arrayContaining(['decision "Why LMDB" repository → -', 'task_context "Text" repository → Store']),
    );
  });

  test("a file that cannot be read is left out with a warning", () => {
    const { book, graph, root } = open();
    const { memoryId } = book.store(RACE, graph);
    const folder = join(root, ".sdl-memory/bugfixes");
    const text = readFileSync(join(folder, `${memoryId}.md`), "utf8");
    writeFileSync(join(folder, "copy.md"), text);
    writeFileSync(join(folder, "conflict.md"), `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> branch\n`);
    writeFileSync(join(folder, "yaml.md"), "---\ntitle: [unclosed\n---\ntext\n");
    writeFileSync(join(folder, "empty.md"), "---\ntitle: only a title\n---\n");
    writeFileSync(join(folder, "bad-id.md"), "---\nmemoryId: 12\n---\ntext\n");
    symlinkSync("/etc/hostname", join(folder, "link.md"));
    book.import();
    expect(book.viewMemories(graph).memories).toHaveLength(1);
    expect(book.viewMemories(graph).warnings.map((warning) => warning.replace(/\(.*\)/, "(…)"))).toEqual([
      '.sdl-memory/bugfixes/bad-id.md was left out: its memoryId "12" is not 16 hex digits',
      ".sdl-memory/bugfixes/conflict.md was left out: it contains merge conflict markers; resolve the conflict",
      ".sdl-memory/bugfixes/empty.md was left out: it has no text below its front matter",
      ".sdl-memory/bugfixes/yaml.md was left out: its front matter is not valid YAML (…)",
      expect.stringMatching(/was left out: another file has the same memoryId/),
    ]);
  });

  test("a file moved or deleted by hand is followed", () => {
    const { book, graph, root } = open();
    const { memoryId } = book.store(RACE, graph);
    renameSync(join(root, `.sdl-memory/bugfixes/${memoryId}.md`), join(root, ".sdl-memory/race.md"));
    expect(book.viewMemories(graph).memories.map(({ memoryId: id, sourceFile }) => [id, sourceFile])).toEqual([
      [memoryId, ".sdl-memory/race.md"],
    ]);
    book.store({ ...RACE, memoryId, title: "Still there" }, graph);
    expect(readFileSync(join(root, ".sdl-memory/race.md"), "utf8")).toContain("Still there");
    rmSync(join(root, ".sdl-memory"), { recursive: true });
    expect(book.viewMemories(graph).memories).toEqual([]);
  });
});

describe("removing", () => {
  test("removing marks the file, and the memory stays removed when the file is read again", () => {
    const { book, graph, root, reopen } = open();
    const { memoryId } = book.store(RACE, graph);
    expect(book.remove(memoryId, false)).toBe(false);
    expect(readFileSync(join(root, `.sdl-memory/bugfixes/${memoryId}.md`), "utf8")).toContain("deletedAt: 2026-03-01");
    expect(book.viewMemories(graph).memories).toEqual([]);
    expect(reopen().viewMemories(graph).memories).toEqual([]);
    expect(() => book.remove(memoryId, false)).toThrow(/no memory has the id/);
    expect(book.store(RACE, graph)).toEqual({ memoryId, created: true, deduplicated: false });
    expect(shown({ book, graph })).toEqual(['bugfix "Race in authenticate()" local → -']);
  });

  test("a memory whose deleted file a pull restores stays removed until it is updated", () => {
    const { book, graph, root, pass } = open();
    const { memoryId } = book.store(RACE, graph);
    const path = join(root, `.sdl-memory/bugfixes/${memoryId}.md`);
    const text = readFileSync(path, "utf8");
    pass(1);
    expect(book.remove(memoryId, true)).toBe(true);
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, text);
    expect(book.viewMemories(graph).memories).toEqual([]);
    writeFileSync(path, text.replace(/updatedAt: .*/, "updatedAt: 2026-04-01T00:00:00Z"));
    book.import();
    expect(book.viewMemories(graph).memories).toHaveLength(1);
  });
});

test("a crash during an append loses at most the journal's last line", () => {
  const { book, graph, root, reopen } = open();
  book.store(RACE, graph);
  const journal = join(root, ".sdl/memory/memories.jsonl");
  writeFileSync(journal, `${readFileSync(journal, "utf8")}{"event":"removed","memo`);
  const after = reopen();
  expect(shown({ book: after, graph })).toEqual(['bugfix "Race in authenticate()" local → -']);
  after.store({ ...RACE, title: "Another" }, graph);
  expect(shown({ book: reopen(), graph })).toHaveLength(2);
});

test("two processes that store concurrently lose nothing", () => {
  const { root, graph, reopen } = open();
  const [one, two] = [reopen(), reopen()];
  one.store(RACE, graph);
  two.store({ ...RACE, title: "Second" }, graph);
  one.store({ ...RACE, title: "Third" }, graph);
  expect(shown({ book: two, graph })).toHaveLength(3);
  expect(execFileSync("find", [join(root, ".sdl-memory"), "-name", "*.tmp"], { encoding: "utf8" })).toBe("");
});
