/**
 * Random configuration files for discovery and linking, designed to loop, to grow and to lead out of the repository: tsconfig.json, package.json,
 * pnpm-workspace.yaml, pyproject.toml, setup.cfg, .gitignore. Drawn by seed.
 */
import type { Random } from "../../../repository/test/equivalence/random.js";
import type { RandomFile } from "./random-sources.js";

const NAMES = [
  "tsconfig.json",
  "jsconfig.json",
  "package.json",
  "pnpm-workspace.yaml",
  "pyproject.toml",
  "setup.cfg",
  ".gitignore",
  "lerna.json",
];
const FOLDERS = ["", "a/", "a/b/", "packages/x/", "src/"];

/** Paths and patterns; `../outside` is a folder beside the repository. */
const PATHS = [
  ".",
  "./",
  "..",
  "../..",
  "../outside",
  "../outside/a.ts",
  "../../../../../../etc/passwd",
  "/etc/passwd",
  "/dev/zero",
  "./tsconfig.json",
  "../tsconfig.json",
  "tsconfig",
  "a/b/tsconfig.json",
  "*",
  "**",
  "**/**/**/**/*",
  "./*/*/*/*/*/*",
  "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}",
  "[",
  "[!]]",
  "!**",
  "!(a|b|@(c|d))",
  "a".repeat(5000),
  "\0",
  "__proto__",
  "constructor",
  "%2e%2e/",
  "node_modules/x",
  "x",
  "#x",
  "file:///etc/passwd",
  "https://example.org/tsconfig.json",
];

const KEYS = [
  "extends",
  "files",
  "include",
  "exclude",
  "references",
  "path",
  "compilerOptions",
  "paths",
  "baseUrl",
  "rootDir",
  "rootDirs",
  "typeRoots",
  "types",
  "outDir",
  "plugins",
  "name",
  "main",
  "module",
  "types",
  "exports",
  "imports",
  "workspaces",
  "packages",
  "bin",
  "import",
  "require",
  "default",
  ".",
  "./*",
  "#*",
  "@/*",
  "*",
  "__proto__",
  "toString",
];

/** A value of any JSON type, most often a path or pattern. */
function value(random: Random, depth: number): unknown {
  const kind = depth <= 0 ? random.below(4) : random.below(8);
  if (kind < 3) return random.pick(PATHS);
  if (kind === 3) return random.pick([null, true, 0, -1, 1e308, "", {}, []]);
  if (kind < 6) return Array.from({ length: random.below(4) }, () => value(random, depth - 1));
  return record(random, depth - 1);
}

function record(random: Random, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: 1 + random.below(5) }, () => [random.pick(KEYS), value(random, depth)]),
  );
}

/** Mostly known keys with hostile values; else any keys and values. */
function settings(random: Random): Record<string, unknown> {
  const paths = () => Array.from({ length: 1 + random.below(4) }, () => random.pick(PATHS));
  if (random.next() < 0.3) return record(random, 4);
  return {
    name: random.pick(PATHS),
    extends: random.next() < 0.5 ? random.pick(PATHS) : paths(),
    references: paths().map((path) => ({ path })),
    include: paths(),
    files: paths(),
    workspaces: random.next() < 0.5 ? paths() : { packages: paths() },
    main: random.pick(PATHS),
    exports: {
      ".": random.pick(PATHS),
      "./*": random.pick(PATHS),
      [random.pick(PATHS)]: { import: random.pick(PATHS) },
    },
    imports: { "#*": random.pick(PATHS) },
    compilerOptions: {
      baseUrl: random.pick(PATHS),
      rootDirs: paths(),
      paths: { "*": paths(), "@/*": paths(), [random.pick(PATHS)]: paths() },
    },
  };
}

const TOML_TABLES = [
  "project",
  "tool.setuptools",
  "tool.setuptools.packages.find",
  "tool.poetry",
  "tool.hatch.build",
  "tool.uv.workspace",
  "options",
];
const TOML_KEYS = ["name", "packages", "package-dir", "where", "include", "members", "package_dir", "py-modules"];

function tables(random: Random, isQuoted: boolean): string {
  const written = (text: string) => (isQuoted ? JSON.stringify(text) : text);
  const line = () => {
    const paths = Array.from({ length: 1 + random.below(3) }, () => written(random.pick(PATHS)));
    const list = isQuoted ? `[${paths.join(", ")}]` : `\n    ${paths.join("\n    ")}`;
    return `${random.pick(TOML_KEYS)} = ${random.next() < 0.5 ? (paths[0] ?? "") : list}\n`;
  };
  const table = () => `[${random.pick(TOML_TABLES)}]\n${line()}${line()}`;
  return Array.from({ length: 1 + random.below(4) }, table).join("");
}

function textOf(random: Random, name: string): string {
  if (name.endsWith(".json")) return JSON.stringify(settings(random), undefined, random.below(3));
  if (name.endsWith(".toml")) return tables(random, true);
  if (name.endsWith(".cfg")) return tables(random, false);
  if (name.endsWith(".yaml"))
    return `packages:\n${[1, 2, 3].map(() => `  - ${JSON.stringify(random.pick(PATHS))}\n`).join("")}`;
  return Array.from(
    { length: 1 + random.below(5) },
    () => `${random.pick(["", "!", "/"])}${random.pick(PATHS)}\n`,
  ).join("");
}

/** The text unchanged, cut short, or doubled. */
function mangled(random: Random, text: string): string {
  const kind = random.below(8);
  if (kind === 0) return text.slice(0, random.below(text.length));
  if (kind === 1) return text + text;
  if (kind === 2) return "[".repeat(50_000) + text;
  return text;
}

/** Configuration files in several folders, and sources whose imports depend on them. */
export function randomSettings(random: Random, folder: string): RandomFile[] {
  const files = new Map<string, string>();
  for (let at = 0; at < 6 + random.below(8); at++) {
    const name = random.pick(NAMES);
    files.set(`${folder}/${random.pick(FOLDERS)}${name}`, mangled(random, textOf(random, name)));
  }
  for (const place of FOLDERS) {
    const imports = [1, 2, 3, 4].map(
      (at) => `import * as m${at} from ${JSON.stringify(random.pick([...PATHS, "@/a", "#a", "x/a", "outside/a"]))};\n`,
    );
    files.set(
      `${folder}/${place}main.ts`,
      `${imports.join("")}export function here() { m1.f(); m2.secret_outside(); }\n`,
    );
    files.set(
      `${folder}/${place}main.py`,
      "from ..outside import secret_outside\nimport outside.a\n\n\ndef here():\n    secret_outside()\n",
    );
  }
  return [...files].map(([name, content]) => ({ name, content }));
}
