/** Differential test of ignore rules against git, on generated ignore files in a generated tree. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { discoverFiles } from "../../src/workspace/index.js";
import { makeDirectory } from "./temporary-tree.js";

const GIT_ENVIRONMENT = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
};
const ROUNDS = process.env["SDL_LONG"] ? 3000 : 60;

const DIRECTORIES = ["", "a", "a/b", "a/b/a", "ab", "ab/c d", "b", "b/\u00e9", "a/ab", "[x]"];
const NAMES = ["a", "b", "ab", "c d", "a.b", "ba", "!a", "#b", "\u00e9", "[x]", "a-b", "a\\b", "aXb", "a ", "abab"];
const FILES = DIRECTORIES.flatMap((directory) => NAMES.map((name) => join(directory, `${name}.js`)));

const PIECES = [
  ...["a", "b", "ab", "c d", "\u00e9", "x", ".js", ".b", "X", "-"],
  ...["*", "*", "**", "***", "?", "/", "/", "/", "**/", "/**", "/**/", "*.js"],
  ...[
    "[ab]",
    "[!a]",
    "[^b-z]",
    "[]x]",
    "[[:alpha:]]",
    "[[:nope:]]",
    "[a-",
    "[x",
    "\\[x\\]",
    "\\a",
    "\\*",
    "\\",
    "\\/",
    "\\ ",
    " ",
    "!",
    "#",
    "\\!",
    "\\#",
    "\t",
  ],
];

/** A small seeded generator: the same cases on every machine. */
function seeded(seed: number): (below: number) => number {
  let state = seed * 2654435761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

function makePattern(random: (below: number) => number): string {
  const pieces = Array.from({ length: 1 + random(5) }, () => PIECES[random(PIECES.length)]);
  return (random(4) === 0 ? "!" : "") + pieces.join("") + (random(5) === 0 ? "/" : "") + (random(15) === 0 ? "\r" : "");
}

function gitKeeps(root: string): string[] {
  const input = FILES.join("\0");
  const options = {
    cwd: root,
    env: GIT_ENVIRONMENT,
    input,
    encoding: "utf8",
  } as const;
  let ignored = "";
  try {
    ignored = execFileSync("git", ["check-ignore", "--stdin", "-z", "--no-index"], options);
  } catch (error) {
    if ((error as { status?: number }).status !== 1) throw error; // Exit code 1: no path is ignored.
  }
  const gone = new Set(ignored.split("\0"));
  return FILES.filter((file) => !gone.has(file)).sort();
}

test(`${ROUNDS} generated sets of ignore files have the same effect as in git`, { timeout: 600_000 }, () => {
  const root = makeDirectory();
  execFileSync("git", ["init", "-q", "."], { cwd: root, env: GIT_ENVIRONMENT });
  for (const file of FILES) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
  let ignored = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const random = seeded(round + 1);
    const written = [".git/info/exclude", ".gitignore", "a/.gitignore", "a/b/.gitignore", "ab/.gitignore"].filter(
      (_, i) => i === 1 || random(2) === 0,
    );
    const sets = written.map(
      (path) => [path, Array.from({ length: 1 + random(5) }, () => makePattern(random)).join("\n")] as const,
    );
    for (const [path, content] of sets) writeFileSync(join(root, path), content);
    const expected = gitKeeps(root);
    const found = discoverFiles(root).files.map((file) => file.path);
    expect(found, `round ${round}: ${JSON.stringify(sets)}`).toEqual(expected);
    ignored += FILES.length - expected.length;
    for (const path of written) rmSync(join(root, path));
  }
  expect(ignored).toBeGreaterThan(ROUNDS * 5);
});
