/** Several processes on one ledger: what a reader sees during writes, and what a killed writer leaves. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { GraphError } from "@sdl/model";
import { expect, test } from "vitest";
import { canonicalDump, type LedgerSnapshot, openLedger } from "../src/index.js";
import { temporaryDirectory } from "./support/with-ledger.js";

const KILLS = process.env["SDL_LONG"] === undefined ? 20 : 1000;
const FILES = 10;

/** Expected totals. Terms: one of the facts, `file`, and each file's own; each of the latter two has a posting for each of three symbols. */
const TOTALS = `total terms ${2 + FILES} postings ${FILES * (1 + 3 * 2)}`;

const WRITER = fileURLToPath(new URL("support/counting-writer.mjs", import.meta.url));

function startWriter(directory: string, versions: number): ChildProcess {
  return spawn(process.execPath, [WRITER, directory, String(FILES), String(versions)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Calls `onLine` with every number that the writer prints, and waits for the writer's end. */
function follow(writer: ChildProcess, onLine: (n: number) => void): Promise<number | null> {
  createInterface({ input: writer.stdout! }).on("line", (line) => onLine(Number(line)));
  return new Promise((resolve) => writer.on("close", resolve));
}

/** Checks that all parts of the snapshot contain the same number. @returns that number */
function checkWhole(snapshot: LedgerSnapshot): number {
  const n = Number(snapshot.configs()[0]?.text ?? 0);
  expect(snapshot.version).toBe(`v${n}`);
  expect(snapshot.counts).toEqual({
    files: n === 0 ? 0 : FILES,
    symbols: n === 0 ? 0 : 3 * FILES,
    edges: n === 0 ? 0 : FILES,
  });
  for (const path of snapshot.files()) {
    const [module, first, second] = snapshot.fileSymbols(path);
    expect([snapshot.symbol(first!).name, snapshot.symbol(second!).name]).toEqual([`first_${n}`, `second_${n}`]);
    expect(snapshot.symbol(snapshot.outgoing(first!).symbols[0]!).name).toBe(`second_${n}`);
    expect(snapshot.symbol(snapshot.incoming(second!).symbols[0]!).name).toBe(`first_${n}`);
    expect(snapshot.findSymbol(snapshot.symbol(first!).id)).toBe(first);
    expect(snapshot.length(module!, 2)).toBe(n % 100);
  }
  expect(snapshot.symbolsNamed(`first_${n}`)).toHaveLength(n === 0 ? 0 : FILES);
  expect(snapshot.names().filter((name) => name.startsWith("first_"))).toEqual(n === 0 ? [] : [`first_${n}`]);
  return n;
}

test("a reader beside a writer sees complete versions only, each at least as new as the previous one", async () => {
  const directory = temporaryDirectory();
  await openLedger({ directory }).close();
  const reader = openLedger({ directory, mode: "read" });
  const writer = startWriter(directory, 60);
  let last = 0;
  const seen = new Set<number>();
  let isRunning = true;
  const end = follow(writer, () => undefined).then((code) => {
    isRunning = false;
    return code;
  });
  while (isRunning) {
    const snapshot = reader.snapshot();
    const n = checkWhole(snapshot);
    snapshot.close();
    expect(n).toBeGreaterThanOrEqual(last);
    last = n;
    seen.add(n);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await end).toBe(0);
  const snapshot = reader.snapshot();
  expect(checkWhole(snapshot)).toBe(60);
  snapshot.close();
  expect(seen.size).toBeGreaterThan(1);
  await reader.close();
});

test("a snapshot kept open across versions answers from its own version or reports that it expired", async () => {
  const directory = temporaryDirectory();
  const first = startWriter(directory, 1);
  await follow(first, () => undefined);
  const reader = openLedger({ directory, mode: "read" });
  const snapshot = reader.snapshot();
  await follow(startWriter(directory, 3), () => undefined);
  expect(codeOf(() => checkWhole(snapshot))).toMatch(/^(1|VERSION_EXPIRED)$/);
  snapshot.close();
  expect(codeOf(() => snapshot.symbolsNamed("first_1"))).toMatch(/^(.*,.*|STORE_CLOSED)$/);
  const next = reader.snapshot();
  expect(checkWhole(next)).toBe(4);
  next.close();
  await reader.close();
});

function codeOf(action: () => unknown): string {
  try {
    return String(action());
  } catch (error) {
    if (error instanceof GraphError) return error.code;
    throw error;
  }
}

test("a writer killed at any moment leaves complete versions and loses no acknowledged one", async () => {
  const directory = temporaryDirectory();
  let acknowledged = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const writer = startWriter(directory, 100_000);
    const start = acknowledged;
    const end = follow(writer, (n) => {
      acknowledged = Math.max(acknowledged, n);
      if (n >= start + 1 + (kill % 5)) setTimeout(() => writer.kill("SIGKILL"), (kill * 7) % 11);
    });
    await end;
    const ledger = openLedger({ directory });
    const snapshot = ledger.snapshot();
    const n = checkWhole(snapshot);
    expect(n).toBeGreaterThanOrEqual(acknowledged);
    expect([...canonicalDump(snapshot)].at(-1)).toBe(TOTALS);
    snapshot.close();
    expect([...ledger.versions()].map(({ seq }) => seq)).toEqual(Array.from({ length: n }, (_, i) => n - i));
    acknowledged = n;
    await ledger.close();
  }
}, 3_600_000);

test("after ending the cached read, a ledger sees another process's publish of this event-loop turn and can publish after it", async () => {
  const directory = temporaryDirectory();
  const ledger = openLedger({ directory });
  const publish = (): void => {
    const update = ledger.beginUpdate();
    update.putConfig({ path: "own.json", text: "{}", stat: { sizeBytes: 2, mtimeMs: 1, ctimeMs: 1, ino: 1 } });
    update.commit({ nowMs: 1_000_000 });
  };
  for (const looksAnew of [false, true]) {
    await new Promise((resolve) => setImmediate(resolve));
    const before = ledger.latestVersion()?.seq ?? 0;
    execFileSync(process.execPath, [WRITER, directory, String(FILES), "1"], { stdio: "ignore" });
    if (looksAnew) {
      ledger.loadNewestState();
      expect(ledger.latestVersion()?.seq).toBe(before + 1);
      publish();
      expect(ledger.latestVersion()?.seq).toBe(before + 2);
    } else expect(publish).toThrow("another process published meanwhile");
  }
  await ledger.close();
});
