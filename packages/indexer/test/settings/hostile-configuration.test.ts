/**
 * Hostile configuration and control files: runs of opening brackets that are never closed, nesting as deep as the file
 * is long, lines as long as the file. They are parsed in time linear in their length, and nothing throws. Drawn by
 * seed.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfigText } from "../../src/link/index.js";
import { manifestPatterns } from "../../src/link/modules/workspace-patterns.js";
import { isWorktreePointer } from "../../src/workspace/control-files.js";
import { discoverFiles } from "../../src/workspace/index.js";
import { Random } from "../link/random-repository.js";
import { makeTree } from "../workspace/temporary-tree.js";

const SEED = Number(process.env["SDL_SEED"] ?? 20);
const ROUNDS = process.env["SDL_LONG"] === "1" ? 5000 : 120;
const LENGTH = 60_000;
/** Time limit per case: quadratic code takes some seconds. */
const MOST_MS = 1000;

const NAMES = [
  ...["package.json", "tsconfig.json", "config.json", "config.yaml", "settings.toml", "env.ini"],
  ...["pyproject.toml", "setup.cfg", "setup.py", "pnpm-workspace.yaml", "vite.config.ts"],
];
const PIECES = [
  ..."\"\\[]{},:=#/'- \n\t\r\u2028ax*!?.".split(""),
  ...['\\"', "''", '""', '{"a":', "[[", "a.", "a,", "//", "/*", "- a", "a: ", "a = "],
  ...["where=", "where = [", "where=[\n", 'packages = ["', "packages: [", "packages:\n", "find_packages(", "from = "],
  ...[
    "sources=[",
    "alias: {",
    'find: "',
    ': path.resolve(__dirname, "',
    "pythonpath = ",
    "package-dir = ",
    '"workspaces": ["',
    "{a,b}",
    "]#",
    "] ",
    "gitdir:/worktrees/",
    "**/",
    "[a",
  ],
];

function hostileText(random: Random): string {
  const runs = 1 + random.below(4);
  const pieces = Array.from({ length: runs }, () => PIECES[random.below(PIECES.length)] ?? "");
  const text = pieces.map((piece) => piece.repeat(random.below(3) === 0 ? 1 : Math.ceil(LENGTH / runs / piece.length)));
  return text.join("");
}

function cpuMsOf(run: () => void): number {
  const started = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

/** Texts that once took minutes or hours at the largest allowed size. */
const ONCE_SLOW: readonly (readonly [string, string])[] = [
  ["pyproject.toml", "\n".repeat(LENGTH)],
  ["pyproject.toml", "where=[\n".repeat(LENGTH / 8)],
  ["pyproject.toml", `${"packages=[\n".repeat(LENGTH / 8)}{`],
  ["package.json", `"${'\\"'.repeat(LENGTH / 2)}`],
  ["config.json", `"${'\\"'.repeat(LENGTH / 2)}`],
  ["config.yaml", `a:${" ".repeat(LENGTH)}\u2028`],
  ["pnpm-workspace.yaml", `packages:\n  - a${" ".repeat(LENGTH)}b`],
  ["pnpm-workspace.yaml", `packages:\n  - ${"/".repeat(LENGTH)}b`],
  ["pnpm-workspace.yaml", `packages:\n  -${" ".repeat(LENGTH)}\u2028`],
  ["vite.config.ts", "alias: {".repeat(LENGTH / 8)],
  ["vite.config.ts", `alias: {${"a".repeat(LENGTH)}`],
  ["vite.config.ts", `alias: { a: resolve("b"${" ".repeat(LENGTH)}`],
  ["vite.config.ts", `alias: { ${'a: resolve("b", '.repeat(LENGTH / 16)}`],
  ["vite.config.ts", `alias: {${"'\"".repeat(LENGTH / 2)}`],
  ["config.json", "{a:".repeat(200_000)],
  ["settings.toml", `[${"a.".repeat(100_000)}b]\n${"c=1\n".repeat(50_000)}`],
];

test("configuration is parsed in time linear in its length", () => {
  const random = new Random(SEED);
  const drawn = Array.from(
    { length: ROUNDS },
    () => [NAMES[random.below(NAMES.length)] ?? "", hostileText(random)] as const,
  );
  for (const [name, text] of [...ONCE_SLOW, ...drawn]) {
    const cpuMs = cpuMsOf(() => readConfigText(name, text));
    expect(cpuMs, `${name}: ${JSON.stringify(text.slice(0, 60))}`).toBeLessThan(MOST_MS);
  }
});

test("braces of a workspace pattern are expanded up to the limit only", () => {
  const list = (length: number) => Array.from({ length }, (_, i) => `p${i}`).join(",");
  const cpuMs = cpuMsOf(() => {
    const patterns = manifestPatterns({ workspaces: [`a/{${list(64)}}/{${list(50_000)}}`, "}{b,c}/{d,e}"] });
    expect(patterns?.included).toHaveLength(64 + 4);
    expect(["}b/d", "}c/e", "}c/d"].map((path) => patterns?.included.some((glob) => glob.matches(path)))).toEqual([
      true,
      true,
      true,
    ]);
  });
  expect(cpuMs).toBeLessThan(MOST_MS);
});

test("ignore files with long lines and .git files are parsed in time linear in their length", () => {
  const random = new Random(SEED + 1);
  const texts = [
    "a".repeat(300_000),
    "[a]".repeat(200_000),
    "**/".repeat(200_000),
    `gitdir:/worktrees/a${" ".repeat(LENGTH)}/x`,
  ];
  for (let round = 0; round < ROUNDS / 4; round++) texts.push(hostileText(random));
  for (const text of texts) {
    const root = makeTree("a.ts\nsub/b.ts");
    for (const name of [".gitignore", ".git"]) writeFileSync(join(root, "sub", name), text);
    const cpuMs = cpuMsOf(() => {
      const { faults, files } = discoverFiles(root);
      expect(faults).toEqual([]);
      expect(files.length).toBeGreaterThan(0);
      isWorktreePointer(root, "sub/.git");
    });
    expect(cpuMs, JSON.stringify(text.slice(0, 60))).toBeLessThan(MOST_MS);
  }
});
