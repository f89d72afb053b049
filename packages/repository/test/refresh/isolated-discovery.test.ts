/**
 * Faults of the program during discovery cost only the part they affect: a file, a folder, a link, an ignore file, a
 * configuration file. The index equals that of the tree without that part, the part is listed and logged, and the next
 * refresh repairs it. Trees and faults are drawn by seed.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { canonicalDump, type Ledger, openLedger } from "@sdl/graph";
import {
  changedConfigLookups,
  changedLookups,
  discoverTree,
  diskView,
  ExtractionPool,
  IGNORE_SETTING_PATH,
  readConfigText,
  type TreeView,
} from "@sdl/indexer";
import { describe, expect, onTestFinished, test } from "vitest";
import { entryUrl } from "../../src/entry-url.js";
import type { ProgramFault } from "../../src/machine/program-log.js";
import { type RefreshContext, refreshLedger } from "../../src/refresh/refresh.js";
import { Random } from "../equivalence/random.js";

const ROUNDS = process.env["SDL_LONG"] === "1" ? 500 : 4;
const SEED = Number(process.env["SDL_SEED"] ?? 1);
const FOLDERS = ["", "src", "src/deep", "lib", "lib/deep/er", "other"];

type Parts = Pick<RefreshContext, "discover" | "readConfigText" | "comparison">;

class Bench {
  readonly faults: ProgramFault[] = [];
  private readonly folder = mkdtempSync(join(realpathSync(tmpdir()), "sdl-discovery-"));
  readonly root = join(this.folder, "repository");
  private ledger: Ledger = openLedger({ directory: join(this.folder, "store") });
  private readonly pool = new ExtractionPool({
    workerUrl: entryUrl("extraction-worker"),
    root: this.root,
    maxFileBytes: 100_000,
    languages: [],
  });
  private scratches = 0;

  constructor() {
    mkdirSync(this.root);
    onTestFinished(async () => {
      await this.pool.close();
      await this.ledger.close();
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  async refresh(parts: Parts = {}) {
    const { root, pool } = this;
    const onFault = (fault: ProgramFault) => void this.faults.push(fault);
    const now = () => Date.now() + 60_000;
    const context = { rootPath: root, ledger: this.ledger, pool, settings: {}, workers: 1, now, onFault, ...parts };
    return refreshLedger(context, { mode: "incremental" });
  }

  /** The dump of a scratch index. */
  async scratch(parts: Parts = {}): Promise<string[]> {
    const kept = this.ledger;
    this.ledger = openLedger({ directory: join(this.folder, `scratch-${this.scratches++}`) });
    try {
      await this.refresh(parts);
      return this.dump();
    } finally {
      await this.ledger.close();
      this.ledger = kept;
    }
  }

  /** The dump of indexed files; skipped ones are compared separately. */
  dump(): string[] {
    const snapshot = this.ledger.snapshot();
    try {
      return [...canonicalDump(snapshot)].filter((line) => !line.startsWith("skipped"));
    } finally {
      snapshot.close();
    }
  }
}

/** Writes a tree of both languages, with ignore files, configuration, and links. @returns the paths that can fail */
function makeTree(random: Random, bench: Bench) {
  const files: string[] = [];
  for (const folder of FOLDERS) {
    for (let left = 1 + random.below(3); left > 0; left--) files.push(writeSource(random, bench, { folder, files }));
  }
  const ignores = [".gitignore", "lib/.gitignore"];
  for (const path of ignores) bench.write(path, `/nothing\n${random.pick(["f1.*", "*.log", "f[2-4].ts", "deep/"])}\n`);
  bench.write("package.json", '{ "name": "root" }\n');
  bench.write("lib/tsconfig.json", '{ "compilerOptions": { "baseUrl": "." } }\n');
  symlinkSync("../src", join(bench.root, "other/alias"));
  return { files, ignores, folders: FOLDERS.slice(1), links: ["other/alias"] };
}

/** Writes a file that calls an earlier one if possible. @returns its path */
function writeSource(
  random: Random,
  bench: Bench,
  { folder, files }: { readonly folder: string; readonly files: readonly string[] },
): string {
  const name = `f${files.length}`;
  const path = (ending: string) => (folder === "" ? `${name}.${ending}` : `${folder}/${name}.${ending}`);
  if (random.below(2) === 0) {
    bench.write(path("py"), `def ${name}():\n    return ${name}()\n`);
    return path("py");
  }
  const scripts = files.filter((file) => file.endsWith(".ts"));
  const target = scripts.length === 0 ? undefined : random.pick(scripts).slice(0, -3);
  const up = folder === "" ? "./" : folder.replace(/[^/]+/g, "..").concat("/");
  const use = target === undefined ? "" : `import { run as other } from "${up}${target}";\n`;
  bench.write(path("ts"), `${use}export function run() { ${target === undefined ? "" : "other();"} }\n`);
  return path("ts");
}

function fail(what: string): never {
  throw new TypeError(`made to fail at ${what}`);
}

/** The disk, with faults at some paths. */
function faultyView(root: string, failing: ReadonlySet<string>, ruleFails: (path: string) => boolean): TreeView {
  const view = diskView(root);
  const checked = <T>(path: string, then: T): T => (failing.has(path) ? fail(path) : then);
  return {
    ...view,
    entries: (prefix) => checked(prefix.slice(0, -1), view.entries(prefix)),
    stat: (path) => checked(path, view.stat(path)),
    followLink: (path) => checked(path, view.followLink(path)),
    ignoreFile: (path) => {
      const rules = checked(path, view.ignoreFile(path));
      if (typeof rules !== "object") return rules;
      const findRule = rules.findRule.bind(rules);
      const base = path.slice(0, -".gitignore".length);
      return Object.assign(rules, {
        findRule: (subject: Parameters<typeof findRule>[0]) =>
          ruleFails(base + subject.path) ? fail(base + subject.path) : findRule(subject),
      });
    },
  };
}

function discoverWith(failing: ReadonlySet<string>, rules: ReadonlySet<string>): NonNullable<Parts["discover"]> {
  return (root, options) =>
    discoverTree(
      faultyView(root, failing, (path) => rules.has(path)),
      options,
    );
}

/** Whether a readable ignore file lies in a folder above the file. */
function hasRules(path: string, failing: ReadonlySet<string>): boolean {
  return !failing.has(".gitignore") || (path.startsWith("lib/") && !failing.has("lib/.gitignore"));
}

function isInside(path: string, folders: ReadonlySet<string>): boolean {
  return [...folders].some((folder) => path.startsWith(`${folder}/`));
}

describe.each(Array.from({ length: ROUNDS }, (_, round) => round))("round %i", (round) => {
  test("faults of discovery cost only their parts, and the next refresh repairs them", async () => {
    const random = new Random(SEED * 7919 + round);
    const bench = new Bench();
    const tree = makeTree(random, bench);
    const whole = discoverTree(diskView(bench.root));
    const found = new Set([...whole.files.map(({ path }) => path), ...whole.directories, ...tree.ignores]);
    const met = [...tree.files, ...tree.folders, ...tree.ignores].filter((path) => found.has(path));
    const failing = new Set(random.shuffle([...met, ...tree.links]).slice(0, 1 + random.below(3)));
    // A path whose rules fail is left out, whatever they would have decided. Without a readable ignore file, no rule is
    // evaluated.
    const asked = tree.files.filter((path) => found.has(path) && hasRules(path, failing));
    const rules = new Set(random.below(3) === 0 && asked.length > 0 ? [random.pick(asked)] : []);
    const discover = discoverWith(failing, rules);

    const first = await bench.refresh({ discover });
    const expected = [...new Set([...failing, ...rules])].filter((path) => !isInside(path, failing)).sort();
    expect(first.skipped.map(({ path }) => path)).toEqual(expected);
    for (const { path: file, reason } of first.skipped) expect(reason).toBe(`failed: made to fail at ${file}`);
    expect(bench.faults.map(({ during, path }) => `${during} ${path}`)).toEqual(
      expected.map((path) => `discovery ${path}`),
    );
    expect(bench.faults.every(({ stack }) => stack?.includes("isolated-discovery.test") === true)).toBe(true);
    const reasons = new Map<string, string>();
    discoverTree(
      faultyView(bench.root, failing, (path) => rules.has(path)),
      {},
      (path, why) => reasons.set(path, reasons.get(path) ?? why.kind),
    );
    expect(expected.map((path) => reasons.get(path))).toEqual(expected.map(() => "failed"));

    const broken = bench.dump();
    const second = await bench.refresh({ discover });
    expect([second.versionId, second.skipped]).toEqual([first.versionId, first.skipped]);
    expect(broken).toEqual(await indexWithout(bench, expected));

    const mended = await bench.refresh();
    expect(mended.skipped).toEqual([]);
    expect(bench.dump()).toEqual(await bench.scratch());
  });
});

/** An index of the tree without some paths; of an ignore file, without its rules. */
function indexWithout(bench: Bench, paths: readonly string[]): Promise<string[]> {
  const hidden = new Set(paths);
  return bench.scratch({
    discover: (root, options) => {
      const view = diskView(root);
      return discoverTree(
        {
          ...view,
          entries: (prefix) => {
            const entries = view.entries(prefix);
            return Array.isArray(entries) ? entries.filter(({ name }) => !hidden.has(prefix + name)) : entries;
          },
        },
        options,
      );
    },
  });
}

test("a fault while listing the root ends the refresh, and the previous version stays", async () => {
  const bench = new Bench();
  bench.write("a.ts", "export const a = 1;\n");
  await bench.refresh();
  const dump = bench.dump();
  const discover = discoverWith(new Set([""]), new Set());
  await expect(bench.refresh({ discover })).rejects.toMatchObject({
    code: "ROOT_UNREADABLE",
    message: expect.stringMatching(/made to fail/),
  });
  expect(bench.dump()).toEqual(dump);
});

test("a fault in the setting ignore costs only the setting", () => {
  const bench = new Bench();
  bench.write("a.ts", "export const a = 1;\n");
  const ignore: readonly string[] = Object.assign(["a.ts"], { join: () => fail("the setting") });
  const { files, faults } = discoverTree(diskView(bench.root), { ignore });
  expect(files.map(({ path }) => path)).toEqual(["a.ts"]);
  expect(faults.map(({ path }) => path)).toEqual([IGNORE_SETTING_PATH]);
});

test("a configuration file that the program fails to read counts as absent until it can be read", async () => {
  const bench = new Bench();
  bench.write("tsconfig.json", '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }\n');
  bench.write("src/a.ts", "export function a() {}\n");
  bench.write("b.ts", 'import { a } from "@/a";\nexport const b = () => a();\n');
  const failingRead: typeof readConfigText = (path, text) =>
    path === "tsconfig.json" ? fail(path) : readConfigText(path, text);
  const first = await bench.refresh({ readConfigText: failingRead });
  expect(first.skipped).toEqual([{ path: "tsconfig.json", reason: "failed: made to fail at tsconfig.json" }]);
  expect(bench.faults.map(({ during }) => during)).toEqual(["reading configuration"]);
  expect(bench.dump()).toEqual(await indexWithout(bench, ["tsconfig.json"]));
  const second = await bench.refresh({ readConfigText: failingRead });
  expect([second.versionId, second.skipped]).toEqual([first.versionId, first.skipped]);
  expect((await bench.refresh()).skipped).toEqual([]);
  expect(bench.dump()).toEqual(await bench.scratch());
});

test("if comparing lookups fails, every file is linked again", async () => {
  const bench = new Bench();
  bench.write("package.json", '{ "name": "p", "main": "src/a.ts" }\n');
  bench.write("src/a.ts", "export function a() {}\n");
  bench.write("b.ts", 'import { a } from "p";\nimport { c } from "./src/a";\nexport const b = () => [a(), c()];\n');
  await bench.refresh();
  for (const [path, text] of [
    ["src/a.ts", "export function c() {}\nexport function a() {}\n"],
    ["package.json", '{ "name": "q", "main": "src/a.ts" }\n'],
  ] as const) {
    bench.write(path, text);
    bench.faults.length = 0;
    await bench.refresh({
      comparison: {
        changedLookups: (before, after) => (path.endsWith(".ts") ? fail(path) : changedLookups(before, after)),
        changedConfigLookups: (...of) => (path.endsWith(".json") ? fail(path) : changedConfigLookups(...of)),
      },
    });
    expect(bench.faults.map((fault) => `${fault.during} ${fault.path}`)).toEqual([`comparing lookups ${path}`]);
    expect(bench.dump()).toEqual(await bench.scratch());
  }
});
