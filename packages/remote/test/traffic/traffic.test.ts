/**
 * Pushers, readers and a collector at once, killed at random; the servers crash and connections are cut. No push is
 * lost, every answer is of one version, every page verifies. The long tier (SDL_LONG=1) is 50 pushers and 50 readers for
 * five minutes.
 */
import { availableParallelism } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { folderPlace } from "../support/folder-place.js";
import { NO_GATEWAY, NO_POSTGRES, useGateway, useServer, WHY_NO_GATEWAY, WHY_SKIPPED } from "../support/places.js";
import { postgresPlace } from "../support/postgres-place.js";
import { s3Place } from "../support/s3-place.js";
import { TcpProxy } from "../support/tcp-proxy.js";
import { runTraffic, type Traffic } from "./traffic.js";

const IS_LONG = process.env["SDL_LONG"] !== undefined;

/** The grace time must be longer than a turn takes, which on a busy machine is seconds. */
const LOAD: Omit<Traffic, "seed"> = IS_LONG
  ? {
      processes: { push: 10, read: 10, collect: 2 },
      actors: 5,
      graceMs: 60_000,
      pushes: 500,
      minimumMs: 300_000,
      killEveryMs: 1000,
    }
  : {
      processes: { push: 3, read: 2, collect: 1 },
      actors: 2,
      graceMs: 20_000,
      pushes: 60,
      minimumMs: 0,
      killEveryMs: 400,
    };

/**
 * Requests of a bucket cost more: the gateway takes most of a core, and of 50 pushers to six branches nine of ten are
 * beaten. So there are as many pushers and readers in fewer processes, which did twice as many turns in the same time.
 */
const BUCKET: Omit<Traffic, "seed"> = { ...LOAD, ...(IS_LONG ? bucketProcesses(2 * availableParallelism()) : {}) };

function bucketProcesses(count: number): Pick<Traffic, "processes" | "actors" | "pushes" | "killEveryMs"> {
  const each = Math.min(LOAD.processes.push, count);
  const actors = Math.ceil((LOAD.processes.push * LOAD.actors) / each);
  return { processes: { push: each, read: each, collect: 1 }, actors, pushes: 60, killEveryMs: 5000 };
}

const SEED = IS_LONG ? Date.now() % 100_000 : 7;

function checkWords(words: ReadonlyMap<string, number>, { processes, actors }: Omit<Traffic, "seed"> = LOAD): void {
  for (const word of ["pushed", "read", "collected", "killed", ...(IS_LONG ? ["removed pages"] : [])])
    expect(words.get(word) ?? 0, word).toBeGreaterThan(0);
  const traffic = `${processes.push * actors} pushers, ${processes.read * actors} readers in ${processes.push + processes.read} processes`;
  if (IS_LONG) process.stdout.write(`seed ${SEED}, ${traffic}: ${JSON.stringify(Object.fromEntries(words))}\n`);
}

const server = useServer();
const gateway = useGateway();

test("in a folder", { timeout: 600_000 }, async () => {
  const place = folderPlace();
  checkWords((await runTraffic(place, place.url, { ...LOAD, seed: SEED })).words);
});

test.skipIf(NO_POSTGRES !== "")(`in PostgreSQL${WHY_SKIPPED}`, { timeout: 600_000 }, async () => {
  const place = await postgresPlace(server());
  const { port } = server();
  const proxy = await TcpProxy.start(port);
  onTestFinished(() => proxy.close());
  const cut = () => proxy.cut();
  const restart = async () => {
    await server().kill();
    await server().startAgain();
  };
  const faults = [cut, restart, cut, cut, restart, cut];
  const url = place.url.replace(`:${port}/`, `:${proxy.port}/`);
  const { words } = await runTraffic(place, url, { ...LOAD, seed: SEED, faults });
  checkWords(words);
  expect(words.get("faults")).toBe(faults.length);
});

test.skipIf(NO_GATEWAY !== "")(`in a bucket${WHY_NO_GATEWAY}`, { timeout: 600_000 }, async () => {
  const place = await s3Place(gateway());
  const proxy = await TcpProxy.start(gateway().port);
  onTestFinished(() => proxy.close());
  const cut = () => proxy.cut();
  const restart = async () => {
    await gateway().kill();
    await gateway().startAgain();
  };
  const faults = [cut, restart, cut, cut, restart, cut];
  const environment = gateway().environment(proxy.port);
  const traffic = { ...BUCKET, seed: SEED, faults, environment };
  const { words } = await runTraffic(place, place.url, traffic);
  checkWords(words, BUCKET);
  expect(words.get("faults")).toBe(faults.length);
});
