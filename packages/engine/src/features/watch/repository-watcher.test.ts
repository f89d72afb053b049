/** Tests of the repository watcher with real files and the system's events, and without events. */
import { EventEmitter } from "node:events";
import { type FSWatcher, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CLOCK_TICK_MS } from "@sdl/repository";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runAction } from "../../../test/client.js";
import { type ExampleEngine, openExample } from "../../../test/example-engine.js";
import type { Answer } from "../../contract/prune-answer.js";
import { isWatchedAndCurrent, notedChanges } from "../../query/watched.js";
import type { WatchDirectory } from "./directory-watches.js";
import { WATCHER_TIMES } from "./repository-watcher.js";
import { watcherLag, watcherState, watchRepository } from "./watch-repository.js";

let example: ExampleEngine;
beforeEach(async () => {
  example = await openExample();
});
afterEach(() => example.remove());

const run = (name: string, args: object): Promise<Answer> => runAction(name, args, { engine: example.engine });

const write = (path: string, text: string): void => {
  const file = join(example.root, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
};

/** Waits until a search finds a symbol of exactly this name, or finds none. */
async function untilFound(name: string, isFound = true): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const { results = [] } = (await run("symbolSearch", { query: name, fresh: false })) as {
      results?: { name: string }[];
    };
    if (results.some((one) => one.name === name) === isFound) return;
    if (performance.now() > deadline) throw new Error(`${name} is ${isFound ? "not found" : "still there"}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("edits, new files, new folders and removals are indexed automatically", async () => {
  await watchRepository(example.engine);
  write("src/auth/errors.ts", "export function editedByHand(): void {}\n");
  await untilFound("editedByHand");
  write("src/fresh.ts", "export function writtenFresh(): void {}\n");
  await untilFound("writtenFresh");
  write("src/deep/er/inner.ts", "export function writtenDeep(): void {}\n");
  await untilFound("writtenDeep");
  write("src/deep/er/inner.ts", "export function writtenDeeper(): void {}\n");
  await untilFound("writtenDeeper");
  rmSync(join(example.root, "src/deep"), { recursive: true });
  await untilFound("writtenDeeper", false);
  expect(await run("repoStatus", {})).toMatchObject({
    watcher: {
      enabled: true,
      running: true,
      errors: 0,
      lastEventAt: expect.stringMatching(/Z$/),
      lastSuccessfulReindexAt: expect.stringMatching(/Z$/),
    },
    staleFiles: 0,
  });
  const { eventsReceived = 0, filesWatched } = watcherState(example.engine, "my-app") ?? {};
  expect(eventsReceived).toBeGreaterThanOrEqual(5);
  expect(filesWatched).toBe((await run("repoStatus", {}))["filesIndexed"]);
});

test("changes that the process of an editor indexes wait for it, but not longer than events delay a refresh", async () => {
  const times = { ...WATCHER_TIMES, quietMs: 20, longestQuietMs: 400 };
  await watchRepository(example.engine, undefined, { times });
  const { drafts } = await example.engine.open(await example.engine.find(undefined));
  const asks = vi.spyOn(drafts, "isIndexedElsewhere").mockReturnValue(true);
  const writtenMs = performance.now();
  write("src/auth/errors.ts", "export function savedElsewhere(): void {}\n");
  await untilFound("savedElsewhere");
  expect(performance.now() - writtenMs).toBeGreaterThan(350);
  expect(asks).toHaveBeenCalledWith("src/auth/errors.ts");
});

test("a folder that is removed or renamed and at once created again is watched again", async () => {
  await watchRepository(example.engine);
  write("src/deep/er/inner.ts", "export function writtenDeep(): void {}\n");
  await untilFound("writtenDeep");
  const folder = join(example.root, "src/deep");
  const replacements = [
    () => rmSync(folder, { recursive: true }),
    () => renameSync(folder, join(example.root, "src/moved")),
  ];
  for (const [round, replace] of replacements.entries()) {
    replace();
    write("src/deep/er/inner.ts", `export function madeAgain${round}(): void {}\n`);
    await untilFound(`madeAgain${round}`);
    write("src/deep/er/inner.ts", `export function editedLater${round}(): void {}\n`);
    await untilFound(`editedLater${round}`);
  }
});

test.runIf(process.platform === "linux")(
  "a comparison looks at the noted files alone, until they are indexed",
  async () => {
    const { engine } = example;
    const times = { ...WATCHER_TIMES, quietMs: 10 };
    await watchRepository(engine, "my-app", { times });
    const repository = await engine.open(await engine.find("my-app"));
    await vi.waitUntil(() => isWatchedAndCurrent(engine, repository), 30_000);
    expect(await notedChanges(engine, "my-app")).toBeUndefined();
    Object.assign(times, { quietMs: 600_000, longestQuietMs: 600_000 });
    write("src/auth/errors.ts", "export function editedByHand(): void {}\n");
    const noted = await notedChanges(engine, "my-app");
    expect(noted).toMatchObject({ paths: new Set(["src/auth/errors.ts"]), isComplete: true });
    expect(await repository.compareWithDisk()).toMatchObject({ staleFiles: 1, staleNames: ["src/auth/errors.ts"] });
    // A file that is read within a tick of its time is read again.
    await sleep(2 * CLOCK_TICK_MS);
    await repository.refresh({ mode: "incremental" });
    expect(await repository.compareWithDisk()).toMatchObject({ staleFiles: 0 });
    write("src/fresh.ts", "export function writtenFresh(): void {}\n");
    expect(await repository.compareWithDisk()).toMatchObject({ staleFiles: 1, staleNames: ["src/fresh.ts"] });
  },
);

test("a change without an event is indexed at the next check of all files", async () => {
  const silent: WatchDirectory = () => Object.assign(new EventEmitter(), { close: () => undefined }) as FSWatcher;
  const times = { ...WATCHER_TIMES, quietMs: 10, checkMs: 50 };
  await watchRepository(example.engine, "my-app", { watch: silent, times });
  write("src/auth/errors.ts", "export function editedInSilence(): void {}\n");
  await untilFound("editedInSilence");
});

test("if the system grants no watches, files are polled, and one notice says so", async () => {
  const notices: string[] = [];
  const refuse: WatchDirectory = () => {
    throw Object.assign(new Error("no space for watches"), { code: "ENOSPC" });
  };
  await watchRepository(example.engine, "my-app", {
    watch: refuse,
    onNotice: (text) => notices.push(text),
    times: { ...WATCHER_TIMES, pollMs: 50 },
  });
  write("src/polled.ts", "export function foundByLooking(): void {}\n");
  await untilFound("foundByLooking");
  expect(notices).toEqual([expect.stringContaining("ENOSPC")]);
  expect(watcherState(example.engine, "my-app")).toMatchObject({ running: true, errors: 1, eventsReceived: 0 });
});

test("without a request nothing is watched, and the status has no watcher", async () => {
  expect(await run("repoStatus", {})).not.toHaveProperty("watcher");
});

test("a listener hears of every refresh, and the state has the reason of a failed one", async () => {
  const { engine } = example;
  const told: string[] = [];
  const onRefresh = () => {
    told.push(watcherLag(engine, "my-app").kind);
    return { onProgress: () => undefined, onEnd: () => void told.push("end") };
  };
  expect(watcherLag(engine, "my-app")).toEqual({ kind: "none" });
  await watchRepository(engine, "my-app", { times: { ...WATCHER_TIMES, quietMs: 10 }, onRefresh });
  expect(told.slice(0, 2)).toEqual(["none", "end"]);
  write("src/fresh.ts", "export function writtenFresh(): void {}\n");
  await untilFound("writtenFresh");
  await vi.waitUntil(() => told.includes("changes"), 30_000);
  await engine.unregister("my-app", false);
  write("src/late.ts", "export const late = 1;\n");
  await vi.waitUntil(() => watcherLag(engine, "my-app").kind === "failed", 30_000);
  expect(watcherLag(engine, "my-app").reason).toContain("my-app");
});

test("the watcher stops with its engine, and when its repository is unregistered", async () => {
  const { engine } = example;
  await watchRepository(engine, "my-app", { times: { ...WATCHER_TIMES, quietMs: 10 } });
  await engine.unregister("my-app", false);
  write("src/late.ts", "export const late = 1;\n");
  const deadline = performance.now() + 30_000;
  while (watcherState(engine, "my-app")?.running === true) {
    if (performance.now() > deadline) throw new Error("it goes on");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await engine.close();
  expect(watcherState(engine, "my-app")?.running).toBe(false);
});
