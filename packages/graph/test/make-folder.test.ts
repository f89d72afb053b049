/** Tests of makeFolder: it creates missing parents or fails, and never loops forever. */
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../src/store/folders/make-folder.js";
import { temporaryDirectory } from "./support/with-ledger.js";

test("a folder is created once, with its missing parents", () => {
  const folder = join(temporaryDirectory(), "a/b/c");
  expect(makeFolder(folder, 0o700)).toBe(true);
  expect(statSync(join(folder, "..")).mode & 0o777).toBe(0o700);
  expect(makeFolder(folder)).toBe(false);
});

test("a file at the path, or at a parent's path, is an error", () => {
  const file = join(temporaryDirectory(), "file");
  writeFileSync(file, "");
  expect(() => makeFolder(file)).toThrow("EEXIST");
  expect(() => makeFolder(join(file, "a/b"))).toThrow("ENOTDIR");
});

test.runIf(existsSync("/proc/self"))("a file system that allows no new folders is an error", () => {
  expect(() => makeFolder("/proc/sdl/a/b")).toThrow("EPERM: the file system allows no new folder, mkdir '/proc/sdl'");
});
