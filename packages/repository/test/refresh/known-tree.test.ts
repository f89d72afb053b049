/**
 * Known tree: after any change its result equals that of a walk; if only files changed, without a walk. The long tier
 * (SDL_LONG=1) draws more steps.
 */
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Discovery, discoverFiles } from "@sdl/indexer";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KnownTree } from "../../src/refresh/known-tree.js";
import type { NotedChanges } from "../../src/refresh/noted-changes.js";
import { pick, type Random, seededRandom } from "../../src/testing/index.js";

const STEPS = process.env["SDL_LONG"] === "1" ? 3000 : 60;
const SEED = Number(process.env["SDL_SEED"] ?? 24);
const LIMIT = 400;
/** A directory that changed less than a clock tick before a walk is not trusted. */
const TICK_MS = 30;

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "sdl-tree-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  const place = join(root, path);
  mkdirSync(dirname(place), { recursive: true });
  if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true) rmSync(place);
  writeFileSync(place, text);
}

function newTree() {
  const walk = vi.fn(discoverFiles);
  const options = { maxFileBytes: LIMIT };
  const tree = new KnownTree({ rootPath: root, discover: options, now: Date.now, walk });
  return { walk, tree, walked: () => discoverFiles(root, options) };
}

/** Compiled globs are functions, which equal only themselves. */
function comparable({ config, ...found }: Discovery): object {
  const { source, maxFileBytes, languages, ignore } = config;
  return { ...found, config: { source, maxFileBytes, languages, ignore: JSON.stringify(ignore) } };
}

const FOLDERS = ["", "src/", "src/deep/", "out/", "lib/"];
const NAMES = ["a.ts", "b.py", "package.json", "notes.txt", ".gitignore", "sub/c.js"];
const CONFIGS = [
  '{ "ignore": ["src/deep", "*.js"] }',
  '{ "maxFileBytes": 200 }',
  '{ "languages": ["python"] }',
  "{ broken",
];

function someFile(random: Random): string | undefined {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  if (files.length === 0) return undefined;
  const { parentPath, name } = pick(random, files);
  return join(parentPath, name);
}

const CHANGES: Readonly<Record<string, (random: Random) => void>> = {
  "a file is written": (random) => {
    const name = pick(random, NAMES);
    const rules = pick(random, ["src/\n", "*.py\n", "out/\n!a.ts\n", ""]);
    write(pick(random, FOLDERS) + name, name === ".gitignore" ? rules : "x".repeat(Math.floor(random() * 1.2 * LIMIT)));
  },
  "the repository's configuration is written": (random) => {
    const config = pick(random, CONFIGS);
    if (random() < 0.5) write("sdl.config.json", config);
    else write("package.json", pick(random, ["{ }", `{ "sdl": ${config} }`]));
  },
  "the repository's configuration is removed": () => rmSync(join(root, "sdl.config.json"), { force: true }),
  "a file that is there is written": (random) => {
    const path = someFile(random);
    if (path !== undefined && !path.endsWith(".gitignore")) {
      writeFileSync(path, "y".repeat(Math.floor(random() * 1.2 * LIMIT)), { flag: "w" });
    }
  },
  "something is removed": (random) =>
    rmSync(join(root, pick(random, FOLDERS), pick(random, NAMES)), { force: true, recursive: true }),
  "a folder is removed": (random) =>
    rmSync(join(root, pick(random, FOLDERS.slice(1))), { force: true, recursive: true }),
  "a file is replaced by a link": (random) => {
    const path = join(root, pick(random, FOLDERS), "a.ts");
    rmSync(path, { force: true });
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(pick(random, ["b.py", "../src", "nowhere"]), path);
  },
  "a file is renamed": (random) => {
    const [from, to] = [pick(random, FOLDERS), pick(random, FOLDERS)].map((folder) =>
      join(root, folder, pick(random, NAMES)),
    );
    try {
      renameSync(from ?? "", to ?? "");
    } catch {
      // The file or its folder does not exist.
    }
  },
};

/** State of everything in the tree, by path: what a watcher of all folders has an event for if it changes. */
function entriesOfTree(): Map<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return new Map(
    entries.map(({ parentPath, name }) => {
      const { ino, ctimeMs, size } = lstatSync(join(parentPath, name));
      return [relative(root, join(parentPath, name)).split(sep).join("/"), `${ino} ${ctimeMs} ${size}`];
    }),
  );
}

/** What a watcher notes of a change. The state of a folder itself changes with its entries, which have events of their own. */
function noteChanges(change: () => void): NotedChanges {
  const before = entriesOfTree();
  change();
  const after = entriesOfTree();
  const isFolder = (path: string): boolean =>
    lstatSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() === true;
  const paths = [...before.keys(), ...after.keys()].filter(
    (path) => before.get(path) !== after.get(path) && !(before.has(path) && after.has(path) && isFolder(path)),
  );
  return { paths: new Set(paths), isComplete: true, lastMs: Date.now() };
}

test(`${STEPS} changes of a tree: with what a watcher notes, the known tree equals a walk`, async () => {
  const random = seededRandom(SEED);
  const { tree, walk, walked } = newTree();
  for (const folder of FOLDERS) for (const name of NAMES.slice(0, 3)) write(folder + name, "z");
  tree.discover();
  let reused = 0;
  for (let step = 0; step < STEPS; step++) {
    const title = pick(random, Object.keys(CHANGES));
    if (random() < 0.6) await sleep(TICK_MS);
    const noted = noteChanges(() => CHANGES[title]?.(random));
    const before = walk.mock.calls.length;
    const isLookedAt = random() < 0.3;
    if (isLookedAt) tree.lookAt(noted);
    const left = isLookedAt ? { ...noted, paths: new Set<string>() } : noted;
    expect(comparable(tree.discover(left)), `step ${step}: ${title}`).toEqual(comparable(walked()));
    if (walk.mock.calls.length === before) reused++;
  }
  expect(reused).toBeGreaterThan(STEPS / 20);
  expect(reused).toBeLessThan(STEPS);
});

test("files that an editor replaces by way of a temporary file need no walk if a watcher noted them", async () => {
  write("src/a.ts", "one");
  await sleep(TICK_MS);
  const { tree, walk, walked } = newTree();
  tree.discover();
  const replaceFile = (): void => {
    write("src/a.ts.tmp.1", "three");
    renameSync(join(root, "src/a.ts.tmp.1"), join(root, "src/a.ts"));
  };
  const { paths, ...noted } = noteChanges(replaceFile);
  expect(tree.discover({ ...noted, paths: new Set([...paths, "src/a.ts.tmp.1"]) })).toEqual(walked());
  expect(walk).toHaveBeenCalledTimes(1);
  expect(tree.discover({ ...noted, paths: new Set([...paths, "src/4913"]) })).toEqual(walked());
  expect(walk).toHaveBeenCalledTimes(2);
});

test("other files are looked at unless a watcher noted every change", async () => {
  write("a.ts", "one");
  write("b.ts", "one");
  await sleep(TICK_MS);
  const { tree, walked } = newTree();
  tree.discover();
  const { paths } = noteChanges(() => write("a.ts", "three"));
  write("b.ts", "three");
  expect(tree.discover({ paths, isComplete: false, lastMs: Date.now() })).toEqual(walked());
});

test(`${STEPS} changes of a tree: the known tree equals a walk`, async () => {
  const random = seededRandom(SEED);
  const { tree, walk, walked } = newTree();
  for (const folder of FOLDERS) for (const name of NAMES.slice(0, 3)) write(folder + name, "z");
  let reused = 0;
  for (let step = 0; step < STEPS; step++) {
    const title = pick(random, Object.keys(CHANGES));
    CHANGES[title]?.(random);
    if (random() < 0.6) await sleep(TICK_MS);
    const before = walk.mock.calls.length;
    expect(comparable(tree.discover()), `step ${step}: ${title}`).toEqual(comparable(walked()));
    if (walk.mock.calls.length === before) reused++;
  }
  expect(reused).toBeGreaterThan(STEPS / 20);
  expect(reused).toBeLessThan(STEPS);
});

test("an edit needs no walk, and a requested walk uses no memory", async () => {
  write("src/a.ts", "one");
  write("package.json", "{}");
  await sleep(TICK_MS);
  const { tree, walk, walked } = newTree();
  tree.discover();
  writeFileSync(join(root, "src/a.ts"), "three");
  expect(tree.discover()).toEqual(walked());
  writeFileSync(join(root, "package.json"), "{ }");
  expect(tree.discover()).toEqual(walked());
  expect(walk).toHaveBeenCalledTimes(1);
  expect(tree.walk()).toEqual(walked());
  expect(walk).toHaveBeenCalledTimes(2);
});

test("a file that grows beyond the size limit is skipped", async () => {
  write("a.ts", "one");
  await sleep(TICK_MS);
  const { tree } = newTree();
  tree.discover();
  writeFileSync(join(root, "a.ts"), "x".repeat(LIMIT + 1));
  expect(tree.discover()).toMatchObject({ files: [], skipped: [{ path: "a.ts", reason: "too-large" }] });
});
