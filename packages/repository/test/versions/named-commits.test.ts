/** Versions of tagged commits and branches survive pruning; of each commit the newest version. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseVersionId } from "@sdl/model";
import { expect, onTestFinished, test } from "vitest";
import { openRepository } from "../../src/opened/open-repository.js";
import type { Repository } from "../../src/opened/repository.js";
import { GitFixture } from "../../src/testing/index.js";

async function open(fixture: GitFixture): Promise<Repository> {
  const repository = await openRepository({ rootPath: fixture.root, repoId: "r", workers: 1 });
  onTestFinished(async () => {
    await repository.close();
    fixture.remove();
  });
  return repository;
}

/** Commits and indexes one text after another. @returns the versions, oldest first */
async function indexCommits(fixture: GitFixture, repository: Repository, texts: readonly string[]): Promise<string[]> {
  const versions: string[] = [];
  for (const text of texts) {
    fixture.commit(text, { "a.ts": `export const value = "${text}";\n` });
    versions.push((await repository.refresh({ mode: "incremental" })).versionId);
  }
  return versions;
}

const STRICT = { policy: { versions: 1, days: 0 } };

async function keptBy(repository: Repository): Promise<(string | undefined)[]> {
  return (await repository.keptVersions()).map((version) => version.keptBy);
}

test("tags, light and annotated, and branches pin the versions of their commits", async () => {
  const fixture = GitFixture.make();
  const repository = await open(fixture);
  const [light, annotated, branch, none, latest] = await indexCommits(fixture, repository, ["1", "2", "3", "4", "5"]);
  fixture.git("tag", "v1", "HEAD~4");
  fixture.git("tag", "-a", "-m", "two", "v2", "HEAD~3");
  fixture.git("update-ref", "refs/remotes/origin/release/3", "HEAD~2");
  const pruned = await repository.pruneVersions(STRICT);
  expect(pruned.dropped).toEqual([none]);
  expect((await repository.keptVersions()).map(({ record }) => record.id)).toEqual([latest, branch, annotated, light]);
  expect((await repository.snapshotAt(parseVersionId(light ?? ""))).symbolsNamed("value")).toHaveLength(1);
});

test("packed refs pin versions, and a removed name does not", async () => {
  const fixture = GitFixture.make();
  const repository = await open(fixture);
  const [first, second] = await indexCommits(fixture, repository, ["1", "2", "3"]);
  fixture.git("tag", "-a", "-m", "one", "v1", "HEAD~2");
  fixture.git("pack-refs", "--all");
  expect((await repository.pruneVersions(STRICT)).dropped).toEqual([second]);
  fixture.git("tag", "-d", "v1");
  expect((await repository.pruneVersions(STRICT)).dropped).toEqual([first]);
});

test("of a commit that was indexed several times the newest version is kept", async () => {
  const fixture = GitFixture.make();
  const repository = await open(fixture);
  const [once] = await indexCommits(fixture, repository, ["1"]);
  fixture.git("tag", "v1");
  fixture.write({ "a.ts": "export const other = 1;\n" });
  const { versionId: edited } = await repository.refresh({ mode: "incremental" });
  fixture.git("checkout", "-q", "--", ".");
  const { versionId: again } = await repository.refresh({ mode: "incremental" });
  const [latest] = await indexCommits(fixture, repository, ["2"]);
  expect((await repository.pruneVersions(STRICT)).dropped).toEqual([edited, once]);
  expect((await repository.keptVersions()).map(({ record }) => record.id)).toEqual([latest, again]);
});

test("if git cannot list named commits, versions of all commits are kept; without a repository none are", async () => {
  const fixture = GitFixture.make();
  const repository = await open(fixture);
  await indexCommits(fixture, repository, ["1", "2", "3"]);
  fixture.git("tag", "v1", "HEAD~2");
  const path = process.env["PATH"];
  const broken = mkdtempSync(join(tmpdir(), "sdl-broken-git-"));
  writeFileSync(join(broken, "git"), "#!/bin/sh\nexit 3\n", { mode: 0o755 });
  onTestFinished(() => {
    process.env["PATH"] = path;
    rmSync(broken, { recursive: true, force: true });
  });
  process.env["PATH"] = broken;
  expect((await repository.pruneVersions(STRICT)).dropped).toEqual([]);
  process.env["PATH"] = path;
  rmSync(join(fixture.root, ".git"), { recursive: true });
  expect((await repository.pruneVersions(STRICT)).dropped).toHaveLength(2);
  expect(await keptBy(repository)).toEqual(["latest"]);
});
