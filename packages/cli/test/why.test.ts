/** Tests of `sdl why`: each reason in text and as JSON. */
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bench, openBench } from "./run.js";

let bench: Bench;

function write(path: string, content: string | Uint8Array): void {
  const file = join(bench.root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

beforeAll(async () => {
  bench = openBench();
  write(".gitignore", "# output\n*.gen.ts\n/tmp/\n");
  write("src/api.gen.ts", "export const api = 1;\n");
  write("tmp/scratch/a.ts", "export const a = 1;\n");
  write("node_modules/left-pad/index.js", "module.exports = 1;\n");
  write("src/broken.ts", "export function ( {\n");
  write(
    "src/data.ts",
    Uint8Array.from({ length: 4000 }, (_, i) => (i * 37) % 256),
  );
  write("src/bundle.js", `var x=${"1+".repeat(9000)}1;\n`);
  write("src/huge.ts", `// ${"x".repeat(79)}\n`.repeat(26_000));
  write("notes.rst", "text\n");
  symlinkSync("auth/token.ts", join(bench.root, "src/alias.ts"));
  symlinkSync("/etc/hostname", join(bench.root, "src/outside.ts"));
  await bench.run("index", "--no-settle", "--ignore", "scripts/");
  write("scripts/run.py", "pass\n");
  write("src/later.ts", "export {};\n");
});
afterAll(() => bench.remove());

test.each([
  ["src/auth/token.ts", /^yes {2}src\/auth\/token\.ts\n {5}indexed as typescript: \d+ symbols$/m],
  ["src/broken.ts", /^yes .*\n {5}indexed as typescript: \d+ symbols, \d+ syntax errors?$/m],
  ["src/api.gen.ts", /^no .*\n {5}it is ignored by \.gitignore, line 2: \*\.gen\.ts$/m],
  ["tmp/scratch/a.ts", /its folder tmp is left out: it is ignored by \.gitignore, line 3: \/tmp\//],
  [
    "node_modules/left-pad/index.js",
    /its folder node_modules is left out: .* built-in list .*\n {5}-> .*--ignore "!packages\/node_modules"/,
  ],
  ["scripts/run.py", /its folder scripts .*setting ignore, entry 1: scripts\//],
  ["src/data.ts", /it is binary/],
  ["src/bundle.js", /it is minified/],
  ["src/huge.ts", /larger than the limit: 2158000 of 2000000 bytes\n {5}-> .*maxFileBytes/],
  ["notes.rst", /its name ends in none of \.ts .*\.py/],
  ["src/alias.ts", /^yes .*\n {5}it is a link to src\/auth\/token\.ts: indexed as typescript/m],
  ["src/outside.ts", /a link that leads out of the repository/],
  ["package.json", /^yes .*\n {5}it is configuration/m],
  ["src/nobody.ts", /there is no such file/],
  ["../elsewhere.ts", /it lies outside of the repository/],
  ["src/later.ts", /^no .*\n {5}it is not indexed yet\n {5}-> sdl index$/m],
])("%s", async (path, expected) => {
  const { out, exitCode } = await bench.run("why", path);
  expect(out).toMatch(expected);
  expect(exitCode).toBe(0);
});

test("a changed file and a deleted file are explained", async () => {
  const { out: index } = await bench.run("outline", "src/auth/token.ts", "--json");
  expect(index).toContain("validateToken");
  write("src/gone.ts", "export const gone = 1;\n");
  await bench.run("index", "--no-settle");
  rmSync(join(bench.root, "src/gone.ts"));
  write("src/broken.ts", "export const mended = 1;\n");
  const { out } = await bench.run("why", "src/gone.ts", "src/broken.ts");
  expect(out).toMatch(/yes {2}src\/gone\.ts\n {5}it is gone; the index still has it\n {5}-> sdl index/);
  expect(out).toMatch(/yes {2}src\/broken\.ts\n {5}it has changed since it was indexed/);
});

test("a folder is counted by reason, a pattern lists its matches, and paths are relative to the working directory", async () => {
  const folder = await bench.run("why", "src", "--json");
  const { files } = JSON.parse(folder.out) as { files: { counts: Record<string, number> }[] };
  expect(files).toMatchObject([{ path: "src", reason: "folder", counts: { ignored: 1, binary: 1, minified: 1 } }]);
  expect(files[0]?.counts["indexed"]).toBeGreaterThan(4);
  const pattern = await bench.run("why", "src/auth/*.ts", "--json");
  const listed = JSON.parse(pattern.out) as { files: { path: string; reason: string }[] };
  expect(listed.files.length).toBeGreaterThan(1);
  for (const { path, reason } of listed.files)
    expect([path.startsWith("src/auth/"), reason]).toEqual([true, "indexed"]);
  const below = await bench.runWith({ cwd: join(bench.root, "src") }, "why", "auth/token.ts", "--json");
  expect(JSON.parse(below.out)).toMatchObject({ files: [{ path: "src/auth/token.ts", indexed: true }] });
});

test.skipIf(process.getuid?.() === 0)("a file that cannot be read is explained", async () => {
  write("src/secret.ts", "export {};\n");
  chmodSync(join(bench.root, "src/secret.ts"), 0);
  expect((await bench.run("why", "src/secret.ts")).out).toContain("it cannot be read");
});

test("a repository without an index is reported", async () => {
  const other = openBench();
  try {
    await other.run("tool", "repo.register", JSON.stringify({ rootPath: other.root }));
    const { out, exitCode } = await other.run("why", "src/auth/token.ts", "node_modules");
    expect([exitCode, out]).toEqual([
      0,
      expect.stringMatching(/not indexed yet\nno {3}src.*\n {5}it is not indexed yet/),
    ]);
    expect((await other.run("status")).out).toContain("not indexed yet");
  } finally {
    other.remove();
  }
});
