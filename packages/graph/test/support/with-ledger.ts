/** Ledgers in temporary folders, which are deleted when the test ends. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { canonicalDump, type Ledger, type LedgerSnapshot, openLedger } from "../../src/index.js";

/** A temporary folder, in memory if the system provides one, because disk latency is not under test. */
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
