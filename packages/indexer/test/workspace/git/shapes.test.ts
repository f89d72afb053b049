/**
 * Repositories of every shape: readable data is read, and the rest is reported as unavailable; nothing blocks, and no
 * other error is thrown.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GitError, type GitOptions, type GitRepository, withGit } from "../../../src/workspace/git/index.js";
import { makeDirectory } from "../temporary-tree.js";
import { makeRepository, TestRepository } from "./make-repository.js";

/** Everything that is read of a repository, as short text; the error's code if reading fails. */
async function describe(root: string, options: GitOptions = {}): Promise<string> {
  try {
    return await withGit(root, options, readAll);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    expect(error.message).not.toBe("");
    return error.code;
  }
}

async function readAll(git: GitRepository): Promise<string> {
  const head = git.head();
  if (head === undefined) return "unborn";
  const ids = await git.log(head, { maxCommits: 50, sinceSeconds: 0 });
  const subjects = (await git.commits(ids)).map(({ message }) => message.trim());
  const paths = (await git.tree(head)).map(({ path, type }) => (type === "file" ? path : `${path} (${type})`));
  const changed = [...(await git.changes(ids, ["*.ts"])).values()].flat().length;
  return `${subjects.join(", ")}: ${paths.join(" ")}; ${changed} changes`;
}

function small(...args: string[]): TestRepository {
  const repository = makeRepository(...args);
  repository.commit("one", { "a.ts": "1\n" });
  repository.commit("two", { "a.ts": "2\n" });
  return repository;
}

const BOTH = "two, one: a.ts; 2 changes";

test("an ordinary repository, and a folder in one, are read", async () => {
  const repository = small();
  repository.commit("three", { "src/b.ts": "3\n" });
  expect(await describe(repository.root)).toBe("three, two, one: a.ts src/b.ts; 3 changes");
  expect(await describe(join(repository.root, "src"))).toBe("three, two, one: b.ts; 3 changes");
  mkdirSync(join(repository.root, "empty"));
  expect(await describe(join(repository.root, "empty"))).toBe("NOT_FOUND");
});

test("without a repository, with an empty .git or without the git program, git is unavailable", async () => {
  expect(await describe(makeDirectory())).toBe("UNAVAILABLE");
  const odd = makeDirectory();
  mkdirSync(join(odd, ".git"));
  expect(await describe(odd)).toBe("UNAVAILABLE");
  expect(await describe(small().root, { searchPath: "/nowhere" })).toBe("UNAVAILABLE");
});

test("a git program inside the repository is not run", async () => {
  const { root } = small();
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  writeFileSync(join(root, "node_modules/.bin/git"), `#!/bin/sh\ntouch ${root}/canary\n`);
  chmodSync(join(root, "node_modules/.bin/git"), 0o755);
  const searchPath = `node_modules/.bin:.:${root}/node_modules/.bin`;
  expect(await describe(root, { searchPath })).toBe("UNAVAILABLE");
  expect(await describe(root, { searchPath: `${searchPath}:${process.env["PATH"]}` })).toBe(BOTH);
});

test("an unborn and a detached HEAD are read", async () => {
  expect(await describe(makeRepository().root)).toBe("unborn");
  const detached = small();
  detached.git("checkout", "-q", "--detach", "HEAD~1");
  expect(await describe(detached.root)).toBe("one: a.ts; 1 changes");
});

test("worktrees are read, except one that its repository does not list", async () => {
  const repository = small();
  const tree = join(makeDirectory(), "tree");
  repository.git("worktree", "add", "-q", "-b", "other", tree, "HEAD~1");
  expect(await describe(tree)).toBe("one: a.ts; 1 changes");
  const copy = makeDirectory();
  cpSync(join(tree, ".git"), join(copy, ".git"));
  expect(await describe(copy)).toBe("UNAVAILABLE");
});

test("submodules are read, and a .git file that names a foreign repository is not followed", async () => {
  const inner = small();
  const outer = small();
  outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root, "lib");
  outer.commit("with lib");
  expect(await describe(outer.root)).toBe("with lib, two, one: .gitmodules a.ts lib (module); 2 changes");
  expect(await describe(join(outer.root, "lib"))).toBe(BOTH);
  const thief = makeDirectory();
  writeFileSync(join(thief, ".git"), `gitdir: ${inner.root}/.git\n`);
  expect(await describe(thief)).toBe("UNAVAILABLE");
  const linked = makeDirectory();
  symlinkSync(join(inner.root, ".git"), join(linked, ".git"));
  expect(await describe(linked)).toBe("UNAVAILABLE");
});

test("a shallow clone gives the commits that it has", async () => {
  const origin = small();
  const clone = new TestRepository();
  clone.git("clone", "-q", "--depth=1", `file://${origin.root}`, ".");
  expect(await describe(clone.root)).toBe("two: a.ts; 1 changes");
});

test("alternates of alternates are read", async () => {
  const origin = small();
  const second = new TestRepository();
  second.git("clone", "-q", "--shared", origin.root, ".");
  second.commit("three", { "a.ts": "3\n" });
  const third = new TestRepository();
  third.git("clone", "-q", "--shared", second.root, ".");
  expect(await describe(third.root)).toBe("three, two, one: a.ts; 3 changes");
});

test("reading a partial clone fetches nothing", async () => {
  const origin = small();
  origin.git("config", "uploadpack.allowFilter", "true");
  const clone = new TestRepository();
  clone.git("clone", "-q", "--no-checkout", "--filter=tree:0", `file://${origin.root}`, ".");
  const before = clone.git("count-objects", "-v");
  expect(await describe(clone.root)).toBe("FAILED");
  expect(clone.git("count-objects", "-v")).toBe(before);
});

test("objects named by SHA-256 are read", async () => {
  expect(await describe(small("--object-format=sha256").root)).toBe(BOTH);
});

test("refs in a reftable are unavailable", async () => {
  const { root } = small();
  writeFileSync(join(root, ".git/HEAD"), "ref: refs/heads/.invalid\n");
  expect(await describe(root)).toBe("UNAVAILABLE");
});

test("an octopus merge, and a repository within a repository, are read", async () => {
  const repository = small();
  for (const name of ["x", "y", "z"]) {
    repository.git("checkout", "-q", "-b", name, "main");
    repository.commit(name, { [`${name}.ts`]: name });
  }
  repository.git("checkout", "-q", "main");
  repository.git("merge", "-q", "-m", "octopus", "x", "y", "z");
  expect(await describe(repository.root)).toMatch(/^octopus, .*: a.ts x.ts y.ts z.ts; 5 changes$/);
  const inner = new TestRepository(join(repository.root, "inner"));
  mkdirSync(inner.root);
  inner.git("init", "-q");
  inner.commit("inner", { "i.ts": "" });
  expect(await describe(inner.root)).toBe("inner: i.ts; 1 changes");
});

test("any damage makes git unavailable, failed or incomplete, never worse", async () => {
  const damages: ((root: string) => void)[] = [
    (root) => rmSync(join(root, ".git/HEAD")),
    (root) => writeFileSync(join(root, ".git/HEAD"), Buffer.alloc(300, 0xff)),
    (root) => writeFileSync(join(root, ".git/HEAD"), "ref: refs/heads/../../../etc/passwd"),
    (root) => writeFileSync(join(root, ".git/refs/heads/main"), "ref: refs/heads/main\n"),
    (root) => writeFileSync(join(root, ".git/refs/heads/main"), `${"0".repeat(40)}\n`),
    (root) => rmSync(join(root, ".git/objects"), { recursive: true }),
    (root) =>
      execFileSync("sh", ["-c", "find .git/objects -type f -exec chmod u+w {} + -exec truncate -s 3 {} +"], {
        cwd: root,
      }),
    (root) => appendFileSync(join(root, ".git/objects/info/alternates"), '/nowhere\n../../../..\n\n#\n"x\n'),
    (root) => writeFileSync(join(root, ".git/packed-refs"), Buffer.alloc(4096, 0x80)),
    (root) => writeFileSync(join(root, ".git/shallow"), "rubbish\n"),
    (root) => execFileSync("sh", ["-c", "rm .git/HEAD && mkfifo .git/HEAD"], { cwd: root }),
  ];
  for (const damage of damages) {
    const { root } = small();
    damage(root);
    expect
      .soft(await describe(root), damage.toString())
      .toMatch(/^(?:UNAVAILABLE|FAILED|NOT_FOUND|unborn|two, one: .*)$/);
  }
});

test("a pipe among the objects only costs the deadline", async () => {
  const { root } = small();
  execFileSync(
    "sh",
    ["-c", "mkfifo .git/objects/pack/pack-x.idx && touch .git/objects/pack/pack-x.pack && rm -r .git/objects/??"],
    {
      cwd: root,
    },
  );
  expect(await describe(root, { deadlineMs: 300 })).toMatch(/^(?:DEADLINE|FAILED)$/);
});

test("an aborted request rejects with the signal's reason", async () => {
  const { root } = small();
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(withGit(root, { signal }, readAll)).rejects.toThrow("enough");
});
