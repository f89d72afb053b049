/** Tests of index export and import between machines: an imported and refreshed index equals an index built from scratch. */
import {
  cpSync,
  existsSync,
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
import { canonicalDump, derivedDump } from "@sdl/graph";
import { writeExampleRepository } from "@sdl/repository/testing";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { openEngine, runAction } from "../../../test/client.js";
import type { Engine } from "../../contract/engine.js";

interface Machine {
  readonly root: string;
  readonly engine: Engine;
  run(name: string, args?: object): Promise<Readonly<Record<string, unknown>>>;
  /** The graph with its derived layers, as text. */
  dump(): Promise<string>;
}

/** A machine with the example repository in a folder with its own name. */
async function machine(name: string, isEmpty = false): Promise<Machine> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-portable-")));
  const root = join(folder, name);
  mkdirSync(root);
  if (!isEmpty) writeExampleRepository(root);
  const engine = openEngine({ cwd: root, env: { SDL_HOME: join(folder, "home") } });
  onTestFinished(async () => {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await engine.register({ rootPath: root, settings: {} });
  const run = (action: string, args: object = {}) => runAction(action, args, { engine });
  const dump = async () => {
    const repository = await engine.open(engine.resolve(undefined));
    await repository.settle();
    return [...canonicalDump(repository.snapshot()), ...derivedDump(repository.snapshot())].join("\n");
  };
  return { root, engine, run, dump };
}

let exported: Buffer;
let exporter: string;
beforeAll(async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-exporter-")));
  exporter = join(folder, "secretly-named");
  writeExampleRepository(exporter);
  const engine = openEngine({ cwd: exporter, env: { SDL_HOME: join(folder, "home") } });
  await engine.register({ rootPath: exporter, settings: {} });
  await runAction("sdl.index.refresh", {}, { engine });
  await (await engine.open(engine.resolve(undefined))).settle();
  await runAction("sdl.index.export", { path: "index.sdlindex" }, { engine });
  exported = readFileSync(join(exporter, "index.sdlindex"));
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

function put(file: string): string {
  writeFileSync(file, exported);
  return file;
}

test("import and refresh give the same index as indexing from scratch, and extract no file again", async () => {
  const [one, other] = [await machine("here"), await machine("there")];
  const file = put(join(one.root, "..", "index.sdlindex"));
  const answer = await one.run("sdl.index.import", { path: file });
  expect(answer).toMatchObject({ ok: true, repoId: "here", created: true, files: 6 });
  expect(await one.run("sdl.index.refresh")).toMatchObject({
    versionId: answer["versionId"],
    changedFiles: 0,
    addedFiles: 0,
  });
  await other.run("sdl.index.refresh");
  expect(await one.dump()).toBe(await other.dump());
  expect(await one.run("sdl.symbol.search", { query: "validateToken", limit: 1 })).toMatchObject({
    results: [{ name: "validateToken" }],
  });
});

test("import and refresh give the same index if files differ from the exported ones, before and after the import", async () => {
  const [one, other] = [await machine("here"), await machine("there")];
  for (const { root } of [one, other]) {
    const server = join(root, "src/server.ts");
    writeFileSync(
      server,
      `${readFileSync(server, "utf8")}\nexport function added(): void {\n  handleLogin({ bearer: "" });\n}\n`,
    );
    cpSync(join(root, "src/users/store.ts"), join(root, "src/moved.ts"));
    rmSync(join(root, "src/users/store.ts"));
    writeFileSync(join(root, "tsconfig.json"), '{ "compilerOptions": { "baseUrl": "." } }');
  }
  await one.run("sdl.index.import", { path: put(join(one.root, "..", "index.sdlindex")) });
  expect(await one.run("sdl.index.refresh")).toMatchObject({ changedFiles: 1, addedFiles: 1, removedFiles: 1 });
  await other.run("sdl.index.refresh");
  expect(await one.dump()).toBe(await other.dump());
});

test("an import replaces an existing index completely", async () => {
  const one = await machine("here", true);
  writeFileSync(join(one.root, "old.ts"), "export const old = 1;\n");
  await one.run("sdl.index.refresh");
  await one.run("sdl.index.import", { path: put(join(one.root, "..", "index.sdlindex")) });
  rmSync(join(one.root, "old.ts"));
  writeExampleRepository(one.root);
  await one.run("sdl.index.refresh");
  const other = await machine("there");
  await other.run("sdl.index.refresh");
  expect(await one.dump()).toBe(await other.dump());
});

test("the exported file contains neither the repository's name nor a machine path", () => {
  const text = exported.toString("latin1");
  for (const name of ["secretly-named", tmpdir(), "sdl-exporter"]) expect(text).not.toContain(name);
});

test("exporting twice gives the same bytes", async () => {
  const one = await machine("here");
  await one.run("sdl.index.refresh");
  await one.dump();
  await one.run("sdl.index.export", { path: "a.sdlindex" });
  expect(readFileSync(join(one.root, "a.sdlindex")).equals(exported)).toBe(true);
  await one.run("sdl.index.export", { path: "a.sdlindex" });
  expect(readdirSync(one.root).filter((name) => name.includes("sdlindex"))).toEqual(["a.sdlindex"]);
});

test("an export overwrites no other file, and no relative path leads out of the repository", async () => {
  const one = await machine("here");
  await one.run("sdl.index.refresh");
  const source = readFileSync(join(one.root, "src/server.ts"), "utf8");
  await expect(one.run("sdl.index.export", { path: "src/server.ts" })).rejects.toMatchObject({
    code: "invalid_params",
  });
  await expect(one.run("sdl.index.export", { path: "src" })).rejects.toMatchObject({ code: "invalid_params" });
  expect(readFileSync(join(one.root, "src/server.ts"), "utf8")).toBe(source);
  for (const path of ["../out.sdlindex", "a/../../out.sdlindex", "."]) {
    await expect(one.run("sdl.index.export", { path })).rejects.toMatchObject({ code: "path_outside_repo" });
    await expect(one.run("sdl.index.import", { path })).rejects.toMatchObject({ code: "path_outside_repo" });
  }
  await expect(one.run("sdl.index.export", { path: "../a" })).rejects.toMatchObject({
    message: expect.stringMatching(/pass a path inside it$/),
  });
  // A symbolic link is neither followed nor replaced.
  writeFileSync(join(one.root, "..", "victim"), "");
  symlinkSync(join(one.root, "..", "victim"), join(one.root, "link.sdlindex"));
  symlinkSync(join(one.root, "src"), join(one.root, "linked"));
  await expect(one.run("sdl.index.export", { path: "link.sdlindex" })).rejects.toMatchObject({
    code: "invalid_params",
  });
  expect(readFileSync(join(one.root, "..", "victim"), "utf8")).toBe("");
  for (const path of [".git/a", ".sdl/a", "src/.GIT/a", "git~1/a", ".sdl", "linked/a", join(one.root, "..", "a")])
    await expect(one.run("sdl.index.export", { path })).rejects.toMatchObject({ code: "path_outside_repo" });
});

test("on the command line an export may have any path; a symbolic link there is replaced, not followed", async () => {
  const one = await machine("here");
  await one.run("sdl.index.refresh");
  const outside = join(one.root, "..", "a.sdlindex");
  writeFileSync(join(one.root, "..", "victim"), "");
  symlinkSync(join(one.root, "..", "victim"), outside);
  await runAction("sdl.index.export", { path: outside }, { engine: one.engine, isCommandLine: true });
  expect(readFileSync(outside, "latin1").slice(0, 8)).toBe("SDLINDEX");
  expect(readFileSync(join(one.root, "..", "victim"), "utf8")).toBe("");
});

test("a file that is no index is refused, and the existing index is kept", async () => {
  const one = await machine("here");
  const { versionId } = await one.run("sdl.index.refresh");
  const before = await one.dump();
  writeFileSync(join(one.root, "bad.sdlindex"), Buffer.concat([exported.subarray(0, 500), Buffer.alloc(400)]));
  for (const path of ["bad.sdlindex", "src/server.ts", "missing.sdlindex", "src"]) {
    await expect(one.run("sdl.index.import", { path })).rejects.toMatchObject({ code: "invalid_params" });
  }
  expect(await one.dump()).toBe(before);
  expect(await one.run("sdl.repo.status")).toMatchObject({ latestVersionId: versionId });
  expect(existsSync(join(one.root, "bad.sdlindex"))).toBe(true);
});

test("a repository without an index cannot be exported", async () => {
  const one = await machine("here");
  await expect(one.run("sdl.index.export", { path: "a.sdlindex" })).rejects.toMatchObject({ code: "not_indexed" });
  expect(existsSync(join(one.root, "a.sdlindex"))).toBe(false);
});
