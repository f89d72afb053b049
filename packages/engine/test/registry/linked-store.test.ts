/** Tests that a repository whose `.sdl` is a symbolic link, or contains one, does not make the program write elsewhere. Drawn by seed. */
import {
  lstatSync,
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
import { schemaDirectory } from "@sdl/graph";
import { expect, onTestFinished, test } from "vitest";
import { Random } from "../../../repository/test/equivalence/random.js";
import { runAction } from "../../src/dispatch.js";
import { openEngine } from "../../src/opened/open-engine.js";

const CASES = process.env["SDL_LONG"] === "1" ? 300 : 6;
const SEED = Number(process.env["SDL_SEED"] ?? 20_261_123);

/** Files and folders of a store that may be a link. */
const PLACES = [
  ".sdl",
  `.sdl/${schemaDirectory()}`,
  `.sdl/${schemaDirectory()}/ledger`,
  `.sdl/${schemaDirectory()}/ledger/data.mdb`,
  `.sdl/${schemaDirectory()}/ledger/lock.mdb`,
  `.sdl/${schemaDirectory()}/ledger/stamp`,
  `.sdl/${schemaDirectory()}/session-1`,
  `.sdl/${schemaDirectory()}/indexer.lease`,
  ".sdl/git",
  ".sdl/.gitignore",
  ".sdl/audit.jsonl",
];

/** Every file below a folder, with its content. */
function contentOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      return `${name}: ${lstatSync(path).isFile() ? readFileSync(path, "utf8") : "folder"}`;
    });
}

test(`${CASES} repositories with a link in the store: the index is stored elsewhere, and nothing is written through the link`, async () => {
  const random = new Random(SEED);
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "sdl-linked-")));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const outside = join(parent, "outside");
  mkdirSync(join(outside, "folder"), { recursive: true });
  writeFileSync(join(outside, "file"), "a file of the user\n");
  const untouched = contentOf(outside);
  for (let at = 0; at < CASES; at++) {
    const root = join(parent, `repository-${at}`);
    const place = join(root, random.pick(PLACES));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(join(root, "a.ts"), "export function found() {}\n");
    const target = join(outside, random.pick(["file", "folder", "not-there"]));
    symlinkSync(random.next() < 0.5 ? target : join(...Array.from({ length: 12 }, () => ".."), target), place);
    const engine = openEngine({
      cwd: root,
      env: { SDL_HOME: join(parent, `home-${at}`), XDG_CACHE_HOME: join(parent, `cache-${at}`) },
    });
    try {
      await engine.register({ rootPath: root, settings: {} });
      await runAction("indexRefresh", { mode: "incremental" }, { engine });
      const { results } = (await runAction("symbolSearch", { query: "found" }, { engine })) as { results: object[] };
      expect(results.length, place).toBeGreaterThan(0);
    } finally {
      await engine.close();
    }
    expect(contentOf(outside), place).toEqual(untouched);
  }
});
