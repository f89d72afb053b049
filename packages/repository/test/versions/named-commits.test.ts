/** Versions of commits that tags and branches stand at outlive pruning; of each commit the newest. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseVersionId } from "@sdl/model";
import { expect, onTestFinished, test } from "vitest";
import { openWorkspace } from "../../src/opened/open-repository.js";
import type { Workspace } from "../../src/opened/repository.js";
import { GitFixture } from "../../src/testing/index.js";

async function open(fixture: GitFixture): Promise<Workspace> {
  const workspace = await openWorkspace({ rootPath: fixture.root, repoId: "r", workers: 1 });
  onTestFinished(async () => {
    await workspace.close();
    fixture.remove();
  });
  return workspace;
}

/** Commits and indexes one text after another. @returns the versions, the oldest first */
async function indexCommits(fixture: GitFixture, workspace: Workspace, texts: readonly string[]): Promise<string[]> {
  const versions: string[] = [];
  for (const text of texts) {
    fixture.commit(text, { "a.ts": `export const value = "${text}";\n` });
    versions.push((await workspace.refresh({ mode: "incremental" })).versionId);
  }
  return versions;
}

const STRICT = { policy: { versions: 1, days: 0 } };

async function keptBy(workspace: Workspace): Promise<(string | undefined)[]> {
  return (await workspace.keptVersions()).map((version) => version.keptBy);
}

test("tags, light and annotated, and branches pin the versions of their commits", async () => {
  const fixture = GitFixture.make();
  const workspace = await open(fixture);
  const [light, annotated, branch, none, latest] = await indexCommits(fixture, workspace, ["1", "2", "3", "4", "5"]);
  fixture.git("tag", "v1", "HEAD~4");
  fixture.git("tag", "-a", "-m", "two", "v2", "HEAD~3");
  fixture.git("update-ref", "refs/remotes/origin/release/3", "HEAD~2");
  const pruned = await workspace.pruneVersions(STRICT);
  expect(pruned.dropped).toEqual([none]);
  expect((await workspace.keptVersions()).map(({ record }) => record.id)).toEqual([latest, branch, annotated, light]);
  expect((await workspace.snapshotAt(parseVersionId(light ?? ""))).symbolsNamed("value")).toHaveLength(1);
});

test("packed refs count, and a name that is gone pins no more", async () => {
  const fixture = GitFixture.make();
  const workspace = await open(fixture);
  const [first, second] = await indexCommits(fixture, workspace, ["1", "2", "3"]);
  fixture.git("tag", "-a", "-m", "one", "v1", "HEAD~2");
  fixture.git("pack-refs", "--all");
  expect((await workspace.pruneVersions(STRICT)).dropped).toEqual([second]);
  fixture.git("tag", "-d", "v1");
  expect((await workspace.pruneVersions(STRICT)).dropped).toEqual([first]);
});

test("of a commit that was indexed more than once the newest version stays", async () => {
  const fixture = GitFixture.make();
  const workspace = await open(fixture);
  const [once] = await indexCommits(fixture, workspace, ["1"]);
  fixture.git("tag", "v1");
  fixture.write({ "a.ts": "export const other = 1;\n" });
  const { versionId: edited } = await workspace.refresh({ mode: "incremental" });
  fixture.git("checkout", "-q", "--", ".");
  const { versionId: again } = await workspace.refresh({ mode: "incremental" });
  const [latest] = await indexCommits(fixture, workspace, ["2"]);
  expect((await workspace.pruneVersions(STRICT)).dropped).toEqual([edited, once]);
  expect((await workspace.keptVersions()).map(({ record }) => record.id)).toEqual([latest, again]);
});

test("where git cannot say which commits have names, versions of commits stay; without a repository they do not", async () => {
  const fixture = GitFixture.make();
  const workspace = await open(fixture);
  await indexCommits(fixture, workspace, ["1", "2", "3"]);
  fixture.git("tag", "v1", "HEAD~2");
  const path = process.env["PATH"];
  const broken = mkdtempSync(join(tmpdir(), "sdl-broken-git-"));
  writeFileSync(join(broken, "git"), "#!/bin/sh\nexit 3\n", { mode: 0o755 });
  onTestFinished(() => {
    process.env["PATH"] = path;
    rmSync(broken, { recursive: true, force: true });
  });
  process.env["PATH"] = broken;
  expect((await workspace.pruneVersions(STRICT)).dropped).toEqual([]);
  process.env["PATH"] = path;
  rmSync(join(fixture.root, ".git"), { recursive: true });
  expect((await workspace.pruneVersions(STRICT)).dropped).toHaveLength(2);
  expect(await keptBy(workspace)).toEqual(["latest"]);
});
