/**
 * Killed processes: processes that start, refresh and are killed in worktrees of one repository, concurrently: every
 * index is sound and equals its folder.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { canonicalDump } from "@sdl/graph";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRepository } from "../../src/opened/open-repository.js";
import { GitFixture } from "../../src/testing/index.js";
import { chooseStorePlace } from "../../src/worktrees/store-place.js";

const IS_LONG = process.env["SDL_LONG"] === "1";
const ROUNDS = IS_LONG ? 60 : 2;
const NAMES = ["main", "one", "two", "three"];
const PROCESS = fileURLToPath(new URL("../support/worktree-process.mjs", import.meta.url));

let folder: string;
let main: GitFixture;
let children: ChildProcess[];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-killed-")));
  main = GitFixture.make(join(folder, "main"));
  main.commit(
    "one",
    Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`src/f${i}.ts`, `export function f${i}() {}\n`])),
  );
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const rootOf = (name: string) => join(folder, name);
const storeOf = (name: string) => chooseStorePlace(rootOf(name), join(folder, "cache")).directory;

/** Starts a process. @returns resolves to its standard error, once it is killed */
function start(name: string): { readonly child: ChildProcess; readonly done: Promise<string> } {
  const child = spawn(process.execPath, [PROCESS, rootOf(name), storeOf(name)], { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  child.stdout?.resume();
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (part: string) => (text += part));
  return { child, done: new Promise((resolve) => child.once("close", () => resolve(text))) };
}

async function dumpOf(name: string, storeDirectory: string): Promise<string> {
  const repository = await openRepository({ rootPath: rootOf(name), repoId: name, storeDirectory, workers: 1 });
  try {
    expect(repository.warnings()).toEqual([]);
    await repository.refresh({ mode: "incremental" });
    return [...canonicalDump(repository.snapshot())].join("\n");
  } finally {
    await repository.close();
  }
}

test(`processes killed at any moment in ${NAMES.length} worktrees, ${ROUNDS} times, leave sound indexes`, async () => {
  for (const name of NAMES.slice(1)) main.git("worktree", "add", "-q", "-b", name, rootOf(name));
  for (let round = 0; round < ROUNDS; round++) {
    const running = NAMES.map(start);
    for (const { child, done } of running) {
      // Early in the first rounds, so that some are killed while they start.
      await sleep(300 + 400 * round + Math.random() * 400);
      child.kill("SIGKILL");
      expect(await done).toBe("");
    }
  }
  for (const name of NAMES) {
    const scratch = mkdtempSync(join(folder, "scratch-"));
    expect(await dumpOf(name, storeOf(name))).toBe(await dumpOf(name, scratch));
  }
}, 600_000);
