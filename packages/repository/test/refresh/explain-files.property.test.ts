/**
 * `why` compared with a refresh, on generated trees: its forecast before a refresh comes true, its answer afterwards
 * equals the ledger, and the ignore rule it names is the deciding one.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { skipReasonOf } from "@sdl/indexer";
import { expect, onTestFinished, test } from "vitest";
import { openRepository } from "../../src/opened/open-repository.js";
import type { Repository } from "../../src/opened/repository.js";
import type { FileReason } from "../../src/refresh/explain/file-reason.js";
import type { RepositorySettings } from "../../src/settings.js";
import { Random } from "../equivalence/random.js";

const ROUNDS = process.env["SDL_LONG"] ? 1000 : 6;
const SEED = Number(process.env["SDL_SEED"] ?? 1);

const FOLDERS = [
  "",
  "src",
  "src/lib",
  "build",
  "build/lib",
  "dist",
  "node_modules/p",
  "vendor",
  "a",
  "a/b",
  ".cache",
  "venv",
];
const CONTENTS: Readonly<Record<string, string | Buffer>> = {
  "a.ts": "export const a = 1;\n",
  "b.py": "def b():\n    return 1\n",
  "c.js": "export function c() {}\n",
  "broken.ts": "export function ( {\n",
  "long.js": `var x=${"1+".repeat(9000)}1;\n`,
  "binary.ts": Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 37) % 256)),
  "large.ts": `// ${"word ".repeat(2000)}\nexport const large = 1;\n`,
  "d.min.js": "x\n",
  "app.d.ts": "export declare const x: number;\n",
  "README.md": "text\n",
  Makefile: "all:\n",
  "package.json": "{}\n",
  "tsconfig.json": "{}\n",
  "CACHEDIR.TAG": "",
};
const RULES = [
  "*.js",
  "a.ts",
  "/src",
  "build/",
  "!build/",
  "**/lib",
  "!a.ts",
  "a/*",
  "*.py",
  "# no rule",
  "",
  "!*.js",
  "dist",
  "[a-c].*",
  "src/lib/",
];
/** Reasons that occur in any few trees. */
const COMMON = ["new", "changed", "ignored", "built-in", "no-language", "binary", "configuration"];
const LINKS = ["a.ts", "src", "../..", "nowhere.ts", "loop.ts", "/etc"];

interface Tree {
  readonly root: string;
  readonly settings: RepositorySettings;
}

function makeTree(random: Random): Tree {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "sdl-why-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  if (random.below(2) === 0) mkdirSync(join(root, ".git/info"), { recursive: true });
  for (const folder of random.shuffle(FOLDERS).slice(0, 8)) {
    for (const [name, content] of random.shuffle(Object.entries(CONTENTS)).slice(0, 1 + random.below(6))) {
      if (name !== "CACHEDIR.TAG" || random.below(8) === 0) write(join(root, folder, name), content);
    }
    if (random.below(3) === 0) write(join(root, folder, ".gitignore"), someRules(random));
    if (random.below(4) === 0)
      link(random.pick(LINKS), join(root, folder, random.pick(["loop.ts", "other", "tool.py"])));
  }
  if (random.below(3) === 0) write(join(root, ".git/info/exclude"), someRules(random));
  return { root, settings: someSettings(random) };
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

function someRules(random: Random): string {
  return `${random
    .shuffle(RULES)
    .slice(0, 1 + random.below(3))
    .join("\n")}\n`;
}

function someSettings(random: Random): RepositorySettings {
  return {
    ...(random.below(3) === 0 ? { ignore: [random.pick(RULES), random.pick(RULES)] } : {}),
    ...(random.below(4) === 0 ? { languages: ["typescript", "python"] } : {}),
    ...(random.below(3) === 0 ? { maxFileBytes: 5000 } : {}),
  };
}

/** Every path that is not below one of SDL's own folders. */
function allPaths(root: string, folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.name === ".sdl" || entry.name === ".git") return [];
    return entry.isDirectory() ? allPaths(root, path) : [path];
  });
}

function open({ root, settings }: Tree): Promise<Repository> {
  return openRepository({ rootPath: root, repoId: "r", settings, workers: 1 });
}

async function ask(repository: Repository, paths: readonly string[]): Promise<Map<string, FileReason>> {
  const reasons = await repository.explainFiles(paths);
  expect(reasons.map(({ path }) => path)).toEqual(paths);
  return new Map(reasons.map((reason) => [reason.path, reason]));
}

/** The content of the ledger. */
function held(repository: Repository) {
  const snapshot = repository.snapshot();
  const files = new Set(
    Array.from(snapshot.fileEntries(), ({ path, language }) => (language === "config" ? "" : path)),
  );
  const configs = new Set(snapshot.configs().map(({ path }) => path));
  const skipped = new Map(snapshot.skipped().map(({ path, reason }) => [path, skipReasonOf(reason) ?? reason]));
  return { files, configs, skipped };
}

type Held = ReturnType<typeof held>;

function skipOf(path: string, { skipped }: Held): string | undefined {
  const parts = path.split("/");
  return parts.map((_, i) => skipped.get(parts.slice(0, i + 1).join("/"))).find((reason) => reason !== undefined);
}

/** The reason that agrees with the ledger; for a path in no list, the reasons of discovery itself. */
function expectedReason(path: string, ledger: Held): string | RegExp {
  if (ledger.files.has(path)) return "indexed";
  if (ledger.configs.has(path)) return "configuration";
  return skipOf(path, ledger) ?? /^(ignored|built-in|no-language|language-off|link)$/;
}

function checkAgainst(ledger: Held, reasons: ReadonlyMap<string, FileReason>): void {
  for (const [path, { reason, indexed, target, text }] of reasons) {
    const real = target !== undefined && reason !== "link" ? target : path;
    const context = `${path}: ${reason}, ${text}`;
    expect(reason, context).toMatch(toPattern(expectedReason(real, ledger)));
    expect(indexed, context).toBe(ledger.files.has(real) || ledger.configs.has(real));
  }
}

function toPattern(reason: string | RegExp): RegExp {
  return typeof reason === "string" ? new RegExp(`^${reason}$`) : reason;
}

/** Checks that without the named rule the file has another reason, or another rule. */
async function checkRules({ root, settings }: Tree, reasons: ReadonlyMap<string, FileReason>): Promise<number> {
  const ruled = [...reasons.values()].filter(({ rule }) => rule?.source !== undefined);
  for (const { path, rule } of ruled.slice(0, 6)) {
    const file = join(root, rule?.source ?? "");
    const before = readFileSync(file, "utf8");
    const lines = before.split("\n");
    expect(lines[(rule?.line ?? 0) - 1], path).toBe(rule?.text);
    writeFileSync(file, lines.map((line, i) => (i + 1 === rule?.line ? "" : line)).join("\n"));
    const repository = await open({ root, settings });
    const [now] = await repository.explainFiles([path]);
    await repository.close();
    expect(now?.rule, path).not.toEqual(rule);
    writeFileSync(file, before);
  }
  return ruled.length;
}

/** Changes, removes and adds a few files. */
function edit(root: string, paths: readonly string[], random: Random): void {
  for (const path of random.shuffle(paths).slice(0, 4)) {
    if (path.endsWith(".gitignore") || path.endsWith("loop.ts")) continue;
    if (random.below(2) === 0) rmSync(join(root, path));
    else write(join(root, path), random.pick(Object.values(CONTENTS)));
  }
  write(join(root, "src/added.ts"), "export {};\n");
}

/** Checks that the forecast before a refresh comes true. @param seen counts reasons */
function checkForecast(
  before: ReadonlyMap<string, FileReason>,
  after: ReadonlyMap<string, FileReason>,
  seen: Map<string, number>,
): void {
  for (const [path, { reason, indexed }] of before) {
    const isPending = reason === "new" || reason === "changed";
    expect({ path, reason: after.get(path)?.reason }).toEqual({ path, reason: isPending ? "indexed" : reason });
    if (reason === "new") expect(indexed).toBe(false);
    seen.set(reason, (seen.get(reason) ?? 0) + 1);
  }
}

async function checkStep(tree: Tree, repository: Repository, seen: Map<string, number>): Promise<void> {
  const paths = allPaths(tree.root);
  const before = await ask(repository, paths);
  await repository.refresh({ mode: "incremental" });
  const after = await ask(repository, paths);
  const ledger = held(repository);
  checkAgainst(ledger, after);
  checkForecast(before, after, seen);
  const [folder] = await repository.explainFiles([""]);
  expect(folder?.counts?.["indexed"] ?? 0).toBe([...ledger.files].filter((path) => path !== "").length);
}

test(`${ROUNDS} generated trees: why agrees with a refresh, before and after it`, { timeout: 7_200_000 }, async () => {
  const seen = new Map<string, number>();
  let rules = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const random = new Random(SEED * 10_000 + round);
    const tree = makeTree(random);
    const repository = await open(tree);
    await checkStep(tree, repository, seen);
    edit(tree.root, allPaths(tree.root), random);
    await checkStep(tree, repository, seen);
    rules += await checkRules(tree, await ask(repository, allPaths(tree.root)));
    await repository.close();
  }
  expect(rules).toBeGreaterThan(ROUNDS);
  for (const reason of COMMON) expect(seen.get(reason) ?? 0, reason).toBeGreaterThan(0);
});
