import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseRelativePath, resolveInRoot } from "../../src/workspace/index.js";
import { makeDirectory, makeTree } from "./temporary-tree.js";

/** A repository with a secret file beside it, and every kind of link to that file. */
function makeHostileRoot(): { root: string; parent: string } {
  const parent = makeDirectory();
  const root = join(parent, "repo");
  mkdirSync(root);
  makeTree("secret.ts: SECRET\nrepo-evil/x.ts: SECRET\noutside/deep/x.ts: SECRET", parent);
  makeTree(
    `
    src/a.ts: const a = 1;
    src/deep/b.ts
    to-parent -> ..
    to-file.ts -> ../secret.ts
    to-absolute.ts -> /etc/passwd
    to-outside -> ../outside
    to-sibling -> ../repo-evil
    to-link -> to-outside
    src/hop -> ../to-parent
    dangling -> ../not-there-yet.ts
    dangling-inside -> src/not-there-yet.ts
    loop-a -> loop-b
    loop-b -> loop-a
    self -> self
    inner -> src/deep
    inner.ts -> src/a.ts
    root-link -> $ROOT
    `,
    root,
  );
  symlinkSync(root, join(parent, "root-by-link"));
  return { root, parent };
}

test("encodings that other systems would decode are plain names", () => {
  const { root } = makeHostileRoot();
  for (const name of [
    "%2e%2e/x.ts",
    "..%2fx.ts",
    "~/x.ts",
    "$HOME/x.ts",
    "...",
    "..ts",
    "a..b/c..d",
    "file:///etc/passwd",
    "..\u2215",
    "..\u29f8",
  ]) {
    expect(resolveInRoot(root, name).startsWith(`${root}/`), name).toBe(true);
  }
});

test.each([
  ["src/a.ts", "src/a.ts"],
  ["./src//deep/./b.ts", "src/deep/b.ts"],
  ["src/deep/../a.ts", "src/a.ts"],
  ["inner/b.ts", "src/deep/b.ts"],
  ["inner.ts", "src/a.ts"],
  ["inner/new/file.ts", "src/deep/new/file.ts"],
  ["not/there/yet.ts", "not/there/yet.ts"],
  ["not/back\\slash.ts", "not/back\\slash.ts"],
  ["src/a.ts/below-a-file", "src/a.ts/below-a-file"],
  ["root-link/src/a.ts", "src/a.ts"],
  ["a\nb.ts", "a\nb.ts"],
  ["__proto__", "__proto__"],
])("%j resolves to %j", (path, expected) => {
  const { root, parent } = makeHostileRoot();
  expect(resolveInRoot(root, path)).toBe(join(root, expected));
  expect(resolveInRoot(join(parent, "root-by-link"), path)).toBe(join(root, expected));
});

test("the empty path and the dot are the root", () => {
  const { root } = makeHostileRoot();
  expect([resolveInRoot(root, ""), resolveInRoot(root, "."), resolveInRoot("/", "")]).toEqual([root, root, "/"]);
});

test.each([
  ["a\0b", "PATH_INVALID"],
  ["/etc/passwd", "PATH_OUTSIDE_ROOT"],
  ["C:x.ts", "PATH_OUTSIDE_ROOT"],
  ["to-outside/x.ts", "PATH_OUTSIDE_ROOT"],
])("%j is refused with %s and advice", (path, code) => {
  const { root } = makeHostileRoot();
  const resolve = () => resolveInRoot(root, path);
  expect(resolve).toThrow(expect.objectContaining({ code, message: expect.stringMatching(/; pass /) }));
});

test("a missing root is reported", () => {
  expect(() => resolveInRoot("/not/there", "a.ts")).toThrow(expect.objectContaining({ code: "ROOT_UNREADABLE" }));
});

test("a path is normalized", () => {
  expect(["a", "./a", "a/", "b/../a", "a//."].map(parseRelativePath)).toEqual(["a", "a", "a", "a", "a"]);
});

test.each([
  ["a path longer than the system takes", "a/".repeat(3000)],
  ["a name longer than the file system takes", "n".repeat(300)],
])("%s is refused", (_, path) => {
  const { root } = makeHostileRoot();
  expect(() => resolveInRoot(root, path)).toThrow(expect.objectContaining({ code: "PATH_INVALID" }));
});
