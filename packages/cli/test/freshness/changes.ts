/** Random changes to a git work tree, like those of editors, shells and git. Seeded; knows nothing of an index. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pick, type Random } from "@sdl/engine/testing";

const FILES = [
  "src/m0.ts",
  "src/m1.ts",
  "src/m2.ts",
  "src/deep/m3.ts",
  "lib/m4.ts",
  "lib/m5.js",
  "tools/m6.py",
  "tools/m7.py",
];
/** Paths for renamed and new files. */
const OTHER_FILES = ["src/new/m8.ts", "src/new/m9.ts", "lib/m9.ts", "gen/m10.ts", "tools/m11.py", "build/m12.ts"];
export const PATHS: readonly string[] = [...FILES, ...OTHER_FILES];
const LETTERS = ["A", "B", "C"];

/** Names of functions that any file may declare. */
export const NAMES: readonly string[] = LETTERS.flatMap((letter) => [0, 1, 2, 3, 4].map((n) => `work${n}${letter}`));

/**
 * Content of a file whose functions call each other and those of other files: declarations differ by one letter, bodies
 * by one digit.
 */
function contentOf(path: string, random: Random): string {
  const [first, second, called] = [pick(random, NAMES), pick(random, NAMES), pick(random, NAMES)];
  const digit = Math.floor(random() * 10);
  if (path.endsWith(".py")) {
    const from = pick(random, FILES).replace(/^\w+\/|\.\w+$/g, "");
    return `from ${from} import ${called}\n\n\ndef ${first}(x):\n    """Does ${second}."""\n    return ${called}(x) + ${digit}\n`;
  }
  const types = path.endsWith(".js") ? ["", ""] : [": number", ": number"];
  const target = pick(random, [...FILES.map((file) => `../${file}`), "@lib/m4", "./m1"]).replace(
    /\.(ts|js|py)$/,
    ".js",
  );
  return `import { ${called} } from "${target}";

/** Does ${second}. */
export function ${first}(x${types[0]})${types[1]} {
  return ${called}(x) + ${digit};
}

export function ${second}2(x${types[0]})${types[1]} {
  return ${first}(x) * ${digit};
}
`;
}

export class WorkTree {
  constructor(
    readonly root: string,
    private readonly random: Random,
  ) {}

  /** A repository with two tags, and a work tree at the second. */
  make(): void {
    this.git("init", "-q", "-b", "main");
    for (const tag of ["v1", "v2"]) {
      for (const path of FILES) this.write(path, contentOf(path, this.random));
      this.write("package.json", `{ "name": "app-${tag}", "type": "module" }\n`);
      this.write("tsconfig.json", tsconfig(tag === "v1" ? "lib" : "src"));
      this.write(".gitignore", tag === "v1" ? ".sdl/\n" : ".sdl/\ngen/\n");
      this.git("add", "-A");
      this.git("commit", "-q", "-m", tag);
      this.git("tag", tag);
    }
  }

  /** Makes one change. @returns its description, for the message of a failing test */
  change(): string {
    const [name, make] = pick(this.random, CHANGES);
    return `${name} ${make(this, this.random) ?? ""}`.trim();
  }

  git(...args: string[]): string {
    const env = {
      PATH: process.env["PATH"],
      HOME: this.root,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
    };
    const name = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
    return execFileSync("git", [...name, ...args], {
      cwd: this.root,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  }

  /**
   * Runs a command that git may refuse, for example because there is nothing to stash. @returns whether it succeeded
   */
  tryGit(...args: string[]): boolean {
    try {
      this.git(...args);
      return true;
    } catch {
      return false;
    }
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  /** Sources that exist. */
  sources(): string[] {
    const all = readdirSync(this.root, { recursive: true, encoding: "utf8" });
    return all.filter((path) => /\.(ts|js|py)$/.test(path) && !path.startsWith(".")).sort();
  }

  absolute(path: string): string {
    return join(this.root, path);
  }
}

function tsconfig(folder: string): string {
  return `{ "compilerOptions": { "baseUrl": ".", "paths": { "@lib/*": ["${folder}/*"] } } }\n`;
}

type Change = (tree: WorkTree, random: Random) => string | undefined;

/** A change of a source that exists. */
const ofSource =
  (make: (tree: WorkTree, path: string, random: Random) => void): Change =>
  (tree, random) => {
    const sources = tree.sources();
    if (sources.length === 0) return "of nothing";
    const path = pick(random, sources);
    make(tree, path, random);
    return path;
  };

/** Replaces one letter or digit, so that the size stays. */
function otherLetters(text: string, random: Random): string {
  const [from, to] = [pick(random, NAMES), pick(random, NAMES)];
  const digit = String(Math.floor(random() * 10));
  return text.replaceAll(from, to).replace(/([+*] )\d/, `$1${digit}`);
}

const edit = ofSource((tree, path, random) => tree.write(path, contentOf(path, random)));
const editSameSize = ofSource((tree, path, random) => tree.write(path, otherLetters(tree.read(path), random)));

const CHANGES: readonly (readonly [string, Change])[] = [
  ["edit", edit],
  ["edit of the same size", editSameSize],
  ["edit of the same size", editSameSize],
  [
    "two edits at once",
    ofSource((tree, path, random) => {
      for (let i = 0; i < 2; i++) tree.write(path, otherLetters(tree.read(path), random));
    }),
  ],
  [
    "edit that keeps the file's time",
    ofSource((tree, path, random) => {
      const { atime, mtime } = statSync(tree.absolute(path));
      tree.write(path, otherLetters(tree.read(path), random));
      utimesSync(tree.absolute(path), atime, mtime);
    }),
  ],
  [
    "edit as editors save, by renaming",
    ofSource((tree, path, random) => {
      tree.write(`${path}.tmp`, contentOf(path, random));
      renameSync(tree.absolute(`${path}.tmp`), tree.absolute(path));
    }),
  ],
  ["deletion", ofSource((tree, path) => rmSync(tree.absolute(path)))],
  [
    "renaming",
    ofSource((tree, path, random) => {
      const to = pick(random, OTHER_FILES);
      mkdirSync(dirname(tree.absolute(to)), { recursive: true });
      renameSync(tree.absolute(path), tree.absolute(to));
    }),
  ],
  [
    "new file",
    (tree, random) => {
      const path = pick(random, PATHS);
      tree.write(path, contentOf(path, random));
      return path;
    },
  ],
  [
    "removal of a folder",
    (tree, random) => {
      const folder = pick(random, ["src/deep", "src/new", "gen", "tools", "build"]);
      rmSync(tree.absolute(folder), { recursive: true, force: true });
      return folder;
    },
  ],
  [
    "renaming of a folder",
    (tree) => {
      const [from, to] = tree.has("lib") ? ["lib", "library"] : ["library", "lib"];
      if (tree.has(from) && !tree.has(to)) renameSync(tree.absolute(from), tree.absolute(to));
      return from;
    },
  ],
  [
    "git checkout",
    (tree, random) => {
      const tag = pick(random, ["v1", "v2"]);
      tree.git("checkout", "-q", "-f", tag);
      return tag;
    },
  ],
  [
    "git stash",
    (tree, random) => {
      tree.tryGit("stash", "-q", ...(random() < 0.5 ? ["-u"] : []));
      return undefined;
    },
  ],
  [
    "git stash pop",
    (tree) => {
      if (tree.tryGit("stash", "pop", "-q")) return undefined;
      tree.git("reset", "-q", "--hard");
      tree.tryGit("stash", "drop", "-q");
      return "that failed";
    },
  ],
  [
    "git commit",
    (tree) => {
      tree.git("add", "-A");
      tree.tryGit("commit", "-q", "-m", "more");
      return undefined;
    },
  ],
  [
    "other paths in tsconfig.json",
    (tree, random) => tree.write("tsconfig.json", tsconfig(pick(random, ["src", "lib", "gen"]))) as undefined,
  ],
  [
    "another package.json",
    (tree, random) => tree.write("package.json", `{ "name": "app-${pick(random, NAMES)}" }\n`) as undefined,
  ],
  [
    "other ignore rules",
    (tree, random) =>
      tree.write(".gitignore", `.sdl/\n${pick(random, ["gen/", "src/deep/", "*.py", "m1.ts", ""])}\n`) as undefined,
  ],
  [
    "other ignore rules of a folder",
    (tree, random) => {
      if (random() < 0.5) rmSync(tree.absolute("src/.gitignore"), { force: true });
      else if (tree.has("src")) tree.write("src/.gitignore", `${pick(random, ["m0.ts", "deep/", "m?.ts"])}\n`);
      return undefined;
    },
  ],
  [
    "other rules in .git/info/exclude",
    (tree, random) => {
      if (random() < 0.2) rmSync(tree.absolute(".git/info"), { recursive: true, force: true });
      else tree.write(".git/info/exclude", `${pick(random, ["tools/", "m2.ts", "lib/", ""])}\n`);
      return undefined;
    },
  ],
  [
    "a mark of an output folder",
    (tree, random) => {
      const mark = tree.absolute(`${pick(random, ["lib", "tools", "build"])}/CACHEDIR.TAG`);
      if (existsSync(mark)) rmSync(mark);
      else if (existsSync(dirname(mark))) writeFileSync(mark, "Signature: 8a477f597d28d172789f06886806bc55\n");
      return undefined;
    },
  ],
];
