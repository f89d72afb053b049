/** Settings pages: symbols that exist while some code reads them, however the index was built. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { canonicalDump } from "@sdl/graph";
import { EDGE_CODE } from "@sdl/model";
import { expect, onTestFinished, test } from "vitest";
import { openRepository } from "../../src/opened/open-repository.js";
import type { Repository } from "../../src/opened/repository.js";
import { findSites } from "../../src/source/reference-sites.js";

const FILES = {
  "src/config.json": '{\n  "port": 80,\n  "server": { "host": "x" }\n}\n',
  "src/a.ts": 'import cfg from "./config.json";\nexport const a = () => cfg.port + process.env.TOKEN;\n',
  "src/b.ts": 'export const b = () => process.env["TOKEN"];\n',
  "src/c.py": 'import os\ndef c(): return os.getenv("MODE")\n',
};

type Change = Readonly<Record<string, string | undefined>>;

class SettingsFiles {
  readonly root = mkdtempSync(join(tmpdir(), "sdl-settings-"));
  private stores = 0;

  constructor() {
    this.write(FILES);
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
  }

  write(change: Change): void {
    for (const [path, text] of Object.entries(change)) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      if (text === undefined) rmSync(join(this.root, path));
      else writeFileSync(join(this.root, path), text);
    }
  }

  async open(): Promise<Repository> {
    const storeDirectory = join(this.root, ".sdl", String(this.stores++));
    const repository = await openRepository({ rootPath: this.root, repoId: "settings", storeDirectory, workers: 1 });
    onTestFinished(() => repository.close());
    await repository.refresh({ mode: "incremental" });
    return repository;
  }
}

function dump(repository: Repository): string {
  return [...canonicalDump(repository.snapshot())].join("\n");
}

/** Config edges as `reader → file key`, sorted. */
function readers(repository: Repository): string[] {
  const graph = repository.snapshot();
  const found: string[] = [];
  for (const path of graph.files()) {
    for (const handle of graph.fileSymbols(path)) {
      const { length, symbols, kinds } = graph.outgoing(handle);
      for (let i = 0; i < length; i++) {
        const to = graph.symbol(symbols[i] ?? 0);
        if (kinds[i] === EDGE_CODE.config)
          found.push(`${graph.symbol(handle).qualifiedName} → ${to.file} ${to.qualifiedName}:${to.line}`);
      }
    }
  }
  return found.sort();
}

test("readers of a variable or a key link to one symbol", async () => {
  const repository = await new SettingsFiles().open();
  expect(readers(repository)).toEqual([
    "a → env: TOKEN:1",
    "a → src/config.json port:2",
    "b → env: TOKEN:1",
    "c → env: MODE:1",
  ]);
  expect(repository.snapshot().counts.files).toBe(3);
});

test("readers have the positions of their reads", async () => {
  const repository = await new SettingsFiles().open();
  const graph = repository.snapshot();
  const [, variable] = graph.fileSymbols("env:").filter((symbol) => graph.symbol(symbol).kind === "variable");
  const to = variable ?? -1;
  const { symbols, length } = graph.incoming(to);
  const links = Array.from(symbols.slice(0, length), (from) => ({ from, to }));
  const sites = findSites(graph, links, false);
  const places = links.flatMap((link) => sites.of(link)).map(({ file, line, col }) => `${file}:${line}:${col}`);
  expect(graph.symbol(to).name).toBe("TOKEN");
  expect(places.sort()).toEqual(["src/a.ts:2:34", "src/b.ts:1:23"]);
});

const STEPS: readonly (readonly [string, Change])[] = [
  ["one of two readers goes", { "src/b.ts": "export const b = () => 1;\n" }],
  ["the last reader goes", { "src/a.ts": "export const a = () => 1;\n" }],
  [
    "a reader comes back, of another key",
    { "src/a.ts": `${FILES["src/a.ts"]}export const h = () => cfg.server.host;\n` },
  ],
  ["the file loses the key", { "src/config.json": '{ "port": 1 }\n' }],
  ["the key stands elsewhere", { "src/config.json": '{\n\n\n"port": 1 }\n' }],
  ["the file goes", { "src/config.json": undefined }],
  ["the file comes back", { "src/config.json": FILES["src/config.json"] }],
  ["the readers' file goes", { "src/a.ts": undefined }],
  ["nobody reads anything", { "src/c.py": "def c(): return 1\n" }],
  ["all as it was", FILES],
];

test("incremental equals from scratch, and every version is unchanged", async () => {
  const files = new SettingsFiles();
  const repository = await files.open();
  for (const [what, change] of STEPS) {
    const before = dump(repository);
    const version = repository.latestVersion();
    if (version === undefined) throw new Error("no version");
    files.write(change);
    await repository.refresh({ mode: "incremental" });
    expect(dump(repository), what).toBe(dump(await files.open()));
    const old = await repository.snapshotAt(version);
    expect([...canonicalDump(old)].join("\n"), `before: ${what}`).toBe(before);
    old.close();
  }
}, 600_000);
