/** Example: a memory book over a temporary folder, with a graph in memory. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { InMemoryGraph } from "@sdl/model/in-memory";
import { MemoryBook, type MemoryBookOptions } from "../src/index.js";

export const SOURCE = `
src/auth.ts
  export function authenticate(header: string): User  // Finds the user of a bearer token.
    -> call validateToken 0.95
  function validateToken(token: string): Claims
  class Store
`;

export interface Example {
  readonly root: string;
  readonly graph: InMemoryGraph;
  readonly book: MemoryBook;
  /** Opens the same files as another process or another machine would. */
  reopen(options?: Partial<MemoryBookOptions>): MemoryBook;
  /** Advances the clock. */
  pass(days: number): void;
  remove(): void;
}

export function openExample(source = SOURCE): Example {
  const root = mkdtempSync(join(tmpdir(), "sdl-memory-"));
  let nowMs = Date.parse("2026-03-01T12:00:00Z");
  const options: MemoryBookOptions = {
    repoId: "my-app",
    rootPath: root,
    files: {
      write: (path, text) => {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      },
      remove: (path) => {
        const isThere = existsSync(join(root, path));
        rmSync(join(root, path), { force: true });
        return isThere;
      },
    },
    ownFiles: {
      stat: (path) => statSync(path, { throwIfNoEntry: false }),
      read: (path) => readFileSync(path, "utf8"),
      append: (path, text) => appendFileSync(path, text),
    },
    journalPath: join(root, ".sdl/memory/memories.jsonl"),
    masker: { mask: (text) => text.replaceAll("hunter2", "*******") },
    now: () => nowMs,
  };
  return {
    root,
    graph: InMemoryGraph.fromText(source),
    book: new MemoryBook(options),
    reopen: (changed) => new MemoryBook({ ...options, ...changed }),
    pass: (days) => {
      nowMs += days * 86_400_000;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
