/** `sdl remote`, `sdl push` and `sdl pull`, as a team uses them: texts, JSON, exit codes. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GitFixture, makePlace, writeExampleRepository } from "@sdl/engine/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand, steady } from "./run.js";

const ORIGIN = "https://git.example.org/acme/my-app.git";

let place: ReturnType<typeof makePlace>;
let git: GitFixture;
beforeEach(() => {
  place = makePlace();
  writeExampleRepository(place.root);
  git = GitFixture.make(place.root);
  git.git("remote", "add", "origin", ORIGIN);
  git.commit("first");
});
afterEach(() => place.remove());

/** The commands' output, as a terminal shows it. */
async function session(cwd: string, ...commands: readonly (readonly string[])[]): Promise<string> {
  let text = "";
  for (const args of commands) {
    const { out, err, exitCode } = await runCommand({ cwd, home: place.home }, args);
    text += `$ sdl ${args.join(" ")}\n${err}${out}exit code ${exitCode}\n\n`;
  }
  return steady(text, place.folder).replace(/[\d.]+ (?:bytes|kB|MB)/g, "<size>");
}

/** A clone of the repository, as it would be of the origin. */
function clone(name: string): GitFixture {
  const root = join(place.folder, name);
  git.git("clone", "-q", place.root, root);
  const made = GitFixture.at(root);
  made.git("remote", "set-url", "origin", "git@git.example.org:acme/my-app.git");
  return made;
}

test("a team's way: add, push, the first question in a clone, pull", async () => {
  const pushed = await session(
    place.root,
    ["push"],
    ["remote", "list"],
    ["remote", "add", "team", "../team"],
    ["push"],
    ["push"],
  );
  const other = clone("other");
  const asked = await session(other.root, ["remote", "list"], ["outline", "src/server.ts"]);
  other.commit("second", { "src/late.ts": "export function lateComer(): void {}\n" });
  const third = clone("third");
  third.git("pull", "-q", other.root, "main");
  const pulled = await session(
    third.root,
    ["pull"],
    ["pull"],
    ["remote", "collect"],
    ["remote", "remove", "team"],
    ["pull"],
  );
  await expect(pushed + asked + pulled).toMatchFileSnapshot("golden/remote.txt");
});

test("what is wrong is said with what to do next", async () => {
  const text = await session(
    place.root,
    ["remote", "add", "no/name", "../team"],
    ["remote", "add", "team", "gs://bucket/prefix"],
    ["remote", "add", "team", "s3://key:hidden@bucket/prefix"],
    ["remote", "add", "team", "postgres://ci:hidden@127.0.0.1:1/sdl?x=@"],
    ["remote", "add", "team", "../team"],
    ["push", "--remote", "tema"],
    ["remote", "remove", "tema"],
    ["remote", "collect", "--grace", "soon"],
  );
  expect(text.replaceAll(/^\$.*$/gm, "")).not.toContain("hidden");
  await expect(text).toMatchFileSnapshot("golden/remote-wrong.txt");
});

test("files that equal no commit are not pushed", async () => {
  writeFileSync(join(place.root, "src/late.ts"), "export const late = 1;\n");
  const text = await session(place.root, ["remote", "add", "team", "../team"], ["push"]);
  expect(text).toContain("the files equal no commit: commit or stash what differs");
  expect(text).toContain("exit code 3");
});

test("SDL_REMOTE names a remote for one process, or turns remotes off", async () => {
  const run = (env: Record<string, string>, cwd: string, ...args: string[]) =>
    runCommand({ cwd, home: place.home, env }, args);
  await session(place.root, ["remote", "add", "team", "../team"], ["push"]);
  const off = await run({ SDL_REMOTE: "off" }, clone("off").root, "index", "--json");
  expect(JSON.parse(off.out)).toMatchObject({ addedFiles: 6 });
  await session(place.root, ["remote", "remove", "team"]);
  const named = await run({ SDL_REMOTE: join(place.folder, "team") }, clone("named").root, "index", "--json");
  expect(JSON.parse(named.out)).toMatchObject({ addedFiles: 0 });
  const relative = await run({ SDL_REMOTE: "team" }, clone("relative").root, "index");
  expect(relative.err).toContain('no remote of this repository is called "team"');
  expect(relative.exitCode).toBe(0);
});

test("a repository's own files name no remote", async () => {
  await session(place.root, ["remote", "add", "team", "../team"], ["push"], ["remote", "remove", "team"]);
  git.commit("remote", { "sdl.config.json": JSON.stringify({ remote: join(place.folder, "team") }) });
  const { out } = await runCommand({ cwd: clone("victim").root, home: place.home }, ["index", "--json"]);
  expect(JSON.parse(out)).toMatchObject({ addedFiles: 6 });
});

test("the list of remotes is readable by the user only, and damage to it is said without its content", async () => {
  await session(place.root, ["remote", "add", "team", "../team"]);
  const path = join(place.home, "remotes.json");
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  writeFileSync(path, readFileSync(path, "utf8").replace("{", '{ "postgres://a:hidden@b/c" '));
  const text = await session(place.root, ["remote", "list"]);
  expect(text).toContain("cannot be read as a list of remotes; repair or delete it");
  expect(text).not.toContain("hidden");
});

test("--json prints what was moved", async () => {
  await session(place.root, ["remote", "add", "team", "../team", "--repository", "acme/renamed"]);
  const run = async (cwd: string, ...args: string[]) =>
    JSON.parse((await runCommand({ cwd, home: place.home }, [...args, "--json"])).out);
  expect(await run(place.root, "remote", "list")).toEqual({
    remotes: [{ name: "team", place: join(place.folder, "team"), repository: "acme/renamed" }],
  });
  const commit = git.git("rev-parse", "HEAD");
  expect(await run(place.root, "push", "--branch", "release")).toMatchObject({
    remote: "team",
    commit,
    branch: "release",
  });
  expect(await run(clone("other").root, "pull")).toMatchObject({
    status: "pulled",
    distance: 0,
    index: { addedFiles: 0 },
  });
});
