/**
 * A repository's own configuration takes effect with the next refresh, however the file changed, and belongs to the
 * version: later versions may have another one.
 */
import { canonicalDump, derivedDump } from "@sdl/graph";
import { FileMark } from "@sdl/model/paths";
import { expect, onTestFinished, test } from "vitest";
import { openRepository } from "../../src/opened/open-repository.js";
import type { Repository, Snapshot } from "../../src/opened/repository.js";
import { GitFixture } from "../../src/testing/index.js";

const FILES = {
  ".gitignore": ".sdl*/\n",
  "package.json": '{ "name": "shop", "main": "./src/index.js" }\n',
  "src/index.ts": 'export { price } from "./price.js";\n',
  "src/price.ts":
    "export function price(sum: number) {\n  return round(sum);\n}\nfunction round(sum: number) {\n  return sum;\n}\n",
  "src/jobs.ts":
    'import { price } from "./price.js";\nexport function nightly() {\n  return report(price(1));\n}\nfunction report(sum: number) {\n  return sum;\n}\n',
  "checks/price.ts":
    'import { price } from "../src/price.js";\nexport function checkPrice() {\n  if (price(1) !== 1) throw new Error();\n}\n',
  "written/api.ts": "export const api = () => 1;\n",
  "written/big.ts": `export const big = "${"x".repeat(3000)}";\n`,
  "tools/run.py": "def run():\n    return 1\n",
};

const MARKS = '{ "tests": ["checks/"], "generated": ["written/"], "entryPoints": ["/src/jobs.ts"] }\n';

class Shop {
  readonly git = GitFixture.make();
  private stores = 0;

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.git.write({ ...FILES, ...files });
    onTestFinished(() => this.git.remove());
  }

  async open(settings = {}): Promise<Repository> {
    const storeDirectory = `${this.git.root}/.sdl${this.stores++}`;
    const { root: rootPath } = this.git;
    const repository = await openRepository({ rootPath, repoId: "shop", storeDirectory, settings, workers: 1 });
    onTestFinished(() => repository.close());
    await refreshed(repository);
    return repository;
  }
}

async function refreshed(repository: Repository): Promise<Snapshot> {
  await repository.refresh({ mode: "incremental" });
  return repository.snapshot();
}

async function dump(repository: Repository): Promise<string> {
  await repository.settle();
  const snapshot = repository.snapshot();
  return [...canonicalDump(snapshot), ...derivedDump(snapshot)].join("\n");
}

/** Lines `path marks` of the files with marks. */
function marksIn(graph: Snapshot): string[] {
  const names = Object.entries(FileMark);
  return graph.files().flatMap((path) => {
    const said = names.filter(([, bit]) => (graph.fileMarks(path) & bit) !== 0).map(([name]) => name);
    return said.length === 0 ? [] : [`${path} ${said.join()}`];
  });
}

const ALL_MARKS = [
  "checks/price.ts Test",
  "src/jobs.ts EntryPoint",
  "written/api.ts Generated",
  "written/big.ts Generated",
];

test("files of a first index have their marks, and so do later ones", async () => {
  const shop = new Shop({ "sdl.config.json": MARKS });
  const repository = await shop.open();
  expect(marksIn(repository.snapshot())).toEqual(ALL_MARKS);
  shop.git.write({ "checks/later.ts": "export const later = 1;\n" });
  expect(marksIn(await refreshed(repository))).toContain("checks/later.ts Test");
});

test("creating, editing, moving, overruling and removing the configuration equals indexing from scratch", async () => {
  const shop = new Shop();
  const repository = await shop.open();
  const steps: readonly (readonly [Record<string, string | undefined>, readonly string[]])[] = [
    [{ "sdl.config.json": MARKS }, ALL_MARKS],
    [{ "sdl.config.json": '{ "tests": ["/src/price.ts"], "ignore": ["written/big.ts"] }' }, ["src/price.ts Test"]],
    [{ "sdl.config.json": undefined, "package.json": `{ "name": "shop", "sdl": ${MARKS} }` }, ALL_MARKS],
    [{ "sdl.config.json": '{ "languages": ["python"] }' }, []],
    [{ "sdl.config.json": '{ "maxFileBytes": 1000, "generated": ["api.ts"] }' }, ["written/api.ts Generated"]],
    [{ "sdl.config.json": '{ "maxFileBytes": 1000, "generated": ["api.ts"' }, ["written/api.ts Generated"]],
    [{ "sdl.config.json": undefined }, ALL_MARKS],
    [{ "package.json": FILES["package.json"] }, []],
  ];
  for (const [change, marks] of steps) {
    shop.git.write(change);
    expect(marksIn(await refreshed(repository))).toEqual(marks);
    expect(await dump(repository)).toBe(await dump(await shop.open()));
  }
}, 240_000);

test("excluded files are removed by the next refresh, and return later", async () => {
  const shop = new Shop();
  const repository = await shop.open();
  const all = repository.snapshot().files();
  shop.git.write({ "sdl.config.json": '{ "ignore": ["written/"], "languages": ["typescript"] }' });
  const without = (await refreshed(repository)).files();
  expect(without).toEqual(all.filter((path) => !/^(written|tools)\//.test(path)));
  shop.git.write({ "sdl.config.json": '{ "maxFileBytes": 1000 }' });
  expect((await refreshed(repository)).skipped()).toMatchObject([{ path: "written/big.ts", reason: "too large" }]);
  shop.git.write({ "sdl.config.json": undefined });
  expect((await refreshed(repository)).files()).toEqual(all);
});

test("the user's settings and the repository's configuration both apply", async () => {
  const shop = new Shop({
    "sdl.config.json": '{ "languages": ["typescript", "javascript"], "ignore": ["checks/"], "maxFileBytes": 9000 }',
  });
  const settings = { languages: ["typescript", "python"], ignore: ["tools/"], maxFileBytes: 1000 };
  const repository = await shop.open(settings);
  expect(repository.snapshot().files()).toEqual(["src/index.ts", "src/jobs.ts", "src/price.ts", "written/api.ts"]);
  expect(repository.ownConfig().findings).toMatchObject([{ key: "maxFileBytes" }]);
  // A setting that excludes the file disables the configuration.
  const free = await shop.open({ ignore: ["sdl.config.json"] });
  expect(free.ownConfig().source).toBeUndefined();
  expect(free.snapshot().files()).toContain("checks/price.ts");
});

test("tests by configuration are linked to the code they test; entry points start processes", async () => {
  const shop = new Shop();
  const repository = await shop.open();
  const facts = async () => {
    await repository.settle();
    const graph = repository.snapshot();
    const layers = graph.derived();
    const symbol = (name: string) => graph.symbolsNamed(name)[0] ?? -1;
    const tests = layers?.testsOf(symbol("price")).map(({ test: by }) => graph.symbol(by).file) ?? [];
    const processes = layers?.processesOf(symbol("report")).map(({ label }) => label) ?? [];
    return { tests, processes };
  };
  expect(await facts()).toEqual({ tests: [], processes: [] });
  shop.git.write({ "sdl.config.json": MARKS });
  await refreshed(repository);
  expect(await facts()).toEqual({ tests: ["checks/price.ts"], processes: ["nightly → price → round"] });
});

test("an older version keeps its marks, and a commit has those of its own configuration", async () => {
  const shop = new Shop();
  const first = shop.git.commit("no configuration");
  const repository = await shop.open();
  const before = repository.snapshot().version;
  const second = shop.git.commit("marks", { "sdl.config.json": MARKS });
  const middle = (await refreshed(repository)).version;
  shop.git.commit("others", { "sdl.config.json": '{ "ignore": ["checks/"], "tests": ["tools/"] }' });
  expect(marksIn(await refreshed(repository))).toEqual(["tools/run.py Test"]);
  const marksAt = async (name: string) => {
    return marksIn(await repository.snapshotAt(await repository.resolveVersion(name)));
  };
  expect(await marksAt(before)).toEqual([]);
  expect(await marksAt(middle)).toEqual(ALL_MARKS);
  // A store that never had these commits reads them from git.
  const late = await shop.open();
  for (const [commit, marks] of [
    [first, []],
    [second, ALL_MARKS],
  ] as const) {
    const snapshot = await late.snapshotAt(await late.resolveVersion(commit));
    expect(marksIn(snapshot)).toEqual(marks);
    expect(snapshot.files()).toContain("checks/price.ts");
  }
});

test("drafts have the marks of their path, and drafts of excluded files are refused", async () => {
  const shop = new Shop({
    "sdl.config.json":
      '{ "tests": ["checks/"], "ignore": ["written/"], "languages": ["typescript"], "maxFileBytes": 500 }',
  });
  const repository = await shop.open();
  const push = (filePath: string, content: string) =>
    repository.drafts.push({
      ...{ event: "change", filePath, content, version: 1, isDirty: true, timestampMs: Date.now(), source: "editor" },
    });
  expect((await push("checks/new.ts", "export const fresh = 1;\n")).accepted).toBe(true);
  expect((await push("written/api.ts", "export const api = 2;\n")).warnings.join()).toContain("is left out");
  expect((await push("tools/run.py", "def run(): pass\n")).warnings.join()).toContain(
    "is python, which is not indexed",
  );
  await push("src/jobs.ts", `export const nightly = "${"x".repeat(600)}";\n`);
  await repository.drafts.checkpoint();
  const graph = (await repository.drafted())?.graph;
  expect(graph && marksIn(graph)).toEqual(["checks/new.ts Test", "checks/price.ts Test"]);
  expect(graph?.symbolsNamed("nightly")).toEqual([]);
  expect(graph?.skipped()).toMatchObject([{ path: "src/jobs.ts", reason: "too large" }]);
});

test("why names the deciding rule", async () => {
  const shop = new Shop({
    "sdl.config.json":
      '{\n  "ignore": ["checks/"],\n  "languages": ["typescript"],\n  "maxFileBytes": 1000,\n  "generated": ["api.ts"]\n}\n',
  });
  const repository = await shop.open();
  const paths = ["checks/price.ts", "tools/run.py", "written/big.ts", "written/api.ts"];
  expect((await repository.explainFiles(paths)).map(({ text }) => text)).toEqual([
    "its folder checks is left out: it is ignored by sdl.config.json, line 2: checks/",
    "it is python, which languages leaves out in sdl.config.json, line 3",
    "it is larger than the limit: 3023 of 1000 bytes, by maxFileBytes in sdl.config.json, line 4",
    "indexed as typescript: 2 symbols; generated by sdl.config.json, line 5: api.ts",
  ]);
});
