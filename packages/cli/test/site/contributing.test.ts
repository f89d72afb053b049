/**
 * Tests of the examples in CONTRIBUTING.md: each `diff` block is applied to a copy of the sources, which must compile
 * and pass the tests that the example adds. All other files come from this checkout's build.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const LONGEST_MS = 240_000;

/** Tests that show that an example works, by its heading. */
const TESTS = {
  "A linker rule": ["packages/indexer/test/link/toolz.test.ts"],
  "An action": [
    "packages/engine/src/features/exports/file-exports.test.ts",
    "packages/engine/test/contract/fields.test.ts",
    "packages/engine/test/contract/parameters.test.ts",
    // This one takes half a minute.
    ...(process.env["SDL_LONG"] === undefined ? [] : ["packages/engine/test/contract/situations.test.ts"]),
  ],
  "A language": ["packages/indexer/test/languages/starlark/functions.test.ts"],
} as const;
type Example = keyof typeof TESTS;
const EXAMPLES = Object.keys(TESTS) as Example[];

/** Packages that examples change. */
const COPIED = ["model", "indexer", "engine"];

const SECTION = /^### (.+)\n([\s\S]*?)(?=^##|$(?![\s\S]))/gm;
const PATCHES = new Map(
  [...readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8").matchAll(SECTION)].map(([, title = "", text = ""]) => [
    title,
    /^```diff\n([\s\S]*?)^```$/m.exec(text)?.[1] ?? "",
  ]),
);

let copy: string;

interface Ended {
  readonly status: number | null;
  readonly output: string;
}

function run(command: string, args: readonly string[], input = ""): Ended {
  // The started test runner must not inherit the settings of the running one.
  const { VITEST: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, env, input, encoding: "utf8" });
  return { status, output: `${stdout}\n${stderr}` };
}

/** A tool of the repository, by its script. */
function runTool(script: string, ...args: readonly string[]): Ended {
  return run(process.execPath, [join(ROOT, "node_modules", script), ...args]);
}

/** @param paths only files that match */
function apply(example: Example, ...paths: readonly string[]): void {
  const { status, output } = run("git", ["apply", ...paths, "-"], PATCHES.get(example));
  expect(status, `${example}: its patch does not apply; bring it up to date in CONTRIBUTING.md\n${output}`).toBe(0);
}

function runTests(files: readonly string[]): Ended & { readonly passed: number } {
  const ended = runTool("vitest/vitest.mjs", "run", "--reporter=default", ...files);
  const passed = /Test Files +.*?(\d+) passed/.exec(stripColours(ended.output))?.[1] ?? "0";
  return { ...ended, passed: Number(passed) };
}

function stripColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
  return text.replace(/\u001b\[[\d;]*m/g, "");
}

/** Copies the sources of some packages, and links everything else. */
function makeCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), "sdl-contributing-"));
  mkdirSync(join(folder, "packages"));
  for (const name of readdirSync(join(ROOT, "packages"))) {
    const [from, to] = [join(ROOT, "packages", name), join(folder, "packages", name)];
    if (COPIED.includes(name)) copyPackage(from, to);
    else symlinkSync(from, to);
  }
  for (const kind of ["base", "node", "pure", "tests"])
    cpSync(join(ROOT, `tsconfig.${kind}.json`), join(folder, `tsconfig.${kind}.json`));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(
    join(folder, "vitest.config.mjs"),
    "export default { test: { server: { deps: { external: [/\\/dist\\//] } }, testTimeout: 60_000, hookTimeout: 60_000 } };\n",
  );
  writeFileSync(
    join(folder, "tsconfig.examples.json"),
    JSON.stringify({ extends: "./tsconfig.tests.json", include: Object.values(TESTS).flat() }),
  );
  return folder;
}

function copyPackage(from: string, to: string): void {
  for (const part of ["src", "test", "package.json", "tsconfig.json"])
    cpSync(join(from, part), join(to, part), { recursive: true, filter: (path) => basename(path) !== "node_modules" });
  if (basename(from) === "indexer") {
    // The copied links are relative, so they lead to the copy of @sdl/model.
    cpSync(join(from, "node_modules"), join(to, "node_modules"), { recursive: true, verbatimSymlinks: true });
    mkdirSync(join(to, "dist"));
    symlinkSync(join(from, "dist", "grammars"), join(to, "dist", "grammars"));
  } else if (basename(from) === "engine") symlinkSync(join(from, "node_modules"), join(to, "node_modules"));
}

/** Compiles in the copy. */
function compile(...args: readonly string[]): void {
  const { status, output } = runTool("typescript/bin/tsc", ...args);
  expect(status, output).toBe(0);
}

beforeAll(() => {
  copy = makeCopy();
  compile("-b", "packages/model");
}, LONGEST_MS);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("each of the three kinds of change has an example", () => {
  expect(EXAMPLES.filter((example) => (PATCHES.get(example) ?? "") === "")).toEqual([]);
});

test(
  "the test of the linker's example fails without its rule",
  () => {
    apply("A linker rule", "--include=*.test.ts");
    const { status, output } = runTests(TESTS["A linker rule"]);
    expect(status, output).toBe(1);
    expect(output).toContain("a memoized function calls the function");
    apply("A linker rule", "--exclude=*.test.ts");
  },
  LONGEST_MS,
);

test(
  "all examples together compile and pass their tests",
  () => {
    for (const example of EXAMPLES) if (example !== "A linker rule") apply(example);
    compile("-b", "packages/model");
    compile("-p", "tsconfig.examples.json");
    const files = Object.values(TESTS).flat();
    const { status, passed, output } = runTests(files);
    expect([status, passed], output).toEqual([0, files.length]);
  },
  LONGEST_MS,
);
