/** Limit of the files cached by linking; eviction changes no link. */
import { FactsBuilder, FactsPage } from "@sdl/model/facts";
import { describe, expect, test } from "vitest";
import { ContextTable } from "../../src/link/context-table.js";
import { FileContext } from "../../src/link/files/file-context.js";
import { NameTable } from "../../src/link/files/name-table.js";
import { createLinkSession, linkFile } from "../../src/link/index.js";
import { linkText } from "./link-text.js";
import { MemoryRepository } from "./memory-repository.js";
import { Random, randomEdit, randomRepository } from "./random-repository.js";

const names = new NameTable();
const page = new FactsPage(new FactsBuilder("typescript").finish());

function contextOf(handle: number): FileContext {
  return new FileContext({ handle, path: `${handle}.ts`, page, symbolIds: new Uint32Array(2) }, names);
}

function linkAll(repository: MemoryRepository, contextBytes: number | undefined): string[] {
  const session = createLinkSession(repository, { contextBytes });
  return [...repository.files()].map((file) => {
    const links = linkFile(session, file);
    return `${linkText(repository, links)}\n${links.lookups.join()}`;
  });
}

describe("a table of contexts", () => {
  test("keeps the most recently used contexts, about a hundred megabytes", () => {
    const table = new ContextTable(1024 * 1024);
    let most = 0;
    for (let file = 0; file < 2_000; file++) {
      table.beginLink();
      table.put(contextOf(file));
      expect(table.find(0)?.handle, "a context that every link uses").toBe(0);
      expect(table.find(file)?.handle, "the context of the file being linked").toBe(file);
      if (file % 100 === 0) most = Math.max(most, count(table, file));
    }
    expect(count(table, 2_000)).toBeGreaterThan(20);
    expect(most).toBeLessThan(200);
  });

  test("evicts no context while one file is linked", () => {
    const table = new ContextTable(1);
    table.beginLink();
    for (let file = 0; file < 500; file++) table.put(contextOf(file));
    expect(count(table, 500)).toBe(500);
    table.beginLink();
    expect(count(table, 500)).toBe(0);
  });

  test("links and lookups are the same if every context is read again", () => {
    for (let seed = 1; seed <= 12; seed++) {
      const random = new Random(seed);
      const texts = randomRepository(random);
      for (let edit = 0; edit < 6; edit++) randomEdit(texts, random);
      const repository = new MemoryRepository(texts);
      expect(linkAll(repository, 0), `seed ${seed}`).toEqual(linkAll(repository, undefined));
    }
  });
});

/** Counts without `find`, since a lookup keeps a context in the table. */
function count(table: ContextTable, files: number): number {
  return Array.from({ length: files }, (_, file) => table.has(file)).filter(Boolean).length;
}
