/** Tests of ledgers that were copied, restored or moved: another repository's ledger is set aside with a message, the repository's own never is. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededDraw } from "@sdl/graph/testing";
import { GitFixture } from "@sdl/repository/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Engine, openEngine, runAction, SdlError } from "../../src/index.js";

const IS_LONG = process.env["SDL_LONG"] !== undefined;
const SEEDS = IS_LONG ? 40 : 1;

vi.setConfig({ testTimeout: 240_000 });

type Draw = (below: number) => number;
type Files = Readonly<Record<string, string>>;

interface Repository {
  readonly root: string;
  readonly home: string;
  readonly files: Files;
  readonly git: GitFixture | undefined;
}

/** @param mark part of every name, so that two repositories have no common name */
function drawFiles(draw: Draw, mark: string, count: number): Files {
  const entries = Array.from({ length: count }, (_, i) => {
    const folder = ["src", "lib", "lib/deep", "test"][draw(4)];
    return [`${folder}/${mark}${i}.ts`, `export function ${mark}Work${i}(): number {\n  return ${draw(1000)};\n}\n`];
  });
  return Object.fromEntries(entries);
}

function folderForTest(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-foreign-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function makeRepository(files: Files, withGit: boolean): Repository {
  const folder = folderForTest();
  const root = join(folder, "repository");
  mkdirSync(root);
  const git = withGit ? GitFixture.make(root) : undefined;
  writeFiles(root, files);
  if (Object.keys(files).length > 0) git?.commit("first");
  return { root, home: join(folder, "home"), files, git };
}

function writeFiles(root: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

interface Seen {
  /** Messages that the program showed without a request. */
  readonly notices: readonly string[];
  readonly files: readonly string[];
}

/** Opens the repository and refreshes it, as a command does. */
async function index({ root, home }: Pick<Repository, "root" | "home">): Promise<Seen> {
  const notices: string[] = [];
  const engine = openEngine({
    cwd: root,
    env: { SDL_HOME: home, PATH: process.env["PATH"] },
    onNotice: (text) => notices.push(text),
  });
  try {
    await engine.register({ rootPath: root, settings: {} });
    const refreshed = runAction("sdl.index.refresh", {}, { engine });
    // An empty repository cannot be indexed, but its store's old content is set aside all the same.
    const isIndexed = await refreshed.then(
      () => true,
      (error: unknown) => {
        if (error instanceof SdlError && error.code === "not_indexed") return false;
        throw error;
      },
    );
    return { notices, files: isIndexed ? filesOf(await openSnapshot(engine)) : [] };
  } finally {
    await engine.close();
  }
}

async function openSnapshot(engine: Engine) {
  return (await engine.open(engine.resolve(undefined))).snapshot();
}

function filesOf(snapshot: { files(): readonly string[] }): string[] {
  return [...snapshot.files()].filter((path) => path.endsWith(".ts")).sort();
}

/** Copies the ledger of one repository into another: all files, or only the data file. */
function copyLedger(from: Repository, to: Repository, dataOnly: boolean): void {
  const [schema = ""] = readdirSync(join(from.root, ".sdl")).filter((name) => name.startsWith("v"));
  const part = dataOnly ? join(".sdl", schema, "ledger", "data.mdb") : ".sdl";
  cpSync(join(from.root, part), join(to.root, part), { recursive: true });
}

/** Changes the ledger's file times, so that the ledger is examined before it is used. */
function touchLedger(root: string): void {
  const [schema = ""] = readdirSync(join(root, ".sdl")).filter((name) => name.startsWith("v"));
  utimesSync(join(root, ".sdl", schema, "ledger", "data.mdb"), 1, 1);
}

for (let seed = 0; seed < SEEDS; seed++) {
  const draw = seededDraw(seed);
  const name = `seed ${seed}`;
  const [mine, theirs] = [drawFiles(draw, "mine", 1 + draw(30)), drawFiles(draw, "theirs", 1 + draw(30))];

  test.each([true, false])(
    `${name}: the ledger of another repository is set aside (in a git repository: %s)`,
    async (theirGit) => {
      const other = makeRepository(theirs, theirGit);
      await index(other);
      for (const [files, myGit, dataOnly] of [
        [mine, true, false],
        [mine, false, true],
        [{}, draw(2) === 0, false],
      ] as const) {
        const own = makeRepository(files, myGit);
        if (dataOnly) await index(own);
        copyLedger(other, own, dataOnly);
        const { notices, files: indexed } = await index(own);
        expect(notices).toEqual([
          expect.stringMatching(/another repository's: of its \d+ files 0 exist here.*set aside as/),
        ]);
        expect(indexed).toEqual(Object.keys(files).sort());
        expect((await index(own)).notices).toEqual([]);
      }
    },
  );

  test.each([true, false])(
    `${name}: a repository whose files were all renamed keeps its ledger (in a git repository: %s)`,
    async (withGit) => {
      const own = makeRepository(mine, withGit);
      await index(own);
      for (const path of Object.keys(mine)) rmSync(join(own.root, path));
      writeFiles(own.root, theirs);
      touchLedger(own.root);
      const moved = { ...own, root: `${own.root}-moved` };
      if (draw(2) === 0) renameSync(own.root, moved.root);
      else moved.root = own.root;
      expect(await index(moved)).toEqual({ notices: [], files: Object.keys(theirs).sort() });
    },
  );

  test(`${name}: a copy, a clone on another branch and a restored cache keep the ledger`, async () => {
    const own = makeRepository(mine, true);
    await index(own);
    const copy = { root: `${own.root}-copy`, home: `${own.home}-copy` };
    cpSync(own.root, copy.root, { recursive: true });
    expect((await index(copy)).notices).toEqual([]);
    const clone = { root: `${own.root}-clone`, home: `${own.home}-clone` };
    own.git?.git("clone", "-q", own.root, clone.root);
    for (const path of Object.keys(mine)) rmSync(join(clone.root, path));
    writeFiles(clone.root, theirs);
    cpSync(join(own.root, ".sdl"), join(clone.root, ".sdl"), { recursive: true });
    expect(await index(clone)).toEqual({ notices: [], files: Object.keys(theirs).sort() });
    const checkout = makeRepository({ ...theirs, ...mine }, false);
    copyLedger(own, checkout, false);
    expect((await index(checkout)).notices).toEqual([]);
  });
}
