/**
 * Tests of the first question about a repository without an index, over MCP and on the command line, and of the work
 * that continues after the process ends.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { connect, type Example, newExample, PROGRAM } from "./support/server.js";

interface Ended {
  readonly out: string;
  readonly err: string;
  readonly exitCode: number | null;
}

function run({ env }: Pick<Example, "env">, cwd: string, ...args: string[]): Ended {
  const { stdout, stderr, status } = spawnSync(process.execPath, [PROGRAM, ...args], { cwd, env, encoding: "utf8" });
  return { out: stdout, err: stderr, exitCode: status };
}

const having = (name: string): unknown => expect.arrayContaining([expect.objectContaining({ name })]);

test("over MCP a question without any set-up is answered, and the next answer reflects an edit", async () => {
  const example = newExample();
  const client = await connect(example);
  const search = (query: string) => client.call("sdl_symbol_search", { query });
  expect(await search("validateToken")).toMatchObject({ results: having("validateToken"), staleFiles: 0 });
  for (const name of ["writtenOnce", "writtenTwice", "writtenThrice"]) {
    writeFileSync(join(example.root, "src/seen.ts"), `export function ${name}(): void {}\n`);
    const answer = await search(name);
    // A slow machine takes longer than a question waits: then the answer names what it does not cover.
    if (answer["staleFiles"] === 0) expect(answer).toMatchObject({ results: having(name) });
    else expect(answer).toMatchObject({ behind: { files: 1, names: ["src/seen.ts"] } });
  }
  expect(await client.call("sdl_symbol_search", { query: "writtenThrice", fresh: true })).toMatchObject({
    results: having("writtenThrice"),
  });
  expect(await client.call("sdl_repo_status", {})).toMatchObject({ watcher: { enabled: true } });
  expect(await client.exit()).toBe(0);
});

test("with --no-watch, answers still reflect edits", async () => {
  const example = newExample();
  const client = await connect(example, "--no-watch");
  await client.call("sdl_symbol_search", { query: "x" });
  writeFileSync(join(example.root, "src/seen.ts"), "export function writtenOnce(): void {}\n");
  expect(await client.call("sdl_symbol_search", { query: "writtenOnce", fresh: true })).toMatchObject({
    results: having("writtenOnce"),
  });
  expect(await client.call("sdl_repo_status", {})).not.toHaveProperty("watcher");
  expect(await client.exit()).toBe(0);
});

test("with --no-auto-index, the error is one line with the command, over MCP and on the command line", async () => {
  const example = newExample();
  const client = await connect(example, "--no-auto-index");
  const message = `${example.root} is not indexed; run: sdl index ${example.root}`;
  expect(await client.call("sdl_symbol_search", { query: "x" })).toMatchObject({ code: "not_indexed", message });
  expect(await client.exit()).toBe(0);
  const { err, exitCode } = run(example, example.root, "search", "x", "--no-auto-index");
  expect([err, exitCode]).toEqual([`error [not_indexed] ${message}\n`, 3]);
});

test("on the command line a question is answered from any folder of a repository, and by its path from anywhere", () => {
  const example = newExample();
  mkdirSync(join(example.root, ".git"));
  const within = run(example, join(example.root, "src"), "search", "validateToken", "--json");
  expect(JSON.parse(within.out)).toMatchObject({ results: having("validateToken") });
  const elsewhere = join(example.root, "..");
  expect(run(example, elsewhere, "search", "validateToken", "--repo", example.root)).toMatchObject({ exitCode: 0 });
});

test("a repository without code is reported with the files it has: exit code 3, health 0", () => {
  const example = newExample((root) => {
    mkdirSync(join(root, "cmd"), { recursive: true });
    for (const name of ["a", "b", "cmd/c"]) writeFileSync(join(root, `${name}.rs`), "fn main() {}\n");
    writeFileSync(join(root, "README.md"), "# Read\n");
  });
  const kinds = "no TypeScript, JavaScript, Python or Go here: 3 .rs files, 1 .md file";
  for (const command of [["search", "x"], ["index"], ["index", "."], ["status"]]) {
    const { out, err, exitCode } = run(example, example.root, ...command);
    expect([command, exitCode, out + err]).toEqual([command, 3, expect.stringContaining(kinds)]);
  }
});

test("files with syntax errors and kinds that are not read are named", () => {
  const example = newExample((root) => {
    mkdirSync(root);
    writeFileSync(join(root, "whole.ts"), "export const a = 1;\n");
    writeFileSync(join(root, "broken.ts"), "export function (((\n");
    writeFileSync(join(root, "main.rs"), "fn main() {}\n");
  });
  const { out } = run(example, example.root, "index", "-v", "--no-settle");
  expect(out).toContain("syntax errors: broken.ts");
  expect(out).toContain("not read: 1 .rs");
  expect(JSON.parse(run(example, example.root, "status", "--json").out)).toMatchObject({
    syntaxErrors: { files: 1, names: ["broken.ts"] },
    notRead: [{ extension: ".rs", files: 1 }],
  });
});

test("derived layers are computed after the process that asked has ended", async () => {
  const example = newExample();
  const env = { ...example.env, SDL_BACKGROUND: "on" };
  const asked = JSON.parse(run({ env }, example.root, "search", "validateToken", "--json").out) as object;
  expect(asked).not.toHaveProperty("pinned.derivedVersion");
  const deadline = performance.now() + 50_000;
  const derived = () => JSON.parse(run(example, example.root, "status", "--json").out) as { derivedVersion?: string };
  while (derived().derivedVersion === undefined) {
    if (performance.now() > deadline) throw new Error("nothing was derived");
    await sleep(200);
  }
});
