/** Ledgers in folders of their own, gone when the test ends. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { canonicalDump, type Ledger, type LedgerSnapshot, openLedger } from "../../src/index.js";

/** In memory where there is such a place: waiting for a disk is not what the tests are about. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "sdl-ledger-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export function temporaryLedger(): Ledger {
  const ledger = openLedger({ directory: temporaryDirectory() });
  onTestFinished(() => ledger.close());
  return ledger;
}

export function dumpOf(ledger: Ledger): string {
  return withSnapshot(ledger, (snapshot) => `${[...canonicalDump(snapshot)].join("\n")}\n`);
}

export function withSnapshot<T>(ledger: Ledger, use: (snapshot: LedgerSnapshot) => T): T {
  const snapshot = ledger.snapshot();
  try {
    return use(snapshot);
  } finally {
    snapshot.close();
  }
}
