/**
 * Repositories that attack programs which run git in them: random configurations, attributes and hooks, a signed
 * commit, a missing object as in a partial clone. Each trap would write the canary file; plain git does so here, which
 * proves that the traps work.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { GitError, withGit } from "../../../src/workspace/git/index.js";
import { makeDirectory } from "../temporary-tree.js";
import { hostileConfiguration, plantConfiguration } from "./hostile-configuration.js";
import { makeRepository, type TestRepository } from "./make-repository.js";

const CONFIGURATIONS = process.env["SDL_LONG"] === "1" ? 300 : 8;
const HOUR = 3_600_000;

/** Five commits, one with a forged signature; one blob is missing. Contains no trap yet. */
function makeVictim(): TestRepository {
  const repository = makeRepository();
  repository.commit("one", { "a.ts": "1\n", "src/b.ts": "1\n", ".gitattributes": "*.md text\n" });
  repository.commit("two", { "a.ts": "2\n" });
  signCommit(repository);
  const lost = repository.commit("lost", { "lost.ts": "gone\n" });
  const blob = repository.git("rev-parse", `${lost}:lost.ts`);
  repository.commit("end", { "b.ts": "3\n" });
  rmSync(join(repository.root, ".git/objects", blob.slice(0, 2), blob.slice(2)));
  return repository;
}

/** Adds a commit with a forged signature: verifying it would run `gpg.program`. */
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

interface Learnt {
  readonly commits: readonly string[];
  readonly files: readonly string[];
  readonly changed: number;
}

/** Makes all requests that the product makes of git. @returns the results */
async function readAll(root: string): Promise<Learnt> {
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
    return { commits: commits.map(({ message }) => message), files: entries.map(({ path }) => path), changed };
  });
}

/** A copy of a repository in a new folder. */
function copyOf(root: string, parent: string): string {
  const copy = join(parent, "copy");
  rmSync(copy, { recursive: true, force: true });
  cpSync(root, copy, { recursive: true });
  return copy;
}

test(`${CONFIGURATIONS} hostile configurations run no program and change no result`, {
  timeout: HOUR,
}, async () => {
  const victim = makeVictim();
  const expected = await readAll(victim.root);
  expect(expected.commits).toHaveLength(5);
  expect(expected.changed).toBeGreaterThanOrEqual(3);
  const parent = makeDirectory();
  const canary = join(parent, "canary");
  let sprung = 0;
  const property = fc.asyncProperty(hostileConfiguration, async (configuration) => {
    const root = copyOf(victim.root, parent);
    plantConfiguration({ root, canary }, configuration);
    expect(await readAll(root)).toEqual(expected);
    expect(existsSync(canary)).toBe(false);
    for (const args of [["status"], ["log", "-p", "-2"], ["diff", "HEAD~1"]])
      spawnSync("git", args, { cwd: root, timeout: 10_000 });
    if (existsSync(canary)) sprung++;
    rmSync(canary, { force: true });
  });
  await fc.assert(property, { numRuns: CONFIGURATIONS });
  expect(sprung).toBeGreaterThanOrEqual(CONFIGURATIONS / 5);
});

const hasStrace = spawnSync("strace", ["-V"]).status === 0 && spawnSync("strace", ["true"]).status === 0;
if (!hasStrace)
  process.stderr.write("strace is missing or may not trace: which programs are executed is not checked here\n");

test.runIf(hasStrace)("git itself is the only program that is executed", () => {
  const { root } = makeVictim();
  const parent = makeDirectory();
  const canary = join(parent, "canary");
  for (const configuration of fc.sample(hostileConfiguration, 5)) plantConfiguration({ root, canary }, configuration);
  const trace = join(parent, "trace");
  const script = `
    import { withGit } from ${JSON.stringify(new URL("../../../dist/workspace/git/index.js", import.meta.url).href)};
    await withGit(${JSON.stringify(root)}, {}, async (git) => {
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
