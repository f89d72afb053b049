/** What a store does when its server of buckets fails, is slow, or keeps no promise: against a double of one. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type PageId, pageOf } from "../../src/index.js";
import { randomNumbers } from "../../src/testing/index.js";
import { openAt, putVersion, textPage, versionOf } from "../support/place.js";
import { type DoubledRequest, S3Double } from "../support/s3-double.js";

const DAY_MS = 24 * 3_600_000;

const code = (value: string) => expect.objectContaining({ code: value });

/** A fault for the first requests that match. */
function firstRequests(count: number, isMeant: (request: DoubledRequest) => boolean, fault: number | "lost") {
  let left = count;
  return (request: DoubledRequest) => (isMeant(request) && left-- > 0 ? fault : undefined);
}

test("a server that ignores the condition is refused, and no store is made", async () => {
  const server = await S3Double.start();
  server.ignoresConditions = true;
  await expect(openAt(server)).rejects.toThrow("ignores the condition If-None-Match");
  await expect(openAt(server)).rejects.toEqual(code("remote_unsupported"));
  expect(server.keys("")).toEqual([]);
});

test("a server that refuses conditions, or lists too late, is refused", async () => {
  const server = await S3Double.start();
  server.fault = ({ method }) => (method === "PUT" ? 501 : undefined);
  await expect(openAt(server)).rejects.toEqual(code("remote_unsupported"));
  server.fault = () => undefined;
  server.hidesNewObjects = true;
  await expect(openAt(server)).rejects.toThrow("does not list an object that was just written");
});

test("requests are repeated while the server is busy or connections are lost", async () => {
  const server = await S3Double.start();
  const store = await openAt(server);
  const page = textPage("a");
  for (const fault of [503, 500, 429, "lost"] as const) {
    server.fault = firstRequests(2, ({ key }) => key.startsWith("pages/"), fault);
    await store.putPages([page]);
    server.fault = firstRequests(2, ({ key }) => key.startsWith("pages/"), fault);
    expect((await store.readPages([page.id])).size).toBe(1);
  }
});

test("a swap whose answer was lost tells the truth", async () => {
  const server = await S3Double.start();
  const store = await openAt(server);
  const [a, b] = [await putVersion(store, versionOf("a")), await putVersion(store, versionOf("b"))];
  const swap = async (from: PageId | undefined, to: PageId | undefined) => {
    server.fault = firstRequests(1, ({ method, key }) => method === "PUT" && key.startsWith("heads/"), "lost");
    return store.swapHead("r", "branch/x", from, to);
  };
  expect(await swap(undefined, a)).toBe(true);
  expect(await swap(a, b)).toBe(true);
  expect(await swap(a, b)).toBe(false);
  expect(await swap(b, undefined)).toBe(true);
  expect(server.keys("heads/")).toHaveLength(3);
});

test("a deletion that is not answered is not repeated, and its condemnation stays for a day", async () => {
  const server = await S3Double.start();
  const store = await openAt(server);
  const page = textPage("a");
  await store.putPages([page]);
  await server.age(8 * DAY_MS);
  let deletions = 0;
  server.fault = ({ method, key }) => {
    if (method !== "DELETE" || !key.startsWith("pages/")) return undefined;
    deletions++;
    return "lost";
  };
  await expect(store.collectPages()).rejects.toEqual(code("remote_unreachable"));
  expect(deletions).toBe(1);
  server.fault = () => undefined;
  expect(server.keys("condemned/")).toHaveLength(1);
  // The deletion might still be on its way: another copy is written, and read.
  expect(await store.missingPages([page.id])).toEqual([page.id]);
  await store.putPages([page]);
  expect([...server.keys("pages/"), ...server.keys("copies/")]).toEqual([`copies/${page.id}.1`]);
  expect(await store.missingPages([page.id])).toEqual([]);
  expect((await store.readPages([page.id])).size).toBe(1);
  await server.age(DAY_MS + 1000);
  await store.collectPages();
  expect(server.keys("condemned/")).toEqual([]);
  await server.age(8 * DAY_MS);
  expect(await store.collectPages()).toMatchObject({ removedPages: 1 });
  expect(server.keys("")).toEqual(["sdl-remote.json"]);
});

test("a machine whose clock is wrong signs by the server's", async () => {
  const server = await S3Double.start();
  server.clockMs += 3 * DAY_MS;
  server.refusesOtherClocks = true;
  const store = await openAt(server);
  const pages = Array.from({ length: 20 }, (_, i) => textPage(`page ${i}`));
  await store.putPages(pages);
  // A jump that many requests at once meet.
  server.clockMs -= 2 * DAY_MS;
  expect((await store.readPages(pages.map(({ id }) => id))).size).toBe(20);
});

test("lists of many pages are read to their end", async () => {
  const server = await S3Double.start();
  server.pageSize = 2;
  const store = await openAt(server);
  const id = await putVersion(store, versionOf("a"));
  const names = Array.from({ length: 7 }, (_, i) => `branch/${i}`);
  for (const name of names) await store.swapHead("r", name, undefined, id);
  expect((await store.listHeads("r")).map(({ name }) => name)).toEqual(names);
  server.fault = ({ method, key }) => (method === "GET" && key.startsWith("heads/") ? 200 : undefined);
  await expect(store.listHeads("r")).rejects.toThrow("answers a list in another form than S3 does");
});

test("pushers and collectors that meet at the same pages in many orders lose none", { timeout: 600_000 }, async () => {
  const server = await S3Double.start();
  const [seed, rounds] = process.env["SDL_LONG"] === undefined ? [1, 20] : [Date.now() % 100_000, 1000];
  const random = randomNumbers(seed);
  const stores = await Promise.all([1, 2, 3, 4].map(() => openAt(server)));
  const pages = Array.from({ length: 24 }, (_, i) => pageOf(Buffer.from(`page ${i}`)));
  const ids = pages.map(({ id }) => id);
  const counts = { found: 0, written: 0, removed: 0 };
  await stores[0]!.putPages(pages);
  const startedMs = performance.now();
  await stores[1]!.collectPages();
  // Pushes begin before, during and after a collection, however busy the machine is.
  const spreadMs = Math.max(60, 3 * Math.ceil(performance.now() - startedMs));
  const push = async (i: number, wanted: readonly PageId[]) => {
    await sleep(random(spreadMs));
    const missing = new Set(await stores[i]!.missingPages(wanted));
    await stores[i]!.putPages(pages.filter(({ id }) => missing.has(id)));
    counts.found += wanted.length - missing.size;
    counts.written += missing.size;
  };
  const collect = async (i: number) => {
    counts.removed += (await stores[i]!.collectPages()).removedPages;
  };
  server.delay = () => (random(2) === 0 ? sleep(random(5)) : Promise.resolve());
  for (let round = 0; round < rounds; round++) {
    await stores[0]!.putPages(pages);
    await server.age(8 * DAY_MS);
    await Promise.all([push(0, ids.slice(0, 16)), push(1, ids.slice(8)), collect(2), collect(3)]);
    expect((await stores[0]!.readPages(ids)).size, `seed ${seed}, round ${round}`).toBe(ids.length);
  }
  for (const [word, count] of Object.entries(counts)) expect(count, word).toBeGreaterThan(0);
});
