/** Tests of slice handles, leases and spillovers as clients use them. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeExampleRepository } from "@sdl/repository/testing";
import { expect, onTestFinished, test } from "vitest";
import { openEngine, runAction } from "../../../test/client.js";
import type { Engine } from "../../contract/engine.js";

const HOUR = 3_600_000;
const TASK = { taskText: "token of a user", budget: { maxCards: 3 }, wireFormat: "standard" };

interface Built {
  readonly sliceHandle: string;
  readonly ledgerVersion: string;
  readonly lease: { readonly expiresAt: string };
  readonly warnings?: readonly string[];
  readonly slice: {
    readonly cards: readonly { readonly symbolId: string }[];
    readonly truncation: {
      readonly spilloverHandle: string;
      readonly droppedCards: number;
      readonly howToResume: string;
    };
    readonly budget: { readonly used: number; readonly allowed: number };
  };
}

interface Etag {
  readonly handle: string;
  readonly version: string;
  readonly sliceHash: string;
}

interface Unchanged {
  readonly sliceHandle: string;
  readonly sliceEtag: Etag;
}

interface Page {
  readonly spilloverHandle: string;
  readonly cursor?: string;
  readonly hasMore: boolean;
  readonly symbols: readonly { readonly symbolId: string; readonly detailLevel: string }[];
  readonly lease: { readonly expiresAt: string; readonly minVersion: string };
}

class Place {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-session-")));
  readonly root = join(this.folder, "my-app");
  nowMs = Date.UTC(2026, 10, 22, 9);

  /** A separate process, as far as the store can tell. */
  open(): Engine {
    const engine = openEngine({ cwd: this.root, env: { SDL_HOME: join(this.folder, "home") }, now: () => this.nowMs });
    onTestFinished(() => engine.close());
    return engine;
  }
}

async function example(): Promise<{ readonly place: Place; readonly engine: Engine }> {
  const place = new Place();
  onTestFinished(() => rmSync(place.folder, { recursive: true, force: true }));
  writeExampleRepository(place.root);
  const engine = place.open();
  await engine.register({ rootPath: place.root, settings: {} });
  await runAction("sdl.index.refresh", {}, { engine });
  return { place, engine };
}

async function build(engine: Engine, args: object = TASK): Promise<Built> {
  return (await runAction("sdl.slice.build", args, { engine })) as unknown as Built;
}

async function spillover(engine: Engine, args: object): Promise<Page> {
  return (await runAction("sdl.slice.spillover.get", args, { engine })) as unknown as Page;
}

async function allPages(engine: Engine, spilloverHandle: string, pageSize: number): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined, hasMore = true; hasMore; ) {
    const page = await spillover(engine, { spilloverHandle, pageSize, ...(cursor === undefined ? {} : { cursor }) });
    ids.push(...(page.symbols ?? []).map(({ symbolId }) => symbolId));
    ({ cursor, hasMore } = page);
  }
  return ids;
}

test("slice and spillover together are the candidates that the search scored, each once", async () => {
  const { engine } = await example();
  const { slice } = await build(engine);
  const { spilloverHandle, droppedCards, howToResume } = slice.truncation;
  expect(spilloverHandle).toMatch(/^sp_[0-9a-f]{16}$/);
  expect(howToResume).toContain("spilloverHandle");
  const dropped = await allPages(engine, spilloverHandle, 2);
  expect(dropped).toHaveLength(droppedCards);
  const shown = slice.cards.map(({ symbolId }) => symbolId);
  expect(new Set([...shown, ...dropped]).size).toBe(shown.length + dropped.length);
  expect(await allPages(engine, spilloverHandle, 100)).toEqual(dropped);
});

test("the spillover's order is the order in which a larger slice would include the symbols", async () => {
  const { engine } = await example();
  const args = { entrySymbols: ["validateToken"], budget: { maxCards: 2 }, wireFormat: "standard" };
  const dropped = await allPages(engine, (await build(engine, args)).slice.truncation.spilloverHandle, 3);
  // Frontier entries are the best of the dropped symbols, with their scores.
  const { slice } = (await runAction("sdl.slice.build", args, { engine })) as {
    slice: { frontier: { symbolId: string; score: number }[] };
  };
  const frontier = slice.frontier.map(({ symbolId }) => symbolId).filter((id) => dropped.includes(id));
  expect(dropped.slice(0, frontier.length)).toEqual(frontier);
});

test("both forms of the request give the same full cards", async () => {
  const { engine } = await example();
  const { sliceHandle, slice } = await build(engine);
  const byCursor = await spillover(engine, { spilloverHandle: slice.truncation.spilloverHandle, pageSize: 2 });
  const byPage = await spillover(engine, { repoId: "my-app", handle: sliceHandle, page: 1, pageSize: 2 });
  expect(byPage).toEqual(byCursor);
  expect(byPage.symbols.map(({ detailLevel }) => detailLevel)).toEqual(["full", "full"]);
  const second = await spillover(engine, { repoId: "my-app", handle: sliceHandle, page: 2, pageSize: 2 });
  expect(second).toEqual(await spillover(engine, { handle: sliceHandle, pageSize: 2, cursor: byCursor.cursor }));
  const beyond = await spillover(engine, { handle: sliceHandle, page: 999 });
  expect([beyond.hasMore, beyond.symbols]).toEqual([false, undefined]);
});

test("building an equal slice gives the same handle, in every process", async () => {
  const { place, engine } = await example();
  const { sliceHandle, slice } = await build(engine);
  expect((await build(engine)).sliceHandle).toBe(sliceHandle);
  await engine.close();
  const other = place.open();
  const { spilloverHandle } = slice.truncation;
  expect((await spillover(other, { spilloverHandle })).symbols).not.toHaveLength(0);
  expect((await build(other)).sliceHandle).toBe(sliceHandle);
});

test("a handle that was never issued is unknown", async () => {
  const { engine } = await example();
  for (const handle of ["h_0123456789abcdef", "nonsense", "../../etc/passwd"]) {
    await expect(spillover(engine, { handle })).rejects.toMatchObject({
      code: "handle_unknown",
      nextBestAction: { tool: "sdl.slice.build" },
    });
  }
});

test("a cursor of another list is refused", async () => {
  const { engine } = await example();
  const { sliceHandle, slice } = await build(engine);
  const cursor = slice.cards[0]?.symbolId;
  await expect(spillover(engine, { handle: sliceHandle, cursor })).rejects.toMatchObject({ code: "invalid_params" });
});

test("use renews a lease; the error of an ended lease has the arguments to build the slice again", async () => {
  const { place, engine } = await example();
  const { sliceHandle, lease } = await build(engine);
  expect(lease.expiresAt).toBe(new Date(place.nowMs + HOUR).toISOString());
  place.nowMs += HOUR - 1;
  const page = await spillover(engine, { handle: sliceHandle });
  expect(page.lease.expiresAt).toBe(new Date(place.nowMs + HOUR).toISOString());
  place.nowMs += HOUR - 1;
  await engine.close();
  const other = place.open();
  await spillover(other, { handle: sliceHandle });
  place.nowMs += HOUR;
  const ended = await spillover(other, { handle: sliceHandle }).catch((error: unknown) => error);
  expect(ended).toMatchObject({
    code: "lease_expired",
    nextBestAction: { tool: "sdl.slice.build", args: { repoId: "my-app", ...TASK } },
  });
  const { args } = (ended as { nextBestAction: { args: object } }).nextBestAction;
  expect((await build(other, args)).slice.cards).not.toHaveLength(0);
});

test("live leases pin their versions", async () => {
  const { place, engine } = await example();
  const { ledgerVersion } = await build(engine);
  const repository = await engine.open(engine.resolve(undefined));
  expect(repository.sessions.livePins()).toEqual([ledgerVersion]);
  await engine.close();
  const again = place.open();
  const other = await again.open(again.resolve(undefined));
  expect(other.sessions.livePins()).toEqual([ledgerVersion]);
  place.nowMs += HOUR;
  expect(other.sessions.livePins()).toEqual([]);
});

test("the handle in a truncation is part of the exact budget", async () => {
  const { engine } = await example();
  const { loadTokenCounter } = await import("@sdl/slice");
  const count = await loadTokenCounter();
  const answer = await build(engine, { ...TASK, budget: { maxCards: 30, maxEstimatedTokens: 700 } });
  expect(answer.slice.truncation.spilloverHandle).toBeDefined();
  expect(answer.slice.budget.used).toBe(count(JSON.stringify(answer)));
  expect(answer.slice.budget.used).toBeLessThanOrEqual(700);
});

test("a slice with equal content at a later version has the same hash, and is not sent to a client that has it", async () => {
  const { place, engine } = await example();
  const args = { entrySymbols: ["getUserById"], budget: { maxCards: 2 }, includeMemories: false };
  const first = (await runAction("sdl.slice.build", args, { engine })) as { sliceEtag: Etag };
  writeFileSync(join(place.root, "src/later.ts"), "export const later = 1;\n");
  await runAction("sdl.index.refresh", {}, { engine });
  const { sliceHash } = first.sliceEtag;
  const second = (await runAction(
    "sdl.slice.build",
    { ...args, ifNoneMatch: sliceHash },
    { engine },
  )) as unknown as Unchanged;
  expect(second).toMatchObject({ notModified: true, sliceEtag: { handle: second.sliceHandle, sliceHash } });
  expect(second.sliceEtag.version).not.toBe(first.sliceEtag.version);
  expect("slice" in second).toBe(false);
  // The handle that was sent instead of the slice is a slice handle.
  expect((await spillover(engine, { handle: second.sliceHandle })).lease.minVersion).toBe(second.sliceEtag.version);
  const file = join(place.root, "src/users/store.ts");
  writeFileSync(file, readFileSync(file, "utf8").replace("getUserById(", "getUserById(isNew: boolean, "));
  await runAction("sdl.index.refresh", {}, { engine });
  const third = await runAction("sdl.slice.build", { ...args, ifNoneMatch: sliceHash }, { engine });
  expect("slice" in third).toBe(true);
});
