/** Damaged data files: the page check finds the damage, or reads return what was written. */
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  findStoreDoubt,
  listSetAside,
  openLedger,
  recordIntact,
  schemaDirectory,
  setStoreAside,
} from "../../src/index.js";
import { StoreEnvironment } from "../../src/store/environment.js";
import { findHeaderFault } from "../../src/store/pages/page-file.js";
import { DAMAGES, seededDraw } from "../../src/testing/index.js";
import { dataOf, folderOf, type Look, lookAt, makeStore, WRITER } from "../support/look.js";
import { temporaryDirectory } from "../support/with-ledger.js";

const IS_LONG = process.env["SDL_LONG"] !== undefined;
const STORES = IS_LONG ? 1000 : 30;
const BATCH = 30;

/** Damaged copies of a store, the same number of each kind of damage, each determined by its number. */
function damagedCopies(sound: string, home: string, older: Buffer, ids: readonly number[]): Copy[] {
  const kinds = Object.entries(DAMAGES);
  return ids.map((id) => {
    const [kind, damage] = kinds[id % kinds.length]!;
    const directory = join(home, String(id));
    cpSync(sound, directory, { recursive: true });
    writeFileSync(dataOf(directory), damage(readFileSync(dataOf(directory)), seededDraw(id), older));
    return { name: `${kind} ${id}`, directory };
  });
}

interface Copy {
  readonly name: string;
  readonly directory: string;
}

/** "found" or "same"; otherwise a description of the failure. */
function outcomeOf(look: Look | string, digest: string | undefined): string {
  if (typeof look === "string") return `ended its process: ${look}`;
  if (look.doubt === undefined) return "was trusted";
  if (look.faults.length > 0) return "found";
  return look.digest === digest ? "same" : "gave a wrong answer";
}

test(`${STORES} damaged stores: the page check finds the damage or reads return what was written, and no process dies`, async () => {
  const sound = makeStore(5);
  const older = readFileSync(dataOf(sound));
  spawnSync(process.execPath, [WRITER, sound, "12", "1"]);
  const [before] = await lookAt([sound]);
  expect(before).toMatchObject({ faults: [] });
  const home = temporaryDirectory();
  const counts: Record<string, number> = { found: 0, same: 0 };
  const wrong: string[] = [];
  for (let first = 0; first < STORES; first += BATCH) {
    const copies = damagedCopies(
      sound,
      home,
      older,
      [...Array(Math.min(BATCH, STORES - first)).keys()].map((i) => first + i),
    );
    const looks = await lookAt(copies.map(({ directory }) => directory));
    for (const [i, { name, directory }] of copies.entries()) {
      const outcome = outcomeOf(looks[i]!, (before as Look).digest);
      if (outcome in counts) counts[outcome]!++;
      else wrong.push(`${name} ${outcome}`);
      rmSync(directory, { recursive: true });
    }
  }
  process.stderr.write(`${STORES} damaged stores: ${JSON.stringify(counts)}\n`);
  expect(wrong).toEqual([]);
  expect(counts["found"]).toBeGreaterThan(STORES / 4);
}, 3_600_000);

test("an unchanged store needs no check; one that was touched, copied or written by a killed process does", async () => {
  const directory = makeStore(2);
  expect(findStoreDoubt(directory)).toBeUndefined();
  const copy = temporaryDirectory();
  cpSync(directory, copy, { recursive: true, preserveTimestamps: true });
  expect(findStoreDoubt(copy)).toMatchObject({ kind: "unknown", writes: 5 });
  const doubt = findStoreDoubt(copy)!;
  recordIntact(copy, doubt, 5);
  expect(findStoreDoubt(copy)).toBeUndefined();
  writeFileSync(join(folderOf(copy), "stamp"), "garbage");
  expect(findStoreDoubt(copy)).toMatchObject({ kind: "unknown", writes: 0 });
  expect(findStoreDoubt(join(copy, "none"))).toBeUndefined();
});

test("reading does not change the data file's description in the stamp", async () => {
  const directory = makeStore(2);
  const ledger = openLedger({ directory });
  ledger.snapshot().close();
  await ledger.close();
  expect(findStoreDoubt(directory)).toBeUndefined();
});

test("a data file of an older state is detected, although each of its records is intact", async () => {
  const directory = makeStore(3);
  const old = readFileSync(dataOf(directory));
  spawnSync(process.execPath, [WRITER, directory, "12", "3"]);
  writeFileSync(dataOf(directory), old);
  expect(await lookAt([directory])).toMatchObject([
    { doubt: "unknown", faults: [expect.stringContaining("went back to an older state")] },
  ]);
});

test.each(["facts", "postings", "versions"] as const)(
  "a record missing from table %s is detected by the running sums",
  async (name) => {
    const directory = makeStore(2);
    const environment = StoreEnvironment.open(directory, "write");
    const table = environment.tables[name];
    environment.write(() => {
      const key = table.keys()[0]!;
      const payload = table.get(key)!;
      table.remove(key);
      table.putUncounted(Buffer.isBuffer(key) ? Buffer.alloc(key.length) : 77, payload);
    });
    await environment.close();
    expect(await lookAt([directory])).toMatchObject([{ faults: [expect.stringContaining(`table ${name} has`)] }]);
  },
);

test("a store with a damaged list of tables is not mistaken for an unfinished store", async () => {
  const directory = makeStore(4);
  const file = readFileSync(dataOf(directory));
  // The names of all tables are on one page; the library treats tables with an unknown name as missing.
  for (let at = file.indexOf("lookups"); at >= 0; at = file.indexOf("lookups", at + 1)) file.write("lookupz", at);
  writeFileSync(dataOf(directory), file);
  expect(await lookAt([directory])).toMatchObject([{ faults: [expect.stringContaining("list of tables is damaged")] }]);
});

test("the header of a file made by the library is decoded correctly", () => {
  const directory = makeStore(1);
  expect(findHeaderFault(dataOf(directory))).toBeUndefined();
  for (const kind of ["replace", "scrambleMetas"]) {
    const path = join(directory, "copy");
    copyFileSync(dataOf(directory), path);
    writeFileSync(path, DAMAGES[kind]!(readFileSync(path), seededDraw(1), Buffer.alloc(0)));
    expect(findHeaderFault(path)).toMatch(/no store of this program/);
  }
  writeFileSync(join(directory, "copy"), readFileSync(dataOf(directory)).subarray(0, 4095));
  expect(findHeaderFault(join(directory, "copy"))).toMatch(/cut off/);
});

test("the two newest damaged stores are kept, and only the file that was checked is set aside", () => {
  const directory = temporaryDirectory();
  const made: string[] = [];
  for (let atMs = 1_000; atMs <= 3_000; atMs += 1_000) {
    mkdirSync(folderOf(directory), { recursive: true });
    writeFileSync(dataOf(directory), "not a store");
    const doubt = findStoreDoubt(directory)!;
    expect(doubt).toMatchObject({ kind: "damaged", reason: expect.stringMatching(/no store/) });
    made.push(setStoreAside(directory, doubt.file, atMs)!);
    expect(setStoreAside(directory, doubt.file, atMs)).toBeUndefined();
  }
  expect(listSetAside(directory).map(({ atMs, path }) => [atMs, path])).toEqual([
    [3_000, made[2]],
    [2_000, made[1]],
  ]);
  expect(readdirSync(join(directory, schemaDirectory()))).toHaveLength(2);
});
