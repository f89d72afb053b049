/** Versions of git commits: reading from objects alone equals indexing a checkout from scratch. */
import { join } from "node:path";
import { canonicalDump } from "@sdl/graph";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRepository } from "../../src/opened/open-repository.js";
import type { Repository } from "../../src/opened/repository.js";
import { GitFixture } from "../../src/testing/index.js";

let fixture: GitFixture;
let repository: Repository;
beforeEach(async () => {
  fixture = GitFixture.make();
  repository = await open(fixture.root);
});
afterEach(async () => {
  await repository.close();
  fixture.remove();
});

function open(rootPath: string): Promise<Repository> {
  return openRepository({ rootPath, repoId: "r", workers: 1 });
}

async function dumpOf(name: string): Promise<string> {
  const snapshot = await repository.snapshotAt(await repository.resolveVersion(name));
  return [...canonicalDump(snapshot)].join("\n");
}

/** The dump of an index built from scratch in a clone at the revision. */
async function scratchDump(commit: string): Promise<string> {
  const clone = GitFixture.make();
  try {
    clone.git("fetch", "-q", fixture.root, "+refs/heads/*:refs/remotes/o/*");
    clone.git("checkout", "-q", commit);
    const scratch = await open(clone.root);
    try {
      await scratch.refresh({ mode: "full" });
      return [...canonicalDump(scratch.snapshot())].join("\n");
    } finally {
      await scratch.close();
    }
  } finally {
    clone.remove();
  }
}

const TREES: readonly Readonly<Record<string, string | undefined>>[] = [
  {
    "src/token.ts": "export function decode(text: string): string {\n  return text;\n}\n",
    "src/use.ts": 'import { decode } from "./token.js";\nexport const used = decode("x");\n',
    "py/mod.py": "class A:\n    def run(self):\n        return helper()\n\ndef helper():\n    return 1\n",
    "package.json": '{ "name": "x" }\n',
    "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }\n',
  },
  {
    "src/token.ts": undefined,
    "src/tokens/token.ts": "export function decode(text: string): string {\n  return text;\n}\n",
    "src/use.ts": 'import { decode } from "@/tokens/token";\nexport const used = decode("x");\n',
  },
  {
    "py/mod.py": "from .other import helper\n\nclass A:\n    def run(self):\n        return helper()\n",
    "py/other.py": "def helper():\n    return 2\n",
    "lib.min.js": `var a=1;${"x();".repeat(4000)}`,
    "gen.ts": "// @generated\nexport const g = 1;\n",
    ".gitignore": "ignored.ts\n",
    "ignored.ts": "export const i = 1;\n",
    "tsconfig.json": undefined,
  },
];

test("every commit of a history, read from objects alone, equals an index of its checkout", async () => {
  const commits = TREES.map((tree, i) => fixture.commit(`tree ${i}`, tree));
  await repository.refresh({ mode: "incremental" });
  for (const [back, commit] of commits.toReversed().entries()) {
    expect(await dumpOf(back === 0 ? "HEAD" : `HEAD~${back}`), `HEAD~${back}`).toBe(await scratchDump(commit));
  }
  fixture.git("checkout", "-q", "-b", "side", "HEAD~2");
  const side = fixture.commit("side", {
    "src/use.ts": "export const alone = 1;\n",
    "new.py": "def new():\n    pass\n",
  });
  fixture.git("checkout", "-q", "main");
  expect(await dumpOf("side")).toBe(await scratchDump(side));
});

test("branches, tags and commit ids name versions; the ledger's own names take precedence", async () => {
  const [first = "", second = ""] = TREES.slice(0, 2).map((tree, i) => {
    const commit = fixture.commit(`tree ${i}`, tree);
    fixture.git("tag", `v1.${i}`);
    return commit;
  });
  await repository.refresh({ mode: "incremental" });
  const latest = repository.latestVersion();
  for (const name of ["HEAD", "main", "v1.1", second, second.slice(0, 12), "@latest"]) {
    expect(await repository.resolveVersion(name), name).toBe(latest);
  }
  const old = await repository.resolveVersion("v1.0");
  expect(await repository.resolveVersion("HEAD~1")).toBe(old);
  expect(await repository.resolveVersion(first)).toBe(old);
  expect(old).toMatch(/^v\d{15}$/);
  expect((await repository.snapshotAt(old)).version).toBe(old);
  for (const name of ["nobody", "HEAD~9", "--output=x", "@latest~7", "v123", "HEAD:src/use.ts"]) {
    await expect(repository.resolveVersion(name), name).rejects.toMatchObject({ code: "version_not_found" });
  }
  await repository.close();
  repository = await open(fixture.root);
  const again = await repository.snapshotAt(await repository.resolveVersion(old));
  expect(again.files()).toContain("src/token.ts");
});

test("a changed work tree, a newer version and lost caches do not change a commit's version", async () => {
  fixture.commit("one", TREES[0]);
  await repository.refresh({ mode: "incremental" });
  const before = await dumpOf("HEAD");
  fixture.write({
    "src/token.ts": "export const other = 1;\n",
    "stray.ts": "export const stray = 1;\n",
    "package.json": "{}",
  });
  await repository.refresh({ mode: "incremental" });
  expect(await dumpOf("HEAD")).toBe(before);
  await repository.close();
  fixture.write({ ".sdl/git/blobs": undefined, ".sdl/git/versions": undefined });
  repository = await open(fixture.root);
  expect(await dumpOf("main")).toBe(before);
});

test("versions work below the repository's top, and names are unknown without a repository", async () => {
  await repository.close();
  fixture.commit("one", { "app/a.ts": "export const a = 1;\n", "b.ts": "export const b = 1;\n" });
  fixture.commit("two", {
    "app/a.ts": "export const a = 2;\n",
    "app/c.ts": 'import { a } from "./a";\nexport const c = a;\n',
  });
  repository = await open(join(fixture.root, "app"));
  await repository.refresh({ mode: "incremental" });
  expect((await repository.snapshotAt(await repository.resolveVersion("HEAD~1"))).files()).toEqual(["a.ts"]);
  fixture.git("update-ref", "-d", "HEAD");
  await expect(repository.resolveVersion("HEAD")).rejects.toMatchObject({ code: "version_not_found" });
});
