/** Tests of store faults as a caller sees them: through actions, in separate processes, with real faults. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultStorePlace, unfitMedium } from "@sdl/repository";
import { expect, onTestFinished, test } from "vitest";
import { generateRepository, readStore } from "../../../repository/test/support/generated-repository.js";
import { openEngine, runAction, toErrorAnswer } from "../../src/index.js";
import { index, killIndex, search, startWorker } from "../support/indexer-process.js";

const IS_LONG = process.env["SDL_LONG"] !== undefined;
const IS_ROOT = process.getuid?.() === 0;
const CAN_UNSHARE = spawnSync("unshare", ["-m", "true"], { stdio: "ignore" }).status === 0;
const CAN_BECOME = IS_ROOT && spawnSync("setpriv", ["--version"], { stdio: "ignore" }).status === 0;

test("of two indexers and two servers on one repository one indexes, and all answer the same", async () => {
  const repository = generateRepository(24);
  const servers = [1, 2].map(() => startWorker(repository, ["watch", "work7x3"]));
  const indexers = [1, 2].map(() => startWorker(repository, ["index"]));
  const answers = await Promise.all(indexers.map(async ({ ended }) => (await ended).at(-1)));
  const added = answers.map((answer) => answer?.["addedFiles"]);
  // A server whose query came first has indexed instead.
  expect([
    [0, 0],
    [0, 24],
  ]).toContainEqual(added.sort());
  expect(new Set(answers.map((answer) => answer?.["versionId"])).size).toBe(1);
  const last = ["work7x3", answers[0]?.["versionId"]];
  for (const { child, lines, ended } of servers) {
    await until(() => JSON.stringify(lines.at(-1)) === JSON.stringify([last[1], last[0]]));
    child.stdin.end();
    for (const line of await ended)
      expect(["not_indexed", "busy", JSON.stringify([last[1], last[0]])]).toContain(
        typeof line === "string" ? line : JSON.stringify(line),
      );
  }
  const scratch = generateRepository(24);
  await index(scratch);
  expect((await readStore(repository.store)).dump).toBe((await readStore(scratch.store)).dump);
}, 240_000);

/** Command prefix that runs a program with `folder` mounted read-only. */
function readOnlyMount(folder: string): string[] {
  const script = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
  return ["unshare", "-m", "sh", "-c", script, folder];
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error("it did not come about within a minute");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test.each(IS_LONG ? [0.1, 0.3, 0.5, 0.7, 0.9] : [0.5])(
  "an index killed after %s of the files continues from there",
  async (share) => {
    const files = IS_LONG ? 2000 : 200;
    const repository = generateRepository(files, IS_LONG ? 40 : 20);
    const { done, recent } = await killIndex(repository, files * share);
    const { factsKeys } = await readStore(repository.store);
    const answer = await index(repository);
    expect(answer).toMatchObject({ ok: true, addedFiles: files });
    // Every file has its own facts.
    const extractedAgain = files - factsKeys;
    expect(extractedAgain).toBeLessThanOrEqual(1.1 * (files - done) + recent);
    const scratch = generateRepository(files, IS_LONG ? 40 : 20);
    await index(scratch);
    expect((await readStore(repository.store)).dump).toBe((await readStore(scratch.store)).dump);
  },
  600_000,
);

test("if an index's folder is deleted under a live engine, the next query rebuilds it", async () => {
  const { root, home, store } = generateRepository(5);
  const engine = openEngine({ cwd: root, env: { SDL_HOME: home }, storeDirectory: store });
  onTestFinished(() => engine.close());
  await engine.register({ rootPath: root, settings: {} });
  await runAction("sdl.index.refresh", {}, { engine });
  const ask = () => runAction("sdl.symbol.search", { query: "work1x1", limit: 1 }, { engine });
  expect(await ask()).toMatchObject({ results: [{ name: "work1x1" }] });
  rmSync(store, { recursive: true });
  expect(await ask()).toMatchObject({ results: [{ name: "work1x1" }] });
});

test("a refresh on a full disk fails with the reason, queries still work, and the refresh works once there is room", async (context) => {
  const repository = generateRepository(120);
  const { root, home, store } = repository;
  mkdirSync(store);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1600k", "tmpfs", store], { stdio: "pipe" });
  } catch {
    context.skip("cannot mount a small tmpfs here: needs root");
  }
  onTestFinished(() => void execFileSync("umount", ["-l", store]));
  const engine = openEngine({ cwd: root, env: { SDL_HOME: home }, storeDirectory: store });
  onTestFinished(() => engine.close());
  await engine.register({ rootPath: root, settings: { ignore: ["file[1-7]*.ts"] } });
  await runAction("sdl.index.refresh", {}, { engine });
  await engine.register({ rootPath: root, settings: { ignore: [] } });
  const failure = await runAction("sdl.index.refresh", {}, { engine }).catch(toErrorAnswer);
  expect(failure).toMatchObject({ code: "busy", message: expect.stringContaining("disk is full") });
  expect(await runAction("sdl.symbol.search", { query: "work8x1", limit: 1 }, { engine })).toMatchObject({
    results: [{ name: "work8x1" }],
  });
  execFileSync("mount", ["-o", "remount,size=64m", store]);
  expect(await runAction("sdl.index.refresh", {}, { engine })).toMatchObject({ ok: true });
  expect(await runAction("sdl.symbol.search", { query: "work79x1", limit: 1 }, { engine })).toMatchObject({
    results: [{ name: "work79x1" }],
  });
});

test.runIf(CAN_UNSHARE)("on a read-only medium queries answer, and a refresh fails with the reason", async () => {
  const repository = generateRepository(5);
  await index(repository);
  writeFileSync(join(repository.root, "more.ts"), "export const more = 1;\n");
  const frozen = readOnlyMount(repository.store);
  expect(await search(repository, "work1x1", frozen)).toMatchObject({ results: [{ name: "work1x1" }] });
  expect(await index(repository, frozen)).toMatchObject({
    code: "policy_denied",
    message: expect.stringContaining("--store"),
  });
});

test.runIf(CAN_UNSHARE)("the index of a read-only repository is in the user's cache", async () => {
  const repository = { ...generateRepository(3), store: "-" };
  const frozen = readOnlyMount(repository.root);
  expect(await index(repository, frozen)).toMatchObject({ ok: true, addedFiles: 3 });
  expect(await search(repository, "work1x1", frozen)).toMatchObject({ results: [{ name: "work1x1" }] });
  expect(readdirSync(join(repository.home, "cache"))).toEqual([expect.stringMatching(/^generated-[0-9a-f]{16}$/)]);
});

test.runIf(CAN_BECOME)("another user's store that may only be read is read", async () => {
  const repository = generateRepository(5);
  await index(repository);
  const nobody = ["setpriv", "--reuid=65534", "--clear-groups"];
  for (const path of [join(repository.root, ".."), repository.home, repository.store]) chmodSync(path, 0o755);
  execFileSync("chmod", ["-R", "a+rX,a-w", repository.store]);
  execFileSync("chmod", ["-R", "a+rX", repository.home]);
  expect(await search(repository, "work1x1", nobody)).toMatchObject({ results: [{ name: "work1x1" }] });
  writeFileSync(join(repository.root, "more.ts"), "export const more = 1;\n");
  expect(await index(repository, nobody)).toMatchObject({ code: "policy_denied" });
});

test("the store is inside the repository by default", () => {
  const { root } = generateRepository(1);
  expect(defaultStorePlace(root, "/cache")).toEqual({ directory: join(root, ".sdl") });
});

test.each([
  [0x6969, "NFS"],
  [0x01021997, "9p"],
  [0xff534d42 | 0, "CIFS"],
  [0xef53, undefined],
  [0x01021994, undefined],
  [0x794c7630, undefined],
])("a file system of type %s cannot hold a store if it is %s", (type, name) => {
  expect(unfitMedium("/", () => ({ type }))).toBe(name);
});
