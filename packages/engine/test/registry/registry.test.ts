import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeDirectory } from "@sdl/repository";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RepositoryRegistry } from "../../src/registry/registry.js";

let folder: string;
let registry: RepositoryRegistry;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-registry-")));
  registry = new RepositoryRegistry(join(folder, "home"), () => 1_770_600_000_000);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function makeRoot(path: string): string {
  const root = join(folder, path);
  mkdirSync(root, { recursive: true });
  return root;
}

test("a repository is named after its folder, with a suffix if the name is taken", async () => {
  const first = await registry.register({ rootPath: makeRoot("a/app"), settings: {} });
  const second = await registry.register({ rootPath: makeRoot("b/app"), settings: {} });
  expect([first.entry.repoId, first.created, second.entry.repoId]).toEqual(["app", true, "app-2"]);
});

test("registering again updates the given settings and keeps the others", async () => {
  const rootPath = makeRoot("app");
  await registry.register({ rootPath, settings: { ignore: ["*.snap"], maxFileBytes: 10 } });
  const again = await registry.register({ rootPath, settings: { maxFileBytes: 20 } });
  expect(again).toEqual({
    created: false,
    entry: { repoId: "app", rootPath, settings: { ignore: ["*.snap"], maxFileBytes: 20 } },
  });
});

test("a symbolic link to a root refers to that root", async () => {
  const rootPath = makeRoot("app");
  symlinkSync(rootPath, join(folder, "link"));
  await registry.register({ rootPath, settings: {} });
  expect((await registry.register({ rootPath: join(folder, "link"), settings: {} })).created).toBe(false);
});

test("a name belongs to one folder, and a folder has one name", async () => {
  const rootPath = makeRoot("app");
  await registry.register({ rootPath, repoId: "x", settings: {} });
  await expect(registry.register({ rootPath: makeRoot("other"), repoId: "x", settings: {} })).rejects.toMatchObject({
    code: "invalid_params",
  });
  await expect(registry.register({ rootPath, repoId: "y", settings: {} })).rejects.toMatchObject({
    code: "invalid_params",
  });
});

test("a root that is not a folder is refused", async () => {
  await expect(registry.register({ rootPath: "app", settings: {} })).rejects.toThrow(/absolute/);
  await expect(registry.register({ rootPath: join(folder, "none"), settings: {} })).rejects.toThrow(
    /not a readable folder/,
  );
});

test("the innermost registered root that contains a folder is found", async () => {
  const outer = makeRoot("outer");
  const inner = makeRoot("outer/inner");
  await registry.register({ rootPath: outer, settings: {} });
  await registry.register({ rootPath: inner, settings: {} });
  expect(registry.findContaining(makeRoot("outer/inner/src"))?.repoId).toBe("inner");
  expect(registry.findContaining(outer)?.repoId).toBe("outer");
  expect(registry.findContaining(folder)).toBeUndefined();
});

test("the error for an unknown name names no other repository", async () => {
  await registry.register({ rootPath: makeRoot("my-app"), settings: {} });
  expect(() => registry.get("my-ap")).toThrow(
    expect.objectContaining({ code: "repo_not_found", message: expect.not.stringContaining("my-app") }),
  );
});

test("a damaged file is set aside with a warning, and a new one is created", async () => {
  const rootPath = makeRoot("app");
  await registry.register({ rootPath, settings: {} });
  writeFileSync(registry.path, '{"format":1,"repositories":[');
  expect(registry.list()).toEqual([]);
  expect(registry.warnings()[0]).toMatch(/was damaged/);
  expect(readFileSync(`${registry.path}.damaged-1770600000000`, "utf8")).toBe('{"format":1,"repositories":[');
  await registry.register({ rootPath, settings: {} });
  expect(registry.list().map(({ repoId }) => repoId)).toEqual(["app"]);
});

test("a damaged entry does not affect other entries", async () => {
  await registry.register({ rootPath: makeRoot("app"), settings: {} });
  const text = JSON.parse(readFileSync(registry.path, "utf8"));
  writeFileSync(registry.path, JSON.stringify({ ...text, repositories: [{ repoId: 7 }, ...text.repositories] }));
  expect(registry.list().map(({ repoId }) => repoId)).toEqual(["app"]);
  expect(registry.warnings()[0]).toMatch(/Entry 1 .* left out/);
});

test("unknown fields of a newer program are preserved", async () => {
  const rootPath = makeRoot("app");
  await registry.register({ rootPath, settings: {} });
  const text = JSON.parse(readFileSync(registry.path, "utf8"));
  const [row] = text.repositories;
  const settings = { ignore: ["a"], watchers: { depth: 3 } };
  const policy = { maxWindowLines: 50, allowMindReading: false };
  const damaged = { repoId: 7, note: "kept" };
  const repositories = [{ ...row, settings, policy, colour: "blue" }, damaged];
  writeFileSync(registry.path, JSON.stringify({ ...text, repositories, auditHeads: { app: "ff" } }));
  expect(registry.get("app")).toMatchObject({ settings: { ignore: ["a"] }, policy: { maxWindowLines: 50 } });
  await registry.register({ rootPath, settings: { maxFileBytes: 9 } });
  await registry.register({ rootPath: makeRoot("other"), settings: {} });
  await registry.setPolicy("app", { requireIdentifiers: false, maxWindowLines: 180 });
  await registry.unregister("other");
  const after = JSON.parse(readFileSync(registry.path, "utf8"));
  expect(after.auditHeads).toEqual({ app: "ff" });
  expect(after.repositories).toEqual(
    expect.arrayContaining([
      damaged,
      {
        ...row,
        colour: "blue",
        settings: { ...settings, maxFileBytes: 9 },
        policy: { allowMindReading: false, requireIdentifiers: false },
      },
    ]),
  );
  expect(after.repositories).toHaveLength(2);
});

const MADE_BY = JSON.stringify({ format: 2, repositories: [{ id: "another form" }] });

test.each([
  [
    "a newer program's file",
    () => writeFileSync(registry.path, MADE_BY),
    /newer program \(format 2; this one reads 1\)/,
  ],
  ["a folder", () => mkdirSync(registry.path), /move it away/],
  ["a pipe", () => execFileSync("mkfifo", [registry.path]), /move it away/],
  ["a link to itself", () => symlinkSync(registry.path, registry.path), /move it away/],
])("%s is never overwritten, and every command reports it", async (_, make, expected) => {
  mkdirSync(join(folder, "home"), { recursive: true });
  make();
  const before = lstatSync(registry.path);
  expect(registry.list()).toEqual([]);
  expect(registry.warnings()[0]).toMatch(expected);
  const refused = expect.objectContaining({ code: "policy_denied", message: expect.stringMatching(expected) });
  await expect(registry.register({ rootPath: makeRoot("app"), settings: {} })).rejects.toEqual(refused);
  expect(() => registry.get("app")).toThrow(refused);
  const after = lstatSync(registry.path);
  expect([after.ino, after.mtimeMs, after.mode]).toEqual([before.ino, before.mtimeMs, before.mode]);
  expect(readdirSync(join(folder, "home"))).toEqual(["registry.json"]);
});

test("concurrent registrations do not lose each other", async () => {
  const roots = Array.from({ length: 12 }, (_, index) => makeRoot(`r${index}`));
  const others = roots.map(() => new RepositoryRegistry(join(folder, "home"), Date.now));
  await Promise.all(roots.map((rootPath, index) => others[index]!.register({ rootPath, settings: {} })));
  expect(registry.list()).toHaveLength(12);
  expect(readdirSync(join(folder, "home"))).toEqual(["registry.json"]);
});

test("unregistering removes only one entry", async () => {
  await registry.register({ rootPath: makeRoot("app"), settings: {} });
  await registry.unregister("app");
  expect(registry.list()).toEqual([]);
  await expect(registry.unregister("app")).rejects.toMatchObject({ code: "repo_not_found" });
  expect(existsSync(`${registry.path}.lock`)).toBe(false);
});

test("the home is $SDL_HOME, else the data folder; relative values are ignored", () => {
  expect(homeDirectory({ SDL_HOME: "/h", XDG_DATA_HOME: "/x" })).toBe("/h");
  expect(homeDirectory({ SDL_HOME: "h", XDG_DATA_HOME: "/x" })).toBe("/x/sdl");
  expect(homeDirectory({})).toMatch(/\.local.share.sdl$/);
});
