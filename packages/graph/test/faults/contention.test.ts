/** Concurrent processes that open, read, write and close one store, and a lock file that names an older state than the data file's. */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { type Ledger, openLedger, openLedgerAfterCheck } from "../../src/index.js";
import { DisposableEnvironment } from "../../src/store/disposable-environment.js";
import { LEDGER_SCHEMA } from "../../src/store/environment.js";
import { folderOf, lookAt } from "../support/look.js";
import { temporaryDirectory } from "../support/with-ledger.js";

const IS_LONG = process.env["SDL_LONG"] !== undefined;
const SEED = Number(process.env["SDL_SEED"] ?? 20);
const MILLISECONDS = IS_LONG ? 120_000 : 2_500;
const CONTENDER = fileURLToPath(new URL("../support/contender.mjs", import.meta.url));

/** Script run in a separate process, like {@link TAKE_BACK}. Prints the format of a lock file and the version of its data file. */
const READ_FORMS = `
  const { readFileSync } = require("node:fs");
  const [lock, data] = process.argv.slice(1).map((file) => readFileSync(file));
  console.log(JSON.stringify({ lock: lock.readUInt32LE(4), data: data.readUInt32LE(28) & 0xffff }));
`;

/**
 * Script that lowers the transaction number in the lock file's head. Run in a separate process, because closing a lock file that the process also
 * has open as a store would release its locks.
 */
const TAKE_BACK = `
  const { openSync, readSync, writeSync } = require("node:fs");
  const file = openSync(process.argv[1], "r+");
  const number = Buffer.alloc(8);
  readSync(file, number, 0, 8, 8);
  number.writeBigUInt64LE(number.readBigUInt64LE() - BigInt(process.argv[2]));
  writeSync(file, number, 0, 8, 8);
`;

interface Contender {
  readonly role: string;
  readonly last: number;
  readonly steps: number;
  readonly faults: readonly string[];
}

/** @returns `undefined` if the process was killed */
function contend(directory: string, role: string, seed: number): Promise<Contender | undefined> {
  const child = spawn(process.execPath, [CONTENDER, directory, role, String(seed), String(MILLISECONDS)]);
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  let complaints = "";
  child.stdout.on("data", (text) => (said += String(text)));
  child.stderr.on("data", (text) => (complaints += String(text)));
  return new Promise((resolve, reject) => {
    child.on("close", (code, signal) => {
      if (signal === "SIGKILL") resolve(undefined);
      else if (code === 0) resolve(JSON.parse(said));
      else reject(new Error(complaints.slice(-2000)));
    });
  });
}

function takeBack(folder: string, by: number): void {
  const { stderr } = spawnSync(process.execPath, ["-e", TAKE_BACK, join(folder, "lock.mdb"), String(by)]);
  expect(String(stderr)).toBe("");
}

function makeLedger(directory: string): Ledger {
  const ledger = openLedger({ directory, owner: "0" });
  onTestFinished(() => ledger.close());
  return ledger;
}

test.for([
  { roles: ["keep", "read", "read", "read"] },
  { roles: ["write", "read", "end", "end"] },
  { roles: ["read", "read", "read", "read"] },
])(
  "concurrent processes in the roles $roles lose no write and never read an older state than before",
  { timeout: 300_000 },
  async ({ roles }) => {
    const directory = temporaryDirectory();
    await openLedger({ directory, owner: "0" }).close();
    const ended = await Promise.all(roles.map((role, i) => contend(directory, role, SEED * 100 + i)));
    const contenders = ended.filter((contender) => contender !== undefined);
    for (const { role, faults, steps } of contenders) {
      expect(steps, role).toBeGreaterThan(0);
      expect(faults, `${role}, seed ${SEED}`).toEqual([]);
    }
    const ledger = openLedger({ directory });
    const counted = Number(ledger.owner());
    await ledger.close();
    expect(counted).toBe(Math.max(...contenders.map(({ last }) => last)));
    const writes = contenders.filter(({ role }) => role === "keep" || role === "write");
    expect(counted).toBe(writes[0]?.steps ?? 0);
    expect(await lookAt([directory])).toMatchObject([{ faults: [] }]);
  },
);

test.for([1, 2])(
  "a lock file that names a state %i commits older: the newest state is read and written",
  async (by) => {
    const directory = temporaryDirectory();
    const ledger = makeLedger(directory);
    for (const owner of ["1", "2", "3"]) ledger.setOwner(owner);
    const snapshot = ledger.snapshot();
    takeBack(folderOf(directory), by);
    ledger.setOwner("4");
    takeBack(folderOf(directory), by);
    await new Promise((resolve) => setImmediate(resolve));
    expect(ledger.owner()).toBe("4");
    expect(ledger.isInPlace()).toBe(true);
    expect([...snapshot.files()]).toEqual([]);
    snapshot.close();
    takeBack(folderOf(directory), by);
    await ledger.close();
    const reader = openLedger({ directory, mode: "read" });
    expect(reader.owner()).toBe("4");
    await reader.close();
    const again = openLedger({ directory });
    expect(again.owner()).toBe("4");
    await again.close();
    expect(await lookAt([directory])).toMatchObject([{ faults: [] }]);
  },
);

test("a store opened twice in a process whose lock file names an older state is not reported as damaged", async () => {
  const directory = temporaryDirectory();
  const ledger = makeLedger(directory);
  for (const owner of ["1", "2", "3"]) ledger.setOwner(owner);
  const reader = openLedger({ directory, mode: "read" });
  takeBack(folderOf(directory), 1);
  await new Promise((resolve) => setImmediate(resolve));
  for (const call of [() => reader.owner(), () => ledger.setOwner("3")]) {
    try {
      expect([undefined, "3"]).toContain(call());
    } catch (error) {
      expect(error).toMatchObject({ code: "STORE_BUSY", message: expect.stringMatching(/open more than once/) });
    }
  }
  await reader.close();
  await ledger.close();
  expect(makeLedger(directory).owner()).toBe("3");
});

test.runIf(process.platform === "linux" && process.arch === "x64")(
  "the storage library's files have the format of this schema; if not, raise LEDGER_SCHEMA",
  async () => {
    const directory = temporaryDirectory();
    const ledger = openLedger({ directory, owner: "0" });
    const files = ["lock.mdb", "data.mdb"].map((name) => join(folderOf(directory), name));
    const { stdout } = spawnSync(process.execPath, ["-e", READ_FORMS, ...files], { encoding: "utf8" });
    expect({ schema: LEDGER_SCHEMA, ...JSON.parse(stdout) }).toEqual({ schema: 5, lock: 741_302_274, data: 2 });
    await ledger.close();
  },
);

test("a writer that waits for this process's check of the store opens it as soon as the check ends", async () => {
  const directory = temporaryDirectory();
  await openLedger({ directory, owner: "0" }).close();
  const reader = openLedger({ directory, mode: "read" });
  const waiting = openLedgerAfterCheck({ directory });
  await new Promise((resolve) => setImmediate(resolve));
  await reader.close();
  const ledger = await waiting;
  ledger.setOwner("1");
  expect(ledger.owner()).toBe("1");
  await ledger.close();
});

test("while this process checks a store, opening it for writing fails with an error that says so", async () => {
  const directory = temporaryDirectory();
  await openLedger({ directory, owner: "0" }).close();
  const reader = openLedger({ directory, mode: "read" });
  expect(() => openLedger({ directory })).toThrow(expect.objectContaining({ code: "STORE_BUSY" }));
  await reader.close();
  const ledger = makeLedger(directory);
  ledger.setOwner("1");
  const beside = openLedger({ directory, mode: "read" });
  expect(beside.owner()).toBe("1");
  await beside.close();
});

test("a session store whose lock file names an older state keeps its newest content", async () => {
  const path = temporaryDirectory();
  const open = () => DisposableEnvironment.open({ path, tables: ["notes"], firstNumber: 60 });
  const keys = ["a", "b", "c", "d"].map((text) => Buffer.from(text));
  const environment = open();
  for (const key of keys) {
    environment.write(() => environment.tables.notes.put(key, Uint8Array.of(1)));
    takeBack(path, 1);
  }
  await environment.close();
  const again = open();
  expect(keys.map((key) => again.tables.notes.get(key))).toEqual(keys.map(() => Uint8Array.of(1)));
  await again.close();
});
