/** Push and pull: what another machine takes equals what it would have made itself. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLedger } from "@sdl/graph";
import { seededDraw } from "@sdl/graph/testing";
import type { RemoteStore } from "@sdl/remote";
import { expect, test } from "vitest";
import { collectRemote, pushIndex } from "../../src/remote/index.js";
import { LocalCommits } from "../../src/remote/local-commits.js";
import { pushVersion } from "../../src/remote/push.js";
import { EXAMPLE_REPOSITORY } from "../../src/testing/example-repository.js";
import { REPOSITORY, Team } from "./remote-team.js";

/** Files that call each other, enough for several pages. */
function files(count: number, first = 0): Record<string, string> {
  const text = (i: number) =>
    `import { work${i + 1} } from "./m${i + 1}.js";\n/** Does step ${i}. */\nexport function work${i}(n: number): number {\n  return n > ${i} ? work${i + 1}(n - 1) : n * ${i};\n}\n`;
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`lib/m${first + i}.ts`, text(first + i)]));
}

async function makeTeam(): Promise<Team> {
  const team = await Team.make();
  team.origin.commit("first", { ...EXAMPLE_REPOSITORY, ...files(60) });
  return team;
}

test("a fresh clone of a pushed commit extracts no file, and its index equals one from scratch", async () => {
  const team = await makeTeam();
  await team.pushHead();
  const clone = await team.clone();
  expect(await clone.index()).toMatchObject({ addedFiles: 0, changedFiles: 0, removedFiles: 0 });
  expect(clone.dump()).toBe(await team.scratchDump());
  expect(clone.notices).toEqual([expect.stringMatching(/^Remote team: began with the index of [0-9a-f]{7}\.$/)]);
});

test("a branch some commits away extracts what differs, and can be pushed in turn", async () => {
  const team = await makeTeam();
  await team.pushHead();
  team.origin.commit("second", { "lib/m3.ts": undefined, "lib/new.ts": "export const fresh = 1;\n" });
  const head = team.origin.commit("third", { ...files(20, 30), "lib/m31.ts": "export function work31() {}\n" });
  const clone = await team.clone();
  expect(await clone.index()).toMatchObject({ addedFiles: 1, changedFiles: 1, removedFiles: 1 });
  expect(clone.notices[0]).toContain("2 commits before HEAD");
  expect(clone.dump()).toBe(await team.scratchDump());
  const pushed = await clone.repository.pushIndex(team.remote, undefined);
  expect(pushed).toMatchObject({ commit: head, branch: "main", isBranchMoved: true });
  const next = await team.clone();
  expect(await next.index()).toMatchObject({ addedFiles: 0, changedFiles: 0, removedFiles: 0 });
});

test("two machines that index the same commit write the same pages once", async () => {
  const team = await makeTeam();
  await team.pushHead();
  const other = await team.clone(false);
  // The other machine came here by another way.
  other.git.commit("aside", { "aside.ts": "export function aside() {}\n", "lib/m5.ts": "export {};\n" });
  await other.index();
  other.git.git("reset", "-q", "--hard", "HEAD~1");
  await other.index();
  expect(await other.repository.pushIndex(team.remote, undefined)).toMatchObject({ newPages: 0, isBranchMoved: true });
});

test("changes that are not committed are indexed over what was pulled, and not pushed", async () => {
  const team = await makeTeam();
  await team.pushHead();
  const clone = await team.clone();
  clone.git.write({ "lib/m7.ts": "export function edited() {}\n" });
  expect(await clone.index()).toMatchObject({ addedFiles: 0, changedFiles: 1 });
  await expect(clone.repository.pushIndex(team.remote, undefined)).rejects.toMatchObject({
    code: "version_not_found",
    message: expect.stringContaining("commit or stash"),
  });
  clone.git.commit("edited");
  expect(await clone.repository.pushIndex(team.remote, undefined)).toMatchObject({
    commit: clone.git.git("rev-parse", "HEAD"),
  });
});

test("where nothing was pushed, one line says so, and all files are indexed", async () => {
  const team = await makeTeam();
  const clone = await team.clone();
  expect(await clone.index()).toMatchObject({ addedFiles: 66 });
  expect(clone.notices).toEqual([
    expect.stringContaining("has no version of acme/app that fits; all files are indexed here"),
  ]);
});

test("a clone that shares no commit begins with the branch", async () => {
  const team = await makeTeam();
  await team.pushHead();
  team.origin.git("checkout", "-q", "--orphan", "rewritten");
  team.origin.commit("anew", { "lib/m9.ts": "export function anew() {}\n" });
  const clone = await team.clone();
  expect(await clone.index()).toMatchObject({ addedFiles: 0, changedFiles: 1 });
  expect(clone.dump()).toBe(await team.scratchDump());
});

test("a pull into an existing index replaces it, and the refresh goes on from there", async () => {
  const team = await makeTeam();
  const clone = await team.clone(false);
  await clone.index();
  team.origin.commit("second", { ...files(70), "lib/m2.ts": "export function other() {}\n" });
  await team.pushHead();
  clone.git.git("pull", "-q");
  expect(await clone.repository.pullIndex(team.remote)).toMatchObject({ status: "pulled", distance: 0 });
  expect(await clone.index()).toMatchObject({ addedFiles: 0, changedFiles: 0, removedFiles: 0 });
  expect(await clone.repository.pullIndex(team.remote)).toMatchObject({ status: "current" });
  expect(clone.dump()).toBe(await team.scratchDump());
});

/** Paths of the remote's pages, largest first. */
function pagesOf(team: Team): string[] {
  const folder = join(team.remote.url, "pages");
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  const found = paths.filter((path) => statSync(path).isFile());
  return found.sort((a, b) => statSync(b).size - statSync(a).size);
}

test("a damaged page is refused, all files are indexed instead, and the next push mends it", async () => {
  const team = await makeTeam();
  const pusher = await team.pushHead();
  const [path = ""] = pagesOf(team);
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const clone = await team.clone();
  expect(await clone.index()).toMatchObject({ addedFiles: 66 });
  expect(clone.notices).toEqual([
    expect.stringMatching(/page [0-9a-f]{64} of .* is damaged and was refused.*indexed here/),
  ]);
  const other = await team.clone(false);
  await expect(other.repository.pullIndex(team.remote)).rejects.toMatchObject({ code: "version_not_found" });
  expect(await pusher.repository.pushIndex(team.remote, undefined)).toMatchObject({ newPages: 1 });
  expect(await (await team.clone()).index()).toMatchObject({ addedFiles: 0 });
});

test("a push that ends early leaves nothing that a reader sees", async () => {
  const team = await makeTeam();
  const pusher = await team.clone();
  await pusher.index();
  const ledger = openLedger({ directory: pusher.repository.storeDirectory, mode: "read" });
  const commit = pusher.git.git("rev-parse", "HEAD");
  const parts = await ledger.exportParts(commit);
  const image = await ledger.exportImage(commit);
  await ledger.close();
  const store = await team.store();
  const dying: RemoteStore = Object.assign(Object.create(store) as RemoteStore, {
    putPages: async (pages: Parameters<RemoteStore["putPages"]>[0]) => {
      await store.putPages(pages.slice(0, pages.length >> 1));
      throw new Error("killed");
    },
  });
  const commits = new LocalCommits(pusher.git.root);
  const makeImage = async () => image;
  const task = {
    repository: REPOSITORY,
    parts,
    makeImage,
    commit,
    branch: "main",
    commits,
    names: { names: [], packages: [] },
  };
  await expect(pushVersion({ ...task, store: dying })).rejects.toThrow("killed");
  expect(await store.listHeads(REPOSITORY)).toEqual([]);
  expect(await (await team.clone()).index()).toMatchObject({ addedFiles: 66 });
  await pushVersion({ ...task, store });
  expect((await store.listHeads(REPOSITORY)).map(({ name }) => name)).toEqual(["branch/main", `commit/${commit}`]);
});

test("a push whose layers cannot be derived brings no image and says so; the next one brings it", async () => {
  const team = await makeTeam();
  const pusher = await team.clone();
  await pusher.index();
  const ledger = openLedger({ directory: pusher.repository.storeDirectory, mode: "read" });
  const options = { rootPath: pusher.git.root, remote: team.remote, branch: "main" };
  const commit = pusher.git.git("rev-parse", "HEAD");
  const settle = () => Promise.reject(new Error("the process that derives was killed"));
  const pushed = await pushIndex(ledger, { ...options, commit, settle });
  expect(pushed).toMatchObject({ isBranchMoved: true, imageFault: "the process that derives was killed" });
  await ledger.close();
  const clone = await team.clone();
  expect(await clone.index()).toMatchObject({ addedFiles: 0, changedFiles: 0, removedFiles: 0 });
  expect(clone.dump()).toBe(await team.scratchDump());
  const again = await pusher.repository.pushIndex(team.remote, undefined);
  expect(again.imageFault).toBeUndefined();
  expect(again.newBytes).toBeGreaterThan(pushed.newBytes / 10);
});

test("two pushers at once lose nothing, and a branch does not go back to an earlier commit", async () => {
  const team = await makeTeam();
  const early = await team.clone();
  await early.index();
  team.origin.commit("second", { "lib/m1.ts": "export function later() {}\n" });
  const late = await team.clone();
  await late.index();
  await Promise.all([early, late].map(({ repository }) => repository.pushIndex(team.remote, undefined)));
  const store = await team.store();
  const heads = new Map((await store.listHeads(REPOSITORY)).map(({ name, manifest }) => [name, manifest]));
  const [first, second] = [early, late].map(({ git }) => heads.get(`commit/${git.git("rev-parse", "HEAD")}`));
  expect(first).not.toBe(second);
  expect([...heads.keys()].length).toBe(3);
  // The early clone does not know the second commit, so it cannot tell that the branch is ahead.
  early.git.git("fetch", "-q");
  await late.repository.pushIndex(team.remote, undefined);
  expect(await early.repository.pushIndex(team.remote, undefined)).toMatchObject({ isBranchMoved: false });
  expect((await store.readHead(REPOSITORY, "branch/main"))?.manifest).toBe(second);
});

/** Clones, indexes and pushes a new commit of the origin. */
async function pushCommit(team: Team, changes: Record<string, string | undefined>) {
  const commit = team.origin.commit("edit", changes);
  const member = await team.clone();
  await member.index();
  return { commit, member, pushed: await member.repository.pushIndex(team.remote, undefined) };
}

/** Files of many names each, so that their version has a hundred pages. */
function wordyFiles(count: number): Record<string, string> {
  const draw = seededDraw(7);
  const word = () => Array.from({ length: 8 }, () => String.fromCharCode(97 + draw(26))).join("");
  const line = () => `/** Of ${word()} and ${word()}. */\nexport function ${word()}(${word()}: number): void {}\n`;
  const text = () => Array.from({ length: 30 }, line).join("");
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`lib/w${i}.ts`, text()]));
}

test("a version near one that was pushed names its image, and a clone extracts nothing", async () => {
  const team = await Team.make();
  const first = await pushCommit(team, wordyFiles(120));
  const { pushed } = await pushCommit(team, {
    "lib/w3.ts": "export function edited3(): void {}\n",
    "lib/w5.ts": undefined,
  });
  expect(pushed.newBytes).toBeLessThan(first.pushed.bytes / 8);
  const clone = await team.clone();
  expect(await clone.index()).toMatchObject({ addedFiles: 0, changedFiles: 0, removedFiles: 0 });
  expect(clone.dump()).toBe(await team.scratchDump());
  const parts = await team.clone(false);
  await parts.index();
  expect(await parts.repository.pushIndex(team.remote, undefined)).toMatchObject({ newPages: 0 });
});

test("commits that no branch is at are forgotten when asked, and an image is kept as long as it is named", async () => {
  const team = await Team.make();
  team.origin.commit("first", wordyFiles(120));
  await team.pushHead();
  await pushCommit(team, { "lib/w3.ts": "export function edited3(): void {}\n", "lib/w5.ts": undefined });
  const aside = await team.clone();
  aside.git.commit("aside", { "lib/w9.ts": "export function aside9(): void {}\n" });
  await aside.index();
  await aside.repository.pushIndex(team.remote, "aside");
  const { commit } = await pushCommit(team, { "lib/w8.ts": "export function edited8(): void {}\n" });
  const store = await team.store();
  expect(await collectRemote(team.remote, { keepCommitsMs: 0, graceMs: 0 })).toMatchObject({ removedCommits: 2 });
  expect((await store.listHeads(REPOSITORY)).map(({ name }) => name)).toEqual([
    "branch/aside",
    "branch/main",
    ...[commit, aside.git.git("rev-parse", "HEAD")].sort().map((id) => `commit/${id}`),
  ]);
  const clone = await team.clone();
  expect(await clone.index()).toMatchObject({ addedFiles: 0, changedFiles: 0, removedFiles: 0 });
  expect(clone.dump()).toBe(await team.scratchDump());
});
