/**
 * Pushers, readers and a collector at once, killed at random; the database crashes and connections are cut. No push is
 * lost, every answer is of one version, every page verifies. The long tier (SDL_LONG=1) is 50 pushers and 50 readers for
 * five minutes.
 */
import { describe, expect, test as vitestTest } from "vitest";
import { PostgresServer } from "../../src/testing/index.js";
import { folderPlace } from "../support/folder-place.js";
import { NO_POSTGRES, WHY_SKIPPED } from "../support/places.js";
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

const SEED = IS_LONG ? Date.now() % 100_000 : 7;

function checkWords(words: ReadonlyMap<string, number>): void {
  for (const word of ["pushed", "read", "collected"]) expect(words.get(word) ?? 0, word).toBeGreaterThan(0);
  if (IS_LONG) process.stdout.write(`seed ${SEED}: ${JSON.stringify(Object.fromEntries(words))}\n`);
}

describe("traffic", () => {
  vitestTest("in a folder", { timeout: 600_000 }, async () => {
    const { words } = await runTraffic(folderPlace().url, { ...LOAD, seed: SEED });
    checkWords(words);
  });

  vitestTest.skipIf(NO_POSTGRES !== "")(`in PostgreSQL${WHY_SKIPPED}`, { timeout: 600_000 }, async () => {
    const server = await PostgresServer.start();
    const proxy = await TcpProxy.start(server.port);
    try {
      const restart = async () => {
        await server.kill();
        await server.startAgain();
      };
      const cut = () => proxy.cut();
      const { words } = await runTraffic(server.url("postgres", proxy.port), {
        ...LOAD,
        seed: SEED,
        faults: [cut, restart, cut, cut, restart, cut],
      });
      checkWords(words);
    } finally {
      await proxy.close();
      await server.remove();
    }
  });
});
