/** Many processes on one store, with files deleted or replaced between their accesses. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openLedger, schemaDirectory } from "../../src/index.js";
import { StoreEnvironment } from "../../src/store/environment.js";
import { parseReaders } from "../../src/store/readers.js";
import { dataOf, folderOf, hasProgram, lookAt, makeStore, WRITER } from "../support/look.js";
import { pageOf } from "../support/source.js";
import { refresh } from "../support/toy-indexer.js";

const IS_LONG = process.env["SDL_LONG"] !== undefined;
const READER = fileURLToPath(new URL("../support/reader.mjs", import.meta.url));
const REPOSITORY = { files: { "a.ts": "one function : alpha" } };

/** Starts a process. Resolves with its first line of output. */
function startReader(directory: string, what: "hold" | "once"): Promise<[ChildProcessWithoutNullStreams, string]> {
  const child = spawn(process.execPath, [READER, directory, what]);
  onTestFinished(() => void child.kill("SIGKILL"));
  return new Promise((resolve) => child.stdout.once("data", (text) => resolve([child, String(text).trim()])));
}

const write = (directory: string, versions: number) =>
  spawnSync(process.execPath, [WRITER, directory, "12", String(versions)], { encoding: "utf8" });

test("a lock file deleted while no process had it open is created again", async () => {
  const directory = makeStore(1);
  rmSync(join(folderOf(directory), "lock.mdb"));
  expect(write(directory, 1).stdout).toBe("2\n");
});

test("a lock file with random content is created again by the first process that opens the store", async () => {
  const directory = makeStore(1);
  writeFileSync(join(folderOf(directory), "lock.mdb"), Buffer.alloc(8192, 0xa5));
  expect(write(directory, 1).stdout).toBe("2\n");
  expect(await lookAt([directory])).toMatchObject([{ faults: [], version: 2 }]);
});

test("a writer whose lock file was deleted refuses to write until it has opened the store again", async () => {
  const directory = makeStore(1);
  const ledger = openLedger({ directory });
  rmSync(join(folderOf(directory), "lock.mdb"));
  const other = openLedger({ directory: makeStore(1) });
  expect(ledger.isInPlace()).toBe(false);
  expect(() => refresh(ledger, REPOSITORY)).toThrow(expect.objectContaining({ code: "STORE_MOVED" }));
  await ledger.close();
  const again = openLedger({ directory });
  expect(refresh(again, REPOSITORY).created).toBe(true);
  await Promise.all([again.close(), other.close()]);
});

test("a store deleted, replaced or cut off under an open ledger is noticed before it is accessed", async () => {
  for (const harm of [
    (directory: string) => rmSync(folderOf(directory), { recursive: true }),
    (directory: string) => writeFileSync(dataOf(directory), readFileSync(dataOf(directory)).subarray(0, 8192)),
    (directory: string) => {
      const bytes = readFileSync(dataOf(directory));
      rmSync(dataOf(directory));
      writeFileSync(join(folderOf(directory), "other"), "");
      writeFileSync(dataOf(directory), bytes);
    },
  ]) {
    const directory = makeStore(1);
    const ledger = openLedger({ directory });
    expect(ledger.isInPlace()).toBe(true);
    harm(directory);
    expect(ledger.isInPlace()).toBe(false);
    expect(() => ledger.putFacts([{ key: "0".repeat(32), page: pageOf("a function : word") }])).toThrow(
      expect.objectContaining({ code: "STORE_MOVED" }),
    );
    await ledger.close();
  }
});

test.runIf(IS_LONG)("more concurrent readers than the library's default limit (long tier)", async () => {
  const directory = makeStore(1);
  const readers = await Promise.all(Array.from({ length: 140 }, () => startReader(directory, "hold")));
  expect(readers.map(([, said]) => said)).toEqual(Array(140).fill("held"));
  expect(write(directory, 1).stdout).toBe("2\n");
  const [, seen] = await startReader(directory, "once");
  expect(seen).toBe("2");
});

test("a stopped reader prevents the reuse of pages until it ends; the store reports its process id", async () => {
  const directory = makeStore(2);
  const [reader] = await startReader(directory, "hold");
  reader.kill("SIGSTOP");
  const before = statSync(dataOf(directory)).size;
  write(directory, IS_LONG ? 2_500 : 60);
  const environment = StoreEnvironment.open(directory, "write");
  const [behind] = environment.otherReaders();
  expect(behind?.pid).toBe(reader.pid);
  expect(behind?.commitsBehind).toBeGreaterThan(100);
  await environment.close();
  const grown = statSync(dataOf(directory)).size;
  expect(grown).toBeGreaterThan(before);
  reader.kill("SIGKILL");
  await new Promise((resolve) => reader.once("close", resolve));
  write(directory, 60);
  expect(statSync(dataOf(directory)).size).toBeLessThan(grown * 1.3);
  expect(await lookAt([directory])).toMatchObject([{ faults: [] }]);
}, 600_000);

test("the text of the library's table of readers is parsed", () => {
  const table = "    pid     thread     txnid\n     12 7f00aa -\n     31 7f00ab 40\n     30 7f00ac 12\n";
  expect(parseReaders(table, 52)).toEqual([
    { pid: 30, commitsBehind: 40 },
    { pid: 31, commitsBehind: 12 },
  ]);
  expect(parseReaders("(no active readers)\n", 1)).toEqual([]);
});

test.runIf(hasProgram("prlimit"))("a limit on file size is reported as a full disk and sends no signal", () => {
  const directory = makeStore(1);
  const limit = ["--fsize=400000", process.execPath, WRITER, directory, "12", "400"];
  const { stderr, stdout, signal } = spawnSync("prlimit", limit, { encoding: "utf8" });
  expect(signal).toBeNull();
  expect(stderr).toContain("STORAGE_FULL");
  const acknowledged = Number(stdout.trim().split("\n").at(-1));
  expect(acknowledged).toBeGreaterThan(1);
  expect(write(directory, 1).stdout).toBe(`${acknowledged + 1}\n`);
});

test("indexes of an older and a newer schema beside this one are not modified", async () => {
  const directory = makeStore(1);
  const others = ["v1.4", "v99.1"].map((name) => join(directory, name, "ledger"));
  for (const folder of others) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "data.mdb"), "of another schema");
  }
  expect(write(directory, 1).stdout).toBe("2\n");
  for (const folder of others) expect(readFileSync(join(folder, "data.mdb"), "utf8")).toBe("of another schema");
  expect(schemaDirectory()).not.toMatch(/^v(1\.4|99\.1)$/);
});
