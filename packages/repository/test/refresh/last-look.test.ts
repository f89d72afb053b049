/** Last look: its comparison of stats detects every change that a whole look would find. */
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { discoverFiles } from "@sdl/indexer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LastLook } from "../../src/refresh/last-look.js";

let root: string;
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "sdl-look-")));
  mkdirSync(join(root, "src/deep"), { recursive: true });
  mkdirSync(join(root, "empty"));
  mkdirSync(join(root, ".git"));
  mkdirSync(join(root, "output"));
  writeFileSync(join(root, "output/CACHEDIR.TAG"), "");
  for (const path of ["src/a.ts", "src/deep/b.py", "package.json", ".gitignore"]) writeFileSync(join(root, path), "\n");
  await sleep(50);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function writeExclude(): void {
  mkdirSync(join(root, ".git/info"));
  writeFileSync(join(root, ".git/info/exclude"), "src\n");
}

function look(): LastLook | undefined {
  const startedMs = Date.now();
  return LastLook.take(root, discoverFiles(root, {}), startedMs);
}

test.each<[string, () => void]>([
  ["an edit", () => writeFileSync(join(root, "src/a.ts"), "export {}\n")],
  ["an edit that keeps the size", () => writeFileSync(join(root, "src/a.ts"), " ")],
  ["a new file", () => writeFileSync(join(root, "src/deep/c.ts"), "")],
  ["a new file where nothing was indexed", () => writeFileSync(join(root, "empty/c.ts"), "")],
  ["a new folder", () => mkdirSync(join(root, "src/new"))],
  ["a removal", () => rmSync(join(root, "src/deep/b.py"))],
  ["a renaming", () => renameSync(join(root, "src/a.ts"), join(root, "src/z.ts"))],
  ["other ignore rules", () => writeFileSync(join(root, ".gitignore"), "deep\n")],
  ["git's own ignore rules, the first", () => writeExclude()],
  ["an output folder that loses its mark", () => rmSync(join(root, "output/CACHEDIR.TAG"))],
  ["another configuration", () => writeFileSync(join(root, "package.json"), "{ }\n")],
])("%s shows", (_, change) => {
  const before = look();
  expect(before?.isSame()).toBe(true);
  change();
  expect(before?.isSame()).toBe(false);
});

test("a worktree, whose .git is a file, is supported", async () => {
  rmSync(join(root, ".git"), { recursive: true });
  writeFileSync(join(root, ".git"), "gitdir: elsewhere\n");
  await sleep(50);
  expect(look()?.isSame()).toBe(true);
});

test("a look is decoded from its bytes; damaged bytes never match", () => {
  const bytes = look()?.toBytes() ?? new Uint8Array();
  expect(LastLook.fromBytes(root, bytes)?.isSame()).toBe(true);
  for (let end = 0; end < bytes.length; end++)
    expect(LastLook.fromBytes(root, bytes.subarray(0, end))?.isSame() ?? false).toBe(false);
  for (let at = 0; at < bytes.length; at++) {
    const damaged = Uint8Array.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 0x04;
    expect([at, LastLook.fromBytes(root, damaged)?.isSame() ?? false]).toEqual([at, false]);
  }
});

test("a look directly after a change of a directory is not kept", () => {
  writeFileSync(join(root, "src/late.ts"), "");
  expect(look()).toBeUndefined();
});
