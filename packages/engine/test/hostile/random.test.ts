/**
 * Tests with repositories of random hostile files, drawn by seed: an index accounts for each file, reads nothing outside of the root, finds the
 * symbols of well-formed files, and is reproducible byte by byte.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { canonicalDump } from "@sdl/graph";
import { openRepository, type Repository } from "@sdl/repository";
import { expect, onTestFinished, test } from "vitest";
import { Random } from "../../../repository/test/equivalence/random.js";
import { randomSettings } from "./random-settings.js";
import { type RandomFile, randomSource } from "./random-sources.js";

const LONG = process.env["SDL_LONG"] === "1";
const ROUNDS = LONG ? 40 : 1;
const SOURCES = LONG ? 150 : 60;
const PROJECTS = LONG ? 20 : 10;
const DEPTH = LONG ? 60_000 : 20_000;
const SEED = Number(process.env["SDL_SEED"] ?? 20_261_123);
const HOUR = 3_600_000;

const IS_SOURCE = /\.(ts|tsx|mts|js|jsx|cjs|py|pyi)$/;
const OUTSIDE_SYMBOL = "secret_outside_definition";

/** A repository with a folder beside it whose symbols must not be found. @returns the root */
function writeRepository(files: readonly RandomFile[]): {
  readonly root: string;
  readonly store: (name: string) => string;
} {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "sdl-hostile-")));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(parent, path)), { recursive: true });
    writeFileSync(join(parent, path), content);
  };
  write("outside/a.ts", `export function ${OUTSIDE_SYMBOL}() {}\n`);
  write("outside/tsconfig.json", JSON.stringify({ compilerOptions: { paths: { [OUTSIDE_SYMBOL]: ["./a.ts"] } } }));
  write("outside/a.py", `def ${OUTSIDE_SYMBOL}():\n    pass\n`);
  for (const { name, content } of files) write(join("repo", name), content);
  return { root: join(parent, "repo"), store: (name) => join(parent, `store-${name}`) };
}

const projectOf = (name: string): string => name.slice(0, name.indexOf("/"));

/** Problems of an index of these files. */
function problemsOf(repository: Repository, skipped: ReadonlySet<string>, files: readonly RandomFile[]): string[] {
  const snapshot = repository.snapshot();
  const indexed = new Set(snapshot.files());
  const problems: string[] = [];
  const ignoring = new Set(files.filter(({ name }) => name.endsWith(".gitignore")).map(({ name }) => projectOf(name)));
  for (const { name, finds } of files) {
    if (!IS_SOURCE.test(name) || ignoring.has(projectOf(name))) continue;
    if (!indexed.has(name)) {
      if (!skipped.has(name)) problems.push(`${name} is neither indexed nor skipped`);
      continue;
    }
    const names = snapshot.fileSymbols(name).map((handle) => snapshot.symbol(handle).name);
    if (finds !== undefined && !names.includes(finds)) problems.push(`${name} lacks ${finds}`);
  }
  return problems;
}

function dumpOf(repository: Repository): string {
  return [...canonicalDump(repository.snapshot())].join("\n");
}

test.each(Array.from({ length: ROUNDS }, (_, round) => SEED + round))(
  "a repository of random hostile files, seed %i",
  { timeout: HOUR },
  async (seed) => {
    const random = new Random(seed);
    const files = [
      ...Array.from({ length: SOURCES }, (_, at) => randomSource(random, at, DEPTH)),
      ...Array.from({ length: PROJECTS }, (_, at) => randomSettings(random, `project-${at}`)).flat(),
    ];
    const { root, store } = writeRepository(files);
    const indexOnce = async (name: string): Promise<string> => {
      const repository = await openRepository({ rootPath: root, repoId: "hostile", storeDirectory: store(name) });
      try {
        const { skipped } = await repository.refresh({ mode: "full" });
        expect(problemsOf(repository, new Set(skipped.map(({ path }) => path)), files)).toEqual([]);
        return dumpOf(repository);
      } finally {
        await repository.close();
      }
    };
    const dump = await indexOnce("first");
    expect(dump).not.toContain(`${OUTSIDE_SYMBOL} `);
    expect(dump).toContain("here");
    expect(await indexOnce("second")).toBe(dump);
  },
);
