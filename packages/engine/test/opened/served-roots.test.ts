/** Tests of an engine that serves only some repositories. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePlace } from "@sdl/repository/testing";
import { afterEach, expect, test } from "vitest";
import { type Engine, openEngine, removeIndexes, runAction } from "../../src/index.js";

const open: Engine[] = [];
const places: { remove(): void }[] = [];
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close();
  for (const place of places.splice(0)) place.remove();
});

/** Three repositories, each with a function of its name; the last one is registered but not served. */
async function place() {
  const { root, home, remove } = makePlace();
  places.push({ remove });
  const roots = ["one", "two", "three"].map((name) => {
    const folder = join(root, name);
    mkdirSync(join(folder, ".git"), { recursive: true });
    writeFileSync(join(folder, `${name}.ts`), `export function ${name}() { return 1; }\n`);
    return folder;
  }) as [string, string, string];
  const env = { SDL_HOME: home };
  const all = openEngine({ cwd: roots[2], env });
  open.push(all);
  await runAction("symbol.search", { query: "three" }, { engine: all });
  const serve = (served: readonly string[]) => {
    const engine = openEngine({ cwd: roots[2], env, roots: served });
    open.push(engine);
    return (name: string, args: object) => runAction(name, args, { engine });
  };
  return { root, roots, home, serve };
}

test("a call without repoId uses the only served repository", async () => {
  const { roots, serve } = await place();
  const call = serve([roots[0]]);
  expect(await call("symbol.search", { query: "one" })).toHaveProperty("results.0.file", "one.ts");
  expect(await call("symbol.search", { query: "three" })).not.toHaveProperty("results.0");
});

test("with several served repositories, a call names one by its name, its path or a path inside", async () => {
  const { roots, serve } = await place();
  const call = serve(roots.slice(0, 2));
  await expect(call("symbol.search", { query: "one" })).rejects.toThrow(/this server serves one, two/);
  for (const repoId of ["two", roots[1], join(roots[1], "two.ts", "..")]) {
    expect(await call("symbol.search", { query: "two", repoId })).toHaveProperty("results.0.file", "two.ts");
  }
});

test("any other repository is refused, whether registered, existing or neither, without details on it", async () => {
  const { root, roots, home, serve } = await place();
  const call = serve(roots.slice(0, 2));
  await call("symbol.search", { query: "one", repoId: "one" });
  for (const repoId of ["three", roots[2], root, "/", "/no/such/folder", "..", "~"]) {
    await expect(call("symbol.search", { query: "x", repoId })).rejects.toMatchObject({ code: "repo_not_found" });
    await expect(call("index.refresh", { repoId })).rejects.toThrow(/is served; this server serves one, two$/);
  }
  await expect(call("repo.register", { rootPath: roots[2] })).rejects.toMatchObject({ code: "policy_denied" });
  await expect(call("repo.unregister", { repoId: "three" })).rejects.toMatchObject({ code: "repo_not_found" });
  expect(JSON.stringify(await call("repo.list", {}))).not.toContain("three");
  expect(readFileSync(join(home, "registry.json"), "utf8")).toContain(roots[2]);
});

test("a repository nested in a served one is not served", async () => {
  const { roots, serve } = await place();
  const inner = join(roots[0], "inner");
  cpSync(roots[2], inner, { recursive: true });
  await expect(serve([roots[0]])("symbol.search", { query: "x", repoId: inner })).rejects.toThrow(/is served/);
});

test("a handle of a repository that is not served is unknown", async () => {
  const { roots, serve } = await place();
  const call = serve([roots[2]]);
  const { sliceHandle } = await call("slice.build", { taskText: "three" });
  await expect(serve([roots[0]])("slice.refresh", { sliceHandle })).rejects.toMatchObject({ code: "handle_unknown" });
});

test("cleaning considers all indexes of the user: no other repository's index counts as orphaned", async () => {
  const { roots, home } = await place();
  const engine = openEngine({ cwd: roots[0], env: { SDL_HOME: home }, roots: [roots[0]] });
  open.push(engine);
  const { items } = removeIndexes(engine, { all: true, dryRun: true });
  const ofThree = items.filter(({ path }) => path.startsWith(roots[2]));
  expect(ofThree.map(({ kind }) => kind)).not.toContain("orphan");
  expect(ofThree.length).toBeGreaterThan(0);
});
