/** The program as it is published, as a process. */
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bench, openBench } from "./run.js";

const PROGRAM = fileURLToPath(new URL("../bundle/sdl.js", import.meta.url));

let bench: Bench;
beforeAll(() => {
  bench = openBench();
});
afterAll(() => bench.remove());

function sdl(args: readonly string[], env: object = {}) {
  const home = `${dirname(bench.root)}/home`;
  return spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: bench.root,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", SDL_HOME: home, ...env },
  });
}

test("results go to standard output, without colours where no one watches; exit codes are the process's", () => {
  const index = sdl(["index"]);
  expect(index.status).toBe(0);
  expect(index.stdout).toMatch(/^my-app {2}files: 6 added/);
  const search = sdl(["search", "decode"], { FORCE_COLOR: "1" });
  expect(search.stdout).toContain("src/auth/token.ts:18");
  expect(search.stdout).not.toContain("\u001b");
  expect(sdl(["card", "nobody"]).status).toBe(3);
});
