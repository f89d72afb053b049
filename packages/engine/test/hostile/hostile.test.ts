/** Tests of odd files in one repository: an index accounts for every file and finds the symbols of readable ones. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_MAX_FILE_BYTES } from "@sdl/indexer";
import { openRepository, type Repository } from "@sdl/repository";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HOSTILE_INPUTS, makeOddFiles, writeInputs } from "./inputs.js";

const MINUTES = 60_000;
let root: string;
let store: string;
let odd: string[];
let repository: Repository;
let skipped: Map<string, string>;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "sdl-hostile-"));
  store = mkdtempSync(join(tmpdir(), "sdl-hostile-store-"));
  writeInputs(root);
  odd = makeOddFiles(root);
  repository = await openRepository({ rootPath: root, repoId: "hostile", storeDirectory: store });
  const result = await repository.refresh({ mode: "full" });
  skipped = new Map(result.skipped.map(({ path, reason }) => [path, reason]));
}, 10 * MINUTES);

afterAll(async () => {
  await repository.close();
  rmSync(root, { recursive: true, force: true });
  rmSync(store, { recursive: true, force: true });
});

test("every file is indexed or in the skip list with its reason", () => {
  const snapshot = repository.snapshot();
  const indexed = new Set(snapshot.files());
  const isConfig = (name: string): boolean => name.endsWith(".json");
  const names = [...HOSTILE_INPUTS.map((input) => input.name).filter((name) => !isConfig(name)), ...odd];
  const lost = names.filter((name) => !indexed.has(name) && !skipped.has(name));
  expect(lost).toEqual([]);
  for (const reason of skipped.values()) expect(reason).not.toBe("");
});

test("no file outside of the root is read", () => {
  expect(skipped.get("outside.ts")).toBe("ignored: link out of the repository");
  expect(skipped.get("escape.py")).toBe("ignored: link out of the repository");
  expect(skipped.get("pipe.ts")).toBe("ignored: not a regular file");
});

test.each(HOSTILE_INPUTS.flatMap(({ name, finds }) => (finds === undefined ? [] : [[name, finds] as const])))(
  "%j still gives %s",
  (name, symbol) => {
    const snapshot = repository.snapshot();
    const names = snapshot.fileSymbols(name).map((handle) => snapshot.symbol(handle).name);
    expect(names).toContain(symbol);
  },
);

test(
  "a second refresh has nothing to do, and one worker gives the same bytes",
  async () => {
    expect((await repository.refresh({ mode: "incremental" })).created).toBe(false);
  },
  MINUTES,
);

test(
  "a file skipped by its stat alone enters and leaves the skip list without any other change",
  async () => {
    const big = join(root, "grown.ts");
    writeFileSync(big, "x".repeat(DEFAULT_MAX_FILE_BYTES + 1));
    const listed = async (): Promise<string | undefined> => {
      const { skipped } = await repository.refresh({ mode: "incremental" });
      return skipped.find(({ path }) => path === "grown.ts")?.reason;
    };
    expect(await listed()).toBe("too large");
    rmSync(big);
    expect(await listed()).toBeUndefined();
  },
  MINUTES,
);
