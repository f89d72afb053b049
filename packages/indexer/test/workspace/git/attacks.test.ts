/**
 * A repository that attacks whoever runs git in it, by every way known: configuration, attributes, hooks, signed commits, a partial clone.
 * Each would write the canary; plain git does so here, which shows that the traps work.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GitError, withGit } from "../../../src/workspace/git/index.js";
import { makeRepository, type TestRepository } from "./make-repository.js";

const TRAPS = [
  ["core.fsmonitor", "SCRIPT"],
  ["core.hooksPath", "HOOKS"],
  ["core.pager", "SCRIPT"],
  ["core.editor", "SCRIPT"],
  ["core.sshCommand", "SCRIPT"],
  ["core.askPass", "SCRIPT"],
  ["core.alternateRefsCommand", "SCRIPT"],
  ["core.gitProxy", "SCRIPT"],
  ["credential.helper", "!SCRIPT"],
  ["diff.external", "SCRIPT"],
  ["diff.evil.command", "SCRIPT"],
  ["diff.evil.textconv", "SCRIPT"],
  ["filter.evil.clean", "SCRIPT"],
  ["filter.evil.smudge", "SCRIPT"],
  ["filter.evil.process", "SCRIPT"],
  ["filter.evil.required", "true"],
  ["merge.evil.driver", "SCRIPT"],
  ["gpg.program", "SCRIPT"],
  ["gpg.ssh.program", "SCRIPT"],
  ["log.showSignature", "true"],
  ["log.mailmap", "true"],
  ["pager.rev-list", "SCRIPT"],
  ["pager.diff-tree", "SCRIPT"],
  ["alias.rev-list", "!SCRIPT"],
  ["alias.cat-file", "!SCRIPT"],
  ["uploadpack.packObjectsHook", "SCRIPT"],
  ["extensions.partialClone", "evil"],
  ["remote.evil.promisor", "true"],
  ["remote.evil.url", "ext::SCRIPT"],
  ["remote.evil.partialclonefilter", "blob:none"],
  ["protocol.allow", "always"],
  ["protocol.ext.allow", "always"],
  ["include.path", "INCLUDED"],
  ["includeIf.gitdir:/.path", "INCLUDED"],
] as const;

interface Trap {
  readonly repository: TestRepository;
  readonly canary: string;
  readonly commits: number;
}

function makeTrap(): Trap {
  const repository = makeRepository();
  const { root } = repository;
  const canary = join(root, "canary");
  const script = join(root, "evil.sh");
  repository.write({ "evil.sh": `#!/bin/sh\ntouch ${canary}\ncat\n`, "a.ts": "1\n" });
  chmodSync(script, 0o755);
  mkdirSync(join(root, "hooks"));
  for (const hook of ["post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman"]) {
    writeFileSync(join(root, "hooks", hook), `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
  }
  repository.commit("one", { ".gitattributes": "* diff=evil filter=evil merge=evil\n*.ts diff=evil filter=evil\n" });
  repository.commit("two", { "a.ts": "2\n" });
  signCommit(repository);
  const lost = repository.commit("lost", { "lost.ts": "gone\n" });
  const blob = repository.git("rev-parse", `${lost}:lost.ts`);
  repository.commit("end", { "b.ts": "3\n" });
  const included = join(root, "included");
  writeFileSync(included, `[core]\n\tfsmonitor = ${script}\n[diff]\n\texternal = ${script}\n`);
  for (const [name, value] of TRAPS) {
    const text = value.replace("SCRIPT", script).replace("HOOKS", join(root, "hooks")).replace("INCLUDED", included);
    repository.git("config", "--add", name, text);
  }
  mkdirSync(join(root, ".git/info"), { recursive: true });
  appendFileSync(join(root, ".git/info/attributes"), "* diff=evil filter=evil\n");
  writeFileSync(join(root, ".git/info/grafts"), "rubbish\n");
  // A missing blob is what a partial clone would fetch.
  rmSync(join(root, ".git/objects", blob.slice(0, 2), blob.slice(2)));
  rmSync(canary, { force: true });
  return { repository, canary, commits: 5 };
}

/** A commit with a signature that nobody made: to look at it would run `gpg.program`. */
function signCommit(repository: TestRepository): void {
  const signed = repository
    .git("cat-file", "commit", "HEAD")
    .replace("\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n")
    .replace(/^(tree .*)$/m, `$1\nparent ${repository.git("rev-parse", "HEAD")}`);
  const [tree, first] = signed.split("\n");
  const rest = signed.split("\n").filter((line) => !line.startsWith("tree ") && !line.startsWith("parent "));
  writeFileSync(join(repository.root, "signed"), `${tree}\n${first}\n${rest.join("\n")}\n`);
  const id = repository.git("hash-object", "-t", "commit", "-w", "signed");
  rmSync(join(repository.root, "signed"));
  repository.git("reset", "-q", "--hard", id);
}

/** All that the product asks of git. @returns what it learnt */
async function readAll(root: string): Promise<{ commits: number; files: number; changed: number }> {
  return withGit(root, {}, async (git) => {
    const head = await git.resolve("HEAD");
    const ids = await git.log(head, { maxCommits: 100, sinceSeconds: 0 });
    const entries = await git.tree(head);
    for await (const { content } of git.blobs(
      entries.map(({ id }) => id),
      10_000,
    ))
      expect(content.length).toBeGreaterThan(0);
    await git.mergeBase(head, ids.at(-1) ?? head);
    const commits = await git.commits(ids);
    // The commit whose blob is missing cannot be compared; the others can.
    let changed = 0;
    for (const id of ids) {
      try {
        changed += [...(await git.changes([id], ["*.ts"])).values()].flat().length;
      } catch (error) {
        if (!(error instanceof GitError)) throw error;
      }
    }
    return { commits: commits.length, files: entries.length, changed };
  });
}

test("none of the traps goes off", async () => {
  const { repository, canary, commits } = makeTrap();
  const learnt = await readAll(repository.root);
  expect(learnt).toMatchObject({ commits });
  expect(learnt.changed).toBeGreaterThanOrEqual(3);
  expect(existsSync(canary)).toBe(false);
  spawnSync("git", ["status"], { cwd: repository.root });
  expect(existsSync(canary)).toBe(true);
});

const hasStrace = spawnSync("strace", ["-V"]).status === 0 && spawnSync("strace", ["true"]).status === 0;
if (!hasStrace)
  process.stderr.write("strace is missing or may not trace: which programs are executed is not checked here\n");

test.runIf(hasStrace)("git itself is the only program that is executed", () => {
  const { repository, canary } = makeTrap();
  const trace = join(repository.root, "trace");
  const script = `
    import { withGit } from ${JSON.stringify(new URL("../../../dist/workspace/git/index.js", import.meta.url).href)};
    await withGit(${JSON.stringify(repository.root)}, {}, async (git) => {
      const head = await git.resolve("HEAD");
      const ids = await git.log(head, { maxCommits: 100, sinceSeconds: 0 });
      const entries = await git.tree(head);
      for await (const { content } of git.blobs(entries.map(({ id }) => id), 10000)) void content;
      await git.commits(ids);
      for (const id of ids) await git.changes([id], ["*.ts"]).catch(() => undefined);
    });`;
  execFileSync("strace", [
    "-f",
    "-e",
    "trace=execve,execveat",
    "-o",
    trace,
    process.execPath,
    "--input-type=module",
    "-e",
    script,
  ]);
  const lines = readFileSync(trace, "utf8").split("\n");
  const executed = lines.flatMap((line) => /execve(?:at)?\("([^"]*)".* = 0$/.exec(line)?.[1] ?? []);
  const others = executed.filter((path) => path !== process.execPath && !path.endsWith("/git"));
  expect(others).toEqual([]);
  expect(executed.length).toBeGreaterThan(5);
  expect(existsSync(canary)).toBe(false);
});
