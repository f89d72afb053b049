/** Leases: one process at a time, and a lease whose holder is gone. Uses real processes with their own clocks. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { type LeaseHolder, LeaseTaken, leaseHolder, withLease } from "../../src/machine/lease.js";
import { livenessOf, ownIdentity } from "../../src/machine/process-identity.js";

const HOLDER = fileURLToPath(new URL("../support/lease-holder.mjs", import.meta.url));

function leasePath(): string {
  const folder = mkdtempSync(join(tmpdir(), "sdl-lease-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "indexer.lease");
}

interface Holder {
  readonly child: ChildProcess;
  /** The next line that the holder prints. */
  said(): Promise<string>;
}

function startHolder(path: string, patienceMs: number, keepMs: number): Holder {
  const child = spawn(process.execPath, [HOLDER, path, String(patienceMs), String(keepMs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return { child, said: async () => (await lines.next()).value ?? "" };
}

const options = (path: string, patienceMs = 0) => ({ path, patienceMs, now: () => 1_000 });

test("a second process waits, or learns who holds the lease", async () => {
  const path = leasePath();
  const first = startHolder(path, 0, 60_000);
  expect(await first.said()).toBe("held");
  expect(await startHolder(path, 0, 0).said()).toBe(`taken ${first.child.pid}`);
  expect(leaseHolder(path)?.pid).toBe(first.child.pid);
  const third = startHolder(path, 60_000, 0);
  first.child.kill("SIGKILL");
  expect(await third.said()).toBe("held");
  expect(await third.said()).toBe("free");
  expect(leaseHolder(path)).toBeUndefined();
});

test("a killed holder's lease is taken over at once, a stopped holder's is not", async () => {
  const path = leasePath();
  const holder = startHolder(path, 0, 60_000);
  expect(await holder.said()).toBe("held");
  holder.child.kill("SIGSTOP");
  expect(await withLease(options(path, 300), async () => "mine")).toBeInstanceOf(LeaseTaken);
  holder.child.kill("SIGKILL");
  expect(await withLease(options(path, 5_000), async () => "mine")).toBe("mine");
});

/** Writes a holder's file as a process would have written it. */
function writeHolder(path: string, changes: Partial<LeaseHolder>): void {
  writeFileSync(path, JSON.stringify({ ...ownIdentity(), token: "t", sinceMs: 5, ...changes }));
}

test("a process with a dead holder's id is not mistaken for the holder", async () => {
  const path = leasePath();
  writeHolder(path, { startedAt: "1" });
  expect(await withLease(options(path), async () => "mine")).toBe("mine");
  writeHolder(path, { boot: "an earlier one" });
  expect(await withLease(options(path), async () => "mine")).toBe("mine");
  writeHolder(path, {});
  expect(await withLease(options(path), async () => "mine")).toBeInstanceOf(LeaseTaken);
});

test("a holder on another machine keeps the lease while its heartbeat continues, whatever its clock", async () => {
  const path = leasePath();
  writeHolder(path, { host: "elsewhere" });
  // Two days ahead, then two days behind: only changes of the time count.
  let beats = 0;
  const heart = setInterval(() => {
    const time = new Date(Date.now() + (beats++ % 2 === 0 ? 2 : -2) * 86_400_000 + beats);
    utimesSync(path, time, time);
  }, 400);
  expect(await withLease(options(path, 1_500), async () => "mine")).toBeInstanceOf(LeaseTaken);
  clearInterval(heart);
  const silentSince = performance.now();
  expect(await withLease(options(path, 20_000), async () => "mine")).toBe("mine");
  expect(performance.now() - silentSince).toBeGreaterThan(5_000);
}, 40_000);

test("an unreadable lease is taken over when its heartbeat stops, and work runs without a lease that cannot be written", async () => {
  const path = leasePath();
  writeFileSync(path, "not JSON");
  expect(await withLease(options(path, 20_000), async () => "mine")).toBe("mine");
  expect(await withLease(options("/proc/nowhere/indexer.lease"), async () => "mine")).toBe("mine");
}, 40_000);

test("of many concurrent processes one at a time holds the lease, and no file is left", async () => {
  const path = leasePath();
  writeHolder(path, { startedAt: "1" });
  const journal: string[] = [];
  await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      withLease(options(path, 60_000), async () => {
        journal.push(`in ${i}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        journal.push(`out ${i}`);
      }),
    ),
  );
  for (let i = 0; i < journal.length; i += 2) expect(journal[i]!.slice(3)).toBe(journal[i + 1]!.slice(4));
  expect(journal).toHaveLength(24);
  expect(readdirSync(join(path, ".."))).toEqual([]);
});

test("cancelling ends the wait for a lease", async () => {
  const path = leasePath();
  writeHolder(path, {});
  const cancel = new AbortController();
  const waiting = withLease({ ...options(path, 60_000), signal: cancel.signal }, async () => "mine");
  cancel.abort();
  await expect(waiting).rejects.toThrow();
  expect(readFileSync(path, "utf8")).toContain('"token":"t"');
});

test("processes have distinct identities", () => {
  const own = ownIdentity();
  expect(livenessOf(own)).toBe("alive");
  expect(livenessOf({ ...own, pid: 2 ** 22 - 1 })).toBe("dead");
  expect(livenessOf({ ...own, namespace: "pid:[1]" })).toBe("unknown");
});
