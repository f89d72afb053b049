/** Folders of worktrees' stores. */
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { schemaDirectory } from "@sdl/graph";
import { afterEach, beforeEach, expect, test } from "vitest";
import { GitFixture } from "../../src/testing/index.js";
import { chooseStorePlace } from "../../src/worktrees/store-place.js";

let folder: string;
let main: GitFixture;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-places-")));
  main = GitFixture.make(join(folder, "main"));
  main.commit("one", { "a.ts": "export const a = 1;\n" });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const placeOf = (name: string) => chooseStorePlace(join(folder, name), join(folder, "cache"));
const addTo = (fixture: GitFixture, name: string) =>
  fixture.git("worktree", "add", "-q", "--detach", join(folder, name));

test("a linked worktree's store lies beside the main worktree's, under its name", () => {
  addTo(main, "one");
  addTo(main, "two");
  expect(placeOf("main")).toEqual({ directory: join(folder, "main/.sdl") });
  expect(placeOf("one").directory).toMatch(new RegExp(`^${folder}/main/\\.sdl/worktrees/one-[0-9a-f]{8}$`));
  expect(placeOf("two").directory).toMatch(/\/worktrees\/two-[0-9a-f]{8}$/);
});

test("a moved worktree keeps its store; a new one under its name has another", () => {
  addTo(main, "one");
  const { directory } = placeOf("one");
  main.git("worktree", "move", join(folder, "one"), join(folder, "moved"));
  expect(placeOf("moved")).toEqual({ directory });
  main.git("worktree", "remove", join(folder, "moved"));
  // Otherwise the folder could get the inode of the removed one.
  mkdirSync(join(folder, "between"));
  addTo(main, "one");
  expect(placeOf("one").directory).not.toBe(directory);
});

test("stores of a bare repository lie in a folder of its name beside it", () => {
  main.git("clone", "-q", "--bare", ".", join(folder, "bare.git"));
  main.git("--git-dir", join(folder, "bare.git"), "worktree", "add", "-q", "--detach", join(folder, "tree"));
  expect(placeOf("tree").directory).toMatch(new RegExp(`^${folder}/bare\\.git\\.sdl/worktrees/tree-`));
});

test("a submodule has its own store, and so do its worktrees", () => {
  const outer = GitFixture.make(join(folder, "outer"));
  outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", main.root, "sub");
  outer.git("-C", "sub", "worktree", "add", "-q", "--detach", join(folder, "of-sub"));
  expect(placeOf("outer/sub")).toEqual({ directory: join(folder, "outer/sub/.sdl") });
  expect(placeOf("of-sub")).toEqual({ directory: join(folder, "of-sub/.sdl") });
});

test("a folder inside a worktree, or a worktree unknown to its repository, does not share stores", () => {
  addTo(main, "one");
  mkdirSync(join(folder, "one/deep"));
  expect(placeOf("one/deep")).toEqual({ directory: join(folder, "one/deep/.sdl") });
  renameSync(join(folder, "one"), join(folder, "elsewhere"));
  expect(placeOf("elsewhere")).toEqual({ directory: join(folder, "elsewhere/.sdl") });
});

test("a worktree with an existing index keeps it in place", () => {
  addTo(main, "one");
  mkdirSync(join(folder, "one/.sdl", schemaDirectory()), { recursive: true });
  expect(placeOf("one")).toEqual({ directory: join(folder, "one/.sdl") });
});

test("nothing is written through a link in the main worktree's store", () => {
  addTo(main, "one");
  mkdirSync(join(folder, "main/.sdl"));
  writeFileSync(join(folder, "secret"), "");
  symlinkSync(join(folder, "secret"), join(folder, "main/.sdl/layers"));
  expect(placeOf("one")).toEqual({ directory: join(folder, "one/.sdl") });
});
