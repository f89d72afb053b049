/** Tests of completion: the printed candidates, and what bash does with them. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bench, openBench } from "./run.js";

const PROGRAM = fileURLToPath(new URL("../bundle/sdl.js", import.meta.url));

let bench: Bench;
beforeAll(async () => {
  bench = openBench();
  await bench.run("index");
});
afterAll(() => bench.remove());

async function completed(...words: string[]): Promise<string[]> {
  const { out, err, exitCode } = await bench.run("complete", "--", ...words);
  expect([err, exitCode]).toEqual(["", 0]);
  return out.split("\n").slice(0, -1);
}

test("commands and subcommands are completed, except those that only programs call", async () => {
  expect(await completed("se")).toEqual(["search", "serve"]);
  expect(await completed("memory", "a")).toEqual(["add", "adopt"]);
  expect(await completed("")).toContain("slice");
  expect(await completed("complet")).toEqual(["completion"]);
});

test("options and their values are completed", async () => {
  expect(await completed("refs", "x", "--dir")).toEqual(["--direction"]);
  expect(await completed("refs", "x", "--direction", "call")).toEqual(["callees", "callers"]);
  expect(await completed("search", "--re")).toEqual(["--repo"]);
  expect(await completed("search", "x", "--repo", "")).toEqual([":files"]);
  expect(await completed("search", "--limit", "")).toEqual([]);
  expect(await completed("completion", "")).toEqual(["bash", "fish", "zsh"]);
  expect(await completed("completion", "bash", "")).toEqual([]);
});

test("symbols and files are completed", async () => {
  expect(await completed("card", "valid")).toEqual(["validateToken", ":files"]);
  expect(await completed("path", "--json", "authenticate", "valid")).toEqual(["validateToken", ":files"]);
  expect(await completed("outline", "src/")).toEqual([":files"]);
  expect(await completed("search", "valid")).toEqual([]);
});

test("without an index, completion indexes nothing and prints nothing", async () => {
  const empty = openBench();
  const { out, err } = await empty.run("complete", "--", "card", "valid");
  empty.remove();
  expect([out, err]).toEqual([":files\n", ""]);
});

const CALLS = {
  bash: (words: readonly string[]) => `
    source <(sdl completion bash)
    COMP_WORDS=(sdl ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}
    _sdl_complete; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (words: readonly string[]) => `
    compdef() { :; }; _files() { print -l src/*(N); }; compadd() { shift; print -l -- "$@"; }
    source <(sdl completion zsh)
    words=(sdl ${words.map((word) => `'${word}'`).join(" ")}); CURRENT=${words.length + 1}; _sdl`,
  fish: (words: readonly string[]) => `sdl completion fish | source; complete -C 'sdl ${words.join(" ")}'`,
};

for (const [shell, call] of Object.entries(CALLS)) {
  const isThere = spawnSync(shell, ["-c", "exit 0"]).status === 0;
  test.skipIf(!isThere)(`${shell}${isThere ? "" : " is not installed:"} asks the program`, () => {
    const bin = join(dirname(bench.root), "bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "sdl"), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
    chmodSync(join(bin, "sdl"), 0o755);
    const env = {
      ...process.env,
      SDL_HOME: join(dirname(bench.root), "home"),
      PATH: [bin, process.env["PATH"]].join(delimiter),
    };
    const typed = (...words: string[]) => {
      const { stdout, stderr } = spawnSync(shell, ["-c", call(words)], { cwd: bench.root, env, encoding: "utf8" });
      expect(stderr).toBe("");
      return stdout.split("\n").map((line) => line.split("\t")[0]);
    };
    expect(typed("memory", "ad")).toEqual(["add", "adopt", ""]);
    expect(typed("card", "valid")).toContain("validateToken");
    expect(typed("outline", "src/").join(" ")).toContain("src/auth");
  });
}
