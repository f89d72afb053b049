/** What a version in memory holds of its reads, and that it forgets them without forgetting itself. */
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parseVersionId } from "@sdl/model";
import { expect, test } from "vitest";
import { canonicalDump } from "../src/index.js";
import { materialise, refresh } from "./support/toy-indexer.js";
import { temporaryLedger } from "./support/with-ledger.js";

const FILES = 400;

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

async function heldBytes(): Promise<number> {
  await setImmediate();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function filesFrom(first: number): Record<string, string> {
  const lines = (file: number): string[] => [0, 1, 2, 3].map((i) => `f${file}_${i} function : word${file} other`);
  return Object.fromEntries(
    Array.from({ length: FILES }, (_, i) => [`src/file${first + i}.ts`, lines(first + i).join("\n")]),
  );
}

test("a version in memory reads the same after it forgot what it had read", async () => {
  const ledger = temporaryLedger();
  refresh(ledger, { files: { "src/only.ts": "alone function : one" } });
  const version = materialise(ledger, { files: filesFrom(0) }, parseVersionId("v3"));
  const dump = (): string => [...canonicalDump(version)].join("\n");
  const [unread, first] = [await heldBytes(), dump()];
  const readBytes = (await heldBytes()) - unread;
  expect(readBytes, "the test measures something").toBeGreaterThan(500_000);
  version.forget();
  const forgottenBytes = (await heldBytes()) - unread;
  expect(forgottenBytes).toBeLessThan(readBytes - 400_000);
  expect(dump()).toBe(first);
  version.close();
});
