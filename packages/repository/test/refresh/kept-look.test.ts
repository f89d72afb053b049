/** Stored look: another process finds it for the same version, settings and program only. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { schemaDirectory } from "@sdl/graph";
import { discoverFiles } from "@sdl/indexer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KeptLook } from "../../src/refresh/kept-look.js";
import { LastLook } from "../../src/refresh/last-look.js";

let root: string;
let storeDirectory: string;
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "sdl-look-")));
  storeDirectory = mkdtempSync(join(tmpdir(), "sdl-store-"));
  writeFileSync(join(root, "a.ts"), "\n");
  await sleep(50);
});
afterEach(() => {
  for (const folder of [root, storeDirectory]) rmSync(folder, { recursive: true, force: true });
});

const anotherProcess = (settings = {}) => new KeptLook({ storeDirectory, rootPath: root, settings });

function keep(): void {
  const look = LastLook.take(root, discoverFiles(root, {}), Date.now());
  if (look === undefined) throw new Error("the folder has changed just now");
  anotherProcess().keep("v1", look);
}

test("another process finds the stored look", () => {
  expect(anotherProcess().isSame("v1")).toBe(false);
  keep();
  expect(anotherProcess().isSame("v1")).toBe(true);
  writeFileSync(join(root, "a.ts"), "export {};\n");
  expect(anotherProcess().isSame("v1")).toBe(false);
});

test("a look is valid for one version and one set of settings", () => {
  keep();
  expect(anotherProcess().isSame("v2")).toBe(false);
  expect(anotherProcess({ ignore: ["a.ts"] }).isSame("v1")).toBe(false);
});

test("another entry in the file's place is ignored", () => {
  const path = join(storeDirectory, schemaDirectory(), "look");
  mkdirSync(dirname(path));
  writeFileSync(path, "v1");
  expect(anotherProcess().isSame("v1")).toBe(false);
  rmSync(path);
  mkdirSync(path);
  expect(anotherProcess().isSame("v1")).toBe(false);
  keep();
  expect(anotherProcess().isSame("v1")).toBe(false);
});
