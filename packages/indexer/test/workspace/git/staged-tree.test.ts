/** What is staged, as a tree: the same entries that git would commit. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type StagedTree, withGit } from "../../../src/workspace/git/index.js";
import { makeRepository, type TestRepository } from "./make-repository.js";

const staged = (root: string): Promise<StagedTree> => withGit(root, {}, async (git) => git.staged());

function repositoryWithFiles(): TestRepository {
  const repository = makeRepository();
  repository.write({ "a.ts": "export const a = 1;\n", "größe/b.ts": "export const b = 1;\n" });
  symlinkSync("a.ts", join(repository.root, "link.ts"));
  repository.git("add", "-A");
  return repository;
}

/** `TYPE BLOB PATH` of what git itself makes of the index. */
function writtenTree(repository: TestRepository): string[] {
  const tree = repository.git("write-tree");
  const rows = repository.git("-c", "core.quotePath=false", "ls-tree", "-r", tree).split("\n");
  return rows.map((row) => {
    const [, mode, blob, path] = /^(\d+) \w+ (\w+)\t(.*)$/.exec(row) ?? [];
    return `${mode === "120000" ? "link" : "file"} ${blob} ${path}`;
  });
}

test("it has the entries of the tree that git writes, of what is staged alone", async () => {
  const repository = repositoryWithFiles();
  repository.write({ "a.ts": "export const a = 2;\n", "not-added.ts": "" });
  const { entries } = await staged(repository.root);
  expect(entries.map(({ type, id, path }) => `${type} ${id} ${path}`)).toEqual(writtenTree(repository));
});

test("its id follows from the entries", async () => {
  const repository = repositoryWithFiles();
  const first = await staged(repository.root);
  repository.write({ "a.ts": "export const a = 2;\n" });
  expect((await staged(repository.root)).id).toBe(first.id);
  repository.git("add", "a.ts");
  expect((await staged(repository.root)).id).not.toBe(first.id);
});

test("a root below the work tree has its own part", async () => {
  const repository = repositoryWithFiles();
  const { entries } = await staged(join(repository.root, "größe"));
  expect(entries.map(({ path }) => path)).toEqual(["b.ts"]);
});

test("a file that is only to be added is not staged yet", async () => {
  const repository = repositoryWithFiles();
  repository.write({ "later.ts": "" });
  repository.git("add", "--intent-to-add", "later.ts");
  expect((await staged(repository.root)).entries.map(({ path }) => path)).not.toContain("later.ts");
});

test("conflicts are an error that says what to do", async () => {
  const repository = repositoryWithFiles();
  repository.commit("start");
  repository.git("checkout", "-q", "-b", "other");
  repository.commit("other", { "a.ts": "export const a = 2;\n" });
  repository.git("checkout", "-q", "main");
  repository.commit("mine", { "a.ts": "export const a = 3;\n" });
  expect(() => repository.git("merge", "other")).toThrow();
  await expect(staged(repository.root)).rejects.toThrow("git's index has conflicts; resolve them first");
});
