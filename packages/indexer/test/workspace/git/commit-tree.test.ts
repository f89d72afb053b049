/** Discovery in a commit equals discovery in a checkout of it. */
import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCommitTree, withGit } from "../../../src/workspace/git/index.js";
import { type DiscoverOptions, discoverFiles, discoverTree } from "../../../src/workspace/index.js";
import { makeDirectory } from "../temporary-tree.js";
import { makeRepository, type TestRepository } from "./make-repository.js";

type Found = ReturnType<typeof discoverFiles>;

function findingsOf({ files, configs, skipped, aliases }: Found): string[] {
  return [
    ...files.map(({ path, language, isDeclaration, sizeBytes }) => `${path} ${language} ${isDeclaration} ${sizeBytes}`),
    ...configs.map(({ path, sizeBytes }) => `${path} config ${sizeBytes}`),
    ...skipped.map(({ path, reason }) => `${path} ${reason}`),
    ...aliases.map(({ path, target }) => `${path} -> ${target}`),
  ];
}

async function checkSame(repository: TestRepository, folder = "", options: DiscoverOptions = {}): Promise<string[]> {
  const commit = repository.git("rev-parse", "HEAD");
  const root = join(repository.root, folder);
  const fromCommit = await withGit(root, {}, async (git) => {
    const tree = await readCommitTree(git, commit, { realRoot: root, knownSize: () => undefined });
    return discoverTree(tree, options);
  });
  const checkout = join(makeDirectory(), "checkout");
  repository.git("clone", "-q", "--no-hardlinks", ".", checkout);
  const fromDisk = findingsOf(discoverFiles(join(checkout, folder), options));
  expect(findingsOf(fromCommit)).toEqual(fromDisk);
  return fromDisk;
}

test("ignore files, output folders, links and sizes have the same effect as on disk", async () => {
  const repository = makeRepository();
  repository.write({
    "a.ts": "a",
    "src/b.py": "b",
    "src/.gitignore": "kept.ts\n",
    "src/kept.ts": "tracked though ignored",
    "dist/x.js": "x",
    "dist/x.d.ts": "x",
    "build/real.ts": "r",
    "node_modules/m/index.js": "m",
    "package.json": "{}",
    "deep/er/tsconfig.json": "{}",
    "large.ts": "x".repeat(3000),
    tool: "#!/usr/bin/env python",
    "lib/one.ts": "1",
    "out/notes.ts": "n",
    "CACHED/CACHEDIR.TAG": "",
    "CACHED/c.ts": "c",
  });
  for (const [path, target] of [
    ["tool.py", "tool"],
    ["alias.ts", "src/../a.ts"],
    ["linked", "lib"],
    ["loop.ts", "loop.ts"],
    ["up", ".."],
    ["self", "."],
    ["outside.ts", "../.."],
    ["absolute.ts", "/etc/hostname"],
    ["gone.ts", "nowhere.ts"],
    ["through.ts", "missing/../a.ts"],
    ["chain.ts", "linked/one.ts"],
  ] as const) {
    symlinkSync(target, join(repository.root, path));
  }
  repository.git("add", "-A", "-f");
  repository.git("commit", "-q", "-m", "all");
  const found = await checkSame(repository, "", { maxFileBytes: 2000 });
  expect(found).toContain("build/real.ts typescript false 1");
  expect(found).toContain("tool.py python false 21");
  expect(found).toContain("chain.ts -> lib/one.ts");
  await checkSame(repository, "", { ignore: ["src/"], languages: ["python"] });
});

test("a root below the repository's top is treated like one without version control", async () => {
  const repository = makeRepository();
  repository.commit("one", { "app/a.ts": "a", "app/dist/b.ts": "b", ".gitignore": "a.ts\n", "app/lib/up.ts": "u" });
  repository.git("add", "-f", "app/a.ts");
  repository.commit("two");
  expect(await checkSame(repository, "app")).toEqual([
    "a.ts typescript false 1",
    "lib/up.ts typescript false 1",
    "dist output-directory",
  ]);
});

test("hostile names in a tree are ignored", async () => {
  const repository = makeRepository();
  repository.commit("one", { "a.ts": "a" });
  const blob = repository.git("rev-parse", "HEAD:a.ts");
  const row = (name: string) => Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(blob, "hex")]);
  const tree = Buffer.concat([row(".."), row(".git"), row("a.ts"), row("x/../../y.ts")]);
  const hash = (type: string, input: Buffer | string) =>
    execFileSync("git", ["hash-object", "-t", type, "--literally", "-w", "--stdin"], { cwd: repository.root, input })
      .toString()
      .trim();
  const commit = hash("commit", `tree ${hash("tree", tree)}\nauthor A <a> 0 +0000\ncommitter A <a> 0 +0000\n\nbad\n`);
  await withGit(repository.root, {}, async (git) => {
    const view = await readCommitTree(git, commit, { realRoot: repository.root, knownSize: () => undefined });
    expect(discoverTree(view).files.map(({ path }) => path)).toEqual(["a.ts"]);
  });
});
