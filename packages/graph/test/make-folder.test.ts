/** Folders are made with those above them, or refused: never tried for ever. */
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../src/store/folders/make-folder.js";
import { temporaryDirectory } from "./support/with-ledger.js";

test("a folder is made once, with those above it", () => {
  const folder = join(temporaryDirectory(), "a/b/c");
  expect(makeFolder(folder, 0o700)).toBe(true);
  expect(statSync(join(folder, "..")).mode & 0o777).toBe(0o700);
  expect(makeFolder(folder)).toBe(false);
});

test("a file in its place, or above it, is no folder", () => {
  const file = join(temporaryDirectory(), "file");
  writeFileSync(file, "");
  expect(() => makeFolder(file)).toThrow("EEXIST");
  expect(() => makeFolder(join(file, "a/b"))).toThrow("ENOTDIR");
});

test.runIf(existsSync("/proc/self"))("a file system that takes no folders is told", () => {
  expect(() => makeFolder("/proc/sdl/a/b")).toThrow("EPERM: the file system takes no folder, mkdir '/proc/sdl'");
});
