/**
 * Faults of the program during extraction and linking cost only the affected files: the rest equals an index without
 * these files or links, the fault is listed, and the next refresh repairs it. The failing files are drawn by seed.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { canonicalDump, type Ledger, openLedger } from "@sdl/graph";
import { createLinkSession, ExtractionPool, type LinkSession, linkFile } from "@sdl/indexer";
import { type FileHandle, GraphError, isUnlinked } from "@sdl/model";
import { describe, expect, onTestFinished, test } from "vitest";
import { entryUrl } from "../../src/entry-url.js";
import type { ProgramFault } from "../../src/machine/program-log.js";
import { measureHealth } from "../../src/opened/index-health.js";
import { refreshLedger } from "../../src/refresh/refresh.js";
import { Random } from "../equivalence/random.js";

const FAULTY = new URL("./faulty-worker.mjs", import.meta.url);
const ROUNDS = process.env["SDL_LONG"] === "1" ? 200 : 2;
const KINDS = ["throws", "ends", "eats"] as const;
/** Drawn less often: a dying worker costs the time to start another. */
const DRAWN = ["throws", "throws", "throws", "throws", ...KINDS] as const;

class Bench {
  readonly faults: ProgramFault[] = [];
  private readonly folder = mkdtempSync(join(tmpdir(), "sdl-faults-"));
  readonly root = join(this.folder, "repository");
  private ledger: Ledger = openLedger({ directory: join(this.folder, "store") });
  private made = 0;

  constructor(
    texts: ReadonlyMap<string, string>,
    public workLimit?: (path: string) => number,
  ) {
    for (const [path, text] of texts) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      writeFileSync(join(this.root, path), text);
    }
    onTestFinished(async () => {
      await this.ledger.close();
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  async refresh(workerUrl: URL, unlinkable: ReadonlySet<string> = new Set()) {
    const maxFileBytes = 100_000;
    const pool = new ExtractionPool({
      workerUrl,
      root: this.root,
      maxFileBytes,
      languages: [],
      deadlineMs: 60_000,
      maxWorkerHeapMb: 64,
    });
    const link: typeof linkFile = (session, file) => {
      if (unlinkable.has(session.evaluator.source.path(file))) throw new TypeError("links that were made to fail");
      return linkFile(this.limited(session, file), file);
    };
    const context = { rootPath: this.root, ledger: this.ledger, pool, settings: {}, workers: 1, link };
    const onFault = (fault: ProgramFault) => void this.faults.push(fault);
    const now = () => Date.now() + 60_000;
    try {
      return await refreshLedger({ ...context, now, onFault }, { mode: "incremental" });
    } finally {
      await pool.close();
    }
  }

  private limited(session: LinkSession, file: FileHandle): LinkSession {
    const { workLimit } = this;
    if (workLimit === undefined) return session;
    const { source } = session.evaluator;
    return createLinkSession(source, { workLimit: () => workLimit(source.path(file)) });
  }

  /** A scratch index of the current files. */
  async scratch(): Promise<string[]> {
    const kept = this.ledger;
    this.ledger = openLedger({ directory: join(this.folder, `scratch-${this.made++}`) });
    try {
      await this.refresh(entryUrl("extraction-worker"));
      return this.dump();
    } finally {
      await this.ledger.close();
      this.ledger = kept;
    }
  }

  dump(): string[] {
    const snapshot = this.ledger.snapshot();
    try {
      return [...canonicalDump(snapshot)];
    } finally {
      snapshot.close();
    }
  }

  health() {
    const snapshot = this.ledger.snapshot();
    try {
      return measureHealth(snapshot as never);
    } finally {
      snapshot.close();
    }
  }
}

/** Files that call each other, in both languages. */
function someFiles(random: Random, count: number): Map<string, string> {
  const texts = new Map<string, string>();
  for (let i = 0; i < count; i++) {
    const kind = random.below(3) === 0 ? `${random.pick(DRAWN)}/` : "";
    const other = random.below(count);
    if (i % 2 === 0) {
      const body = `import { f${other} } from "../all";\nexport function f${i}() { return f${other}(); }\nexport class C${i} { run() { f${i}(); } }\n`;
      texts.set(`${kind || "plain/"}s${i}.ts`, body);
    } else {
      texts.set(
        `${kind || "plain/"}m${i}.py`,
        `def g${i}(x):\n    return h${i}(x)\ndef h${i}(x):\n    return g${i}(x)\n`,
      );
    }
  }
  const scripts = [...texts.keys()].filter((path) => path.endsWith(".ts"));
  texts.set("all.ts", scripts.map((path) => `export * from "./${path.replace(".ts", "")}";`).join("\n"));
  return texts;
}

/** Lines of a dump without the parts that depend on the links of some files. */
function withoutLinksOf(lines: readonly string[], paths: ReadonlySet<string>): string[] {
  let path = "";
  const owners = new Set<string>();
  for (const line of lines) {
    path = /^file "(.*?)"/.exec(line)?.[1] ?? path;
    const id = /^ {2}(\w{16}) /.exec(line)?.[1];
    if (id !== undefined && paths.has(path)) owners.add(id);
  }
  path = "";
  return lines.filter((line) => {
    path = /^file "(.*?)"/.exec(line)?.[1] ?? path;
    const from = /^ {4}from (\w{16}) /.exec(line)?.[1];
    if (from !== undefined) return !owners.has(from);
    if (/^total files|^skipped/.test(line)) return false;
    return !(paths.has(path) && /^ {4}(?:to|unresolved) /.test(line));
  });
}

describe.each(Array.from({ length: ROUNDS }, (_, round) => round))("round %i", (round) => {
  test("failures of extraction and linking cost only their files, and the next refresh repairs them", {
    timeout: 240_000,
  }, async () => {
    const random = new Random(977 + round);
    const texts = someFiles(random, 8 + random.below(8));
    const bench = new Bench(texts);
    const paths = [...texts.keys()].sort();
    const unread = paths.filter((path) => KINDS.some((kind) => path.startsWith(`${kind}/`)));
    const unlinked = paths.filter((path) => !unread.includes(path) && random.below(4) === 0);
    const failing = new Set(unlinked);

    const first = await bench.refresh(FAULTY, failing);
    expect(first.skipped.map(({ path }) => path)).toEqual([...unread, ...unlinked].sort());
    for (const { path: file, reason } of first.skipped) {
      expect(reason).toMatch(/^failed: /);
      expect(isUnlinked(reason)).toBe(failing.has(file));
    }
    expect(bench.faults.map(({ path }) => path).sort()).toEqual([...unread, ...unlinked].sort());
    const share = paths.length - unread.length;
    expect(bench.health().coverage).toBeCloseTo(share / paths.length);
    const broken = bench.dump();

    // The same failure makes no new version.
    const second = await bench.refresh(FAULTY, failing);
    expect(second.versionId).toBe(first.versionId);
    expect(second.skipped).toEqual(first.skipped);

    for (const path of unread) rmSync(join(bench.root, path));
    const rest = await bench.scratch();
    expect(withoutLinksOf(broken, failing)).toEqual(withoutLinksOf(rest, failing));
    for (const path of unread) writeFileSync(join(bench.root, path), texts.get(path) ?? "");

    const mended = await bench.refresh(entryUrl("extraction-worker"));
    expect(mended.skipped).toEqual([]);
    expect(bench.dump()).toEqual(await bench.scratch());
  });
});

test("a file whose worker dies twice is not retried until it changes", async () => {
  const bench = new Bench(
    new Map([
      ["ends/a.ts", "export const a = 1;\n"],
      ["b.ts", "export const b = 1;\n"],
    ]),
  );
  const refresh = async () => (await bench.refresh(FAULTY)).skipped;
  const skipped = [{ path: "ends/a.ts", reason: "failed: crashed" }];
  expect(await refresh()).toEqual(skipped);
  expect(await refresh()).toEqual(skipped);
  expect(bench.faults).toHaveLength(2);
  expect(await refresh()).toEqual(skipped);
  expect(bench.faults).toHaveLength(2);
  writeFileSync(join(bench.root, "ends/a.ts"), "export const a = 2;\n");
  expect((await bench.refresh(entryUrl("extraction-worker"))).skipped).toEqual([]);
});

test("a file over the work limit of linking keeps its symbols, and is not logged as an error", async () => {
  const texts = new Map([
    ["a.ts", "export function a() {}\n"],
    [
      "heavy.ts",
      `import { a } from "./a";\na();\n${Array.from({ length: 20 }, (_, i) => `x${i}.y${i}();`).join("\n")}`,
    ],
  ]);
  const bench = new Bench(texts, (path) => (path === "heavy.ts" ? 10 : 1000));
  const first = await bench.refresh(entryUrl("extraction-worker"));
  expect(first.skipped).toEqual([{ path: "heavy.ts", reason: "failed: linking: it takes more than 10 steps" }]);
  expect(bench.faults).toEqual([]);
  const second = await bench.refresh(entryUrl("extraction-worker"));
  expect([second.versionId, second.skipped]).toEqual([first.versionId, first.skipped]);
  bench.workLimit = undefined;
  expect((await bench.refresh(entryUrl("extraction-worker"))).skipped).toEqual([]);
  expect(bench.dump()).toEqual(await bench.scratch());
});

test("an error of the store is not recorded for a file", async () => {
  const bench = new Bench(new Map([["a.ts", "export const a = 1;\n"]]));
  const error = new GraphError("STORE_CORRUPT", "the store is damaged");
  const has = new Set(["a.ts"]);
  has.has = () => {
    throw error;
  };
  await expect(bench.refresh(entryUrl("extraction-worker"), has)).rejects.toBe(error);
});
