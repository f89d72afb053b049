/** Tests of the bundled program as a process. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
    env: { PATH: process.env["PATH"] ?? "", SDL_HOME: home, SDL_BACKGROUND: "off", ...env },
  });
}

test("results go to standard output, without colours in a pipe, and exit codes are set", () => {
  const index = sdl(["index"]);
  expect(index.status).toBe(0);
  expect(index.stdout).toMatch(/^my-app {2}files: 6 added/);
  const search = sdl(["search", "decode"], { FORCE_COLOR: "1" });
  expect(search.stdout).toContain("src/auth/token.ts:18");
  expect(search.stdout).not.toContain("\u001b");
  expect(sdl(["card", "nobody"]).status).toBe(3);
});

/** For exactly this Node.js release: compiled code of another release with the same V8 ends the process. */
const COMPILED = `.${process.version}-${process.platform}-${process.arch}.compiled`;

test("files compiled ahead name the Node.js release that may use them", () => {
  const compiled = readdirSync(dirname(PROGRAM)).filter((name) => name.endsWith(".compiled"));
  expect(compiled).toContain(`run-process.js${COMPILED}`);
  expect(compiled.filter((name) => !name.endsWith(COMPILED))).toEqual([]);
});

test.each([
  ["nothing", undefined],
  ["something else", Buffer.from("no code")],
])("the program runs if %s is compiled ahead", (_, compiled) => {
  const folder = mkdtempSync(join(tmpdir(), "sdl-bundle-"));
  try {
    const bundle = join(folder, "bundle");
    mkdirSync(bundle);
    copyFileSync(join(dirname(PROGRAM), "../package.json"), join(folder, "package.json"));
    for (const file of ["package.json", "sdl.js", "run-process.js"])
      copyFileSync(join(dirname(PROGRAM), file), join(bundle, file));
    if (compiled !== undefined) writeFileSync(join(bundle, `run-process.js${COMPILED}`), compiled);
    const { stdout, status } = spawnSync(process.execPath, [join(bundle, "sdl.js"), "--version"], { encoding: "utf8" });
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    expect([stdout.trim(), status]).toEqual([version, 0]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a hook's event is answered, and no input makes it fail", () => {
  sdl(["index"]);
  const hook = (input: string, ...options: string[]) => {
    const home = `${dirname(bench.root)}/home`;
    const env = { PATH: process.env["PATH"], SDL_HOME: home };
    return spawnSync(process.execPath, [PROGRAM, "augment", ...options], {
      cwd: bench.root,
      encoding: "utf8",
      env,
      input,
    });
  };
  const event = { hook_event_name: "PostToolUse", tool_input: { pattern: "decode" } };
  const { stdout, stderr, status } = hook(JSON.stringify(event));
  expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain("src/auth/token.ts:18");
  expect([stderr, status]).toEqual(["", 0]);
  const broken = hook("{", "--verbose");
  expect([broken.stdout, broken.status]).toEqual(["", 0]);
  expect(broken.stderr).toContain("sdl augment: ");
  expect(hook("", "--help").stdout).toContain("Usage: sdl augment");
});
