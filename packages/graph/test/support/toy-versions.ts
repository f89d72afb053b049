/** Toy repositories as indexed versions, for tests of what leaves a ledger. */
import type { Ledger } from "../../src/index.js";
import { refresh, statOf, type ToyRepository } from "./toy-indexer.js";
import { temporaryLedger } from "./with-ledger.js";

export const NOW = 1_800_000_000_000;
export const COMMIT = "c".repeat(40);

export const AUTH =
  "authenticate function : token check token state -> hash missing outside\nUser class\nsave method in User -> authenticate";
const HASH = "hash function : digest bytes round salt -> authenticate authenticate";
export const FULL: ToyRepository = {
  files: {
    "src/auth.ts": AUTH,
    "src/hash.ts": HASH,
    "src/other.ts": "apart function",
    "test/hash.test.ts": "checks function -> hash\nruns function -> checks authenticate",
  },
  configs: { "tsconfig.json": "{}", "package.json": '{"name":"toy"}' },
  skipped: [{ path: "big.js", reason: "minified", stat: statOf("x") }],
};

/** A ledger with a version for each state. */
export function indexed(...states: readonly ToyRepository[]): Ledger {
  const ledger = temporaryLedger();
  for (const [i, state] of states.entries()) refresh(ledger, state, { nowMs: NOW + i, commit: COMMIT });
  return ledger;
}

/** A ledger with the same final content but another history: files grew out of their handle ranges and were removed. */
export function roundabout(): Ledger {
  const more = {
    ...FULL,
    files: { ...FULL.files, "src/a.ts": HASH.replaceAll("hash", "other"), "z.ts": "z function" },
  };
  const grown = `first function -> hash\n${AUTH}\n${"x y z w v u t s".replaceAll(/\w/g, "$& function\n")}`;
  return indexed(
    { files: { "src/hash.ts": "digest function" }, configs: { "tsconfig.json": "[]" } },
    more,
    { ...more, files: { ...more.files, "src/auth.ts": grown } },
    FULL,
  );
}

/** What the work throws. */
export async function errorOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  return undefined;
}
