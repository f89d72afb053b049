/** Portable files: equal content gives equal bytes, an import gives the same version on every machine, and a malicious file does no harm. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { deriveSnapshot } from "../../src/derive/index.js";
import { derivedDump, type Ledger } from "../../src/index.js";
import { checkPath } from "../../src/portable/check-path.js";
import { decodePortable, encodePortable } from "../../src/portable/portable-file.js";
import { PORTABLE_TABLES, type PortableTables } from "../../src/portable/portable-tables.js";
import { seededDraw } from "../../src/testing/index.js";
import { refresh, statOf, type ToyRepository } from "../support/toy-indexer.js";
import { dumpOf, temporaryLedger, withSnapshot } from "../support/with-ledger.js";

const NOW = 1_800_000_000_000;

const AUTH =
  "authenticate function : token check token state -> hash missing outside\nUser class\nsave method in User -> authenticate";
const HASH = "hash function : digest bytes round salt -> authenticate authenticate";
const FULL: ToyRepository = {
  files: {
    "src/auth.ts": AUTH,
    "src/hash.ts": HASH,
    "test/hash.test.ts": "checks function -> hash\nruns function -> checks authenticate",
  },
  configs: { "tsconfig.json": "{}", "package.json": '{"name":"toy"}' },
  skipped: [{ path: "big.js", reason: "minified", stat: statOf("x") }],
};

function indexed(...states: readonly ToyRepository[]): Ledger {
  const ledger = temporaryLedger();
  for (const [i, state] of states.entries()) refresh(ledger, state, { nowMs: NOW + i });
  derive(ledger);
  return ledger;
}

function derive(ledger: Ledger): void {
  ledger.derived.putDerived(withSnapshot(ledger, (snapshot) => deriveSnapshot(snapshot)));
}

function wholeDump(ledger: Ledger): string {
  return `${dumpOf(ledger)}${withSnapshot(ledger, (snapshot) => [...derivedDump(snapshot)].join("\n"))}`;
}

async function imported(file: Uint8Array, into = temporaryLedger()): Promise<Ledger> {
  await into.importVersion(file, { nowMs: NOW + 1000 });
  return into;
}

/** A ledger with the same final content but another history: files were added, grew out of their handle ranges and were removed. */
function roundabout(): Ledger {
  const more = {
    ...FULL,
    files: { ...FULL.files, "src/a.ts": HASH.replaceAll("hash", "other"), "z.ts": "z function" },
  };
  const grown = {
    ...more,
    files: { ...more.files, "src/auth.ts": `${AUTH}\n${"x y z w v u t s".replaceAll(/\w/g, "$& function\n")}` },
  };
  const first = { files: { "src/hash.ts": "digest function" }, configs: { "tsconfig.json": "[]" } };
  return indexed(first, more, grown, FULL);
}

test("an imported version equals the exported one, including its derived layers", async () => {
  const ledger = indexed(FULL);
  const copy = await imported(await ledger.exportVersion());
  expect(wholeDump(copy)).toBe(wholeDump(ledger));
  expect(copy.latestVersion()).toMatchObject({ id: `v${NOW + 1000}`, parent: undefined, seq: 1 });
});

test("the bytes of an export depend on the content alone", async () => {
  const file = await indexed(FULL).exportVersion();
  expect(Buffer.compare(await roundabout().exportVersion(), file)).toBe(0);
  expect(Buffer.compare(await (await imported(file)).exportVersion(), file)).toBe(0);
});

/** A repository large enough for vectors: the functions of each file use words of their own and of neighbouring files. */
function large(files: number): ToyRepository {
  const word = (number: number) =>
    `word${String.fromCharCode(97 + (number % 26), 97 + (Math.floor(number / 26) % 26))}`;
  const lines = (file: number) =>
    Array.from({ length: 6 }, (_, i) => {
      const words = [file, file + 1, 3 * file + i, 7 * i + file, 5 * i].map(word);
      return `${word(31 * file + 7 * i)}${i} function : ${words.join(" ")}`;
    }).join("\n");
  return {
    files: Object.fromEntries(Array.from({ length: files }, (_, file) => [`src/${word(file)}.ts`, lines(file)])),
  };
}

test("vectors are exported, and do not depend on the ledger's history", async () => {
  const ledger = indexed(large(50));
  const dump = wholeDump(ledger);
  expect(dump.split("\n").filter((line) => line.includes(" vector ")).length).toBeGreaterThan(250);
  expect(wholeDump(await imported(await ledger.exportVersion()))).toBe(dump);
  expect(wholeDump(indexed(FULL, large(53), large(50)))).toBe(dump);
});

test("if no layers were exported, none are imported", async () => {
  const ledger = temporaryLedger();
  refresh(ledger, FULL);
  const copy = await imported(await ledger.exportVersion());
  expect(copy.derived.isDerived()).toBe(false);
  derive(copy);
  derive(ledger);
  expect(wholeDump(copy)).toBe(wholeDump(ledger));
});

test("a refresh after an import is incremental", async () => {
  const copy = await imported(await indexed(FULL).exportVersion());
  const next = {
    ...FULL,
    files: { ...FULL.files, "src/hash.ts": `${HASH}\nsalt function -> hash`, "src/new.ts": "fresh function -> salt" },
  };
  refresh(copy, next, { nowMs: NOW + 2000 });
  derive(copy);
  expect(wholeDump(copy)).toBe(wholeDump(indexed(next)));
});

test("an import over an existing index becomes its next version and replaces all of its content", async () => {
  const other = {
    ...FULL,
    files: { "src/auth.ts": AUTH, "lib/gone.ts": "gone function -> authenticate" },
    configs: { "old.json": "1" },
  };
  const ledger = await imported(await indexed(FULL).exportVersion(), indexed(other));
  derive(ledger);
  expect(wholeDump(ledger)).toBe(wholeDump(indexed(FULL)));
  expect(ledger.latestVersion()?.parent).toBe(`v${NOW}`);
  const again = await ledger.importVersion(await ledger.exportVersion(), { nowMs: NOW + 5000 });
  expect(again.created).toBe(false);
});

test("the commit is exported, file stats are not", async () => {
  const ledger = temporaryLedger();
  refresh(ledger, FULL, { nowMs: NOW, commit: "0123456789abcdef0123456789abcdef01234567" });
  const copy = await imported(await ledger.exportVersion());
  expect(copy.latestVersion()?.commit).toBe("0123456789abcdef0123456789abcdef01234567");
  expect(withSnapshot(copy, (snapshot) => [...snapshot.fileEntries()].map(({ stat }) => stat.ino))).toEqual([
    -1, -1, -1,
  ]);
});

test("exporting an empty ledger is an error", async () => {
  await expect(temporaryLedger().exportVersion()).rejects.toMatchObject({ code: "VERSION_NOT_FOUND" });
});

test.each([
  ["a newer layout", 8, 99],
  ["a newer schema", 12, 99],
  ["a newer facts format", 16, 99],
])("a file of %s is refused with an error that names the cause", async (_, at, number) => {
  const file = Buffer.from(await indexed(FULL).exportVersion());
  file.writeUInt32LE(number, at);
  await expect(imported(file)).rejects.toMatchObject({
    code: "SCHEMA_MISMATCH",
    message: expect.stringMatching(/newer schema .*99.* this program reads/),
  });
});

test("layers of another derivation format are not imported", async () => {
  const tables = decodePortable(await indexed(FULL).exportVersion());
  const records = { ...tables.records, derived: new Map() };
  expect((await imported(encodePortable({ ...tables, records }))).derived.isDerived()).toBe(false);
});

test("a file that is damaged or cut off at any position is refused", async () => {
  const file = await indexed(FULL).exportVersion();
  const below = seededDraw(7);
  const ledger = temporaryLedger();
  for (let i = 0; i < 200; i++) {
    const damaged = Buffer.from(file);
    const at = below(file.length);
    damaged[at] = (damaged[at] as number) ^ (1 + below(255));
    const cut = i % 4 === 0 ? damaged.subarray(0, below(file.length)) : damaged;
    await expect(ledger.importVersion(cut, { nowMs: NOW })).rejects.toMatchObject({
      code: expect.stringMatching(/^(INVALID_FILE|SCHEMA_MISMATCH)$/),
    });
  }
  expect(ledger.latestVersion()).toBeUndefined();
  expect(ledger.factsKeys()).toEqual([]);
});

test("records that would inflate to more than the allowed size are not inflated", async () => {
  const file = Buffer.from(await indexed(FULL).exportVersion());
  file.writeUInt32LE(0x7fffffff, 60);
  await expect(imported(resealed(file))).rejects.toMatchObject({ message: expect.stringContaining("inflate") });
});

/** The file with its checksum corrected. */
function resealed(file: Buffer): Buffer {
  const digest = createHash("sha256").update(file.subarray(0, 28)).update(file.subarray(60)).digest();
  digest.copy(file, 28);
  return file;
}

const PATHS = ["../outside.ts", "/etc/passwd", "src//auth.ts", "a/../../b.ts", "./a.ts", "a\0b"];

test.each(PATHS)("a file with the path %j is refused", async (path) => {
  const ledger = temporaryLedger();
  refresh(ledger, { files: { [path]: HASH } });
  await expect(imported(await ledger.exportVersion())).rejects.toMatchObject({ code: "INVALID_FILE" });
});

test("path separators of Windows are accepted in names on other systems", () => {
  for (const path of ["C:/x.ts", "a\\..\\..\\b.ts"]) {
    expect(() => checkPath(path, true)).toThrow(expect.objectContaining({ code: "INVALID_FILE" }));
    expect(() => checkPath(path, false)).not.toThrow();
  }
});

/** Changes, lengthens or cuts one record. */
function mutate({ records, facts }: PortableTables, below: (end: number) => number): PortableTables {
  const names = PORTABLE_TABLES.filter((name) => records[name].size > 0);
  const name = names[below(names.length + 1)];
  if (name === undefined) return { records, facts: mutateOne(facts, below) };
  return { facts, records: { ...records, [name]: mutateOne(records[name], below) } };
}

function mutateOne<K>(from: ReadonlyMap<K, Uint8Array>, below: (end: number) => number): Map<K, Uint8Array> {
  const [key, payload] = [...from][below(from.size)] as [K, Uint8Array];
  return new Map(from).set(key, mutateBytes(payload, below));
}

function mutateBytes(payload: Uint8Array, below: (end: number) => number): Uint8Array {
  const bytes = Buffer.from(payload);
  for (let i = below(4); i >= 0; i--)
    if (bytes.length > 0) bytes[below(bytes.length)] = [0, 1, 0x7f, 0x80, 0xff][below(5)] ?? 0;
  if (below(4) === 0) return bytes.subarray(0, below(bytes.length + 1));
  return below(4) === 0 ? Buffer.concat([bytes, Buffer.alloc(below(40), 0xff)]) : bytes;
}

function readAll(ledger: Ledger): void {
  withSnapshot(ledger, (snapshot) => {
    for (const path of snapshot.files()) {
      if (path.split("/").includes("..") || path.startsWith("/")) throw new TypeError(`outside: ${path}`);
    }
    wholeDump(ledger);
  });
}

test("a malicious file with valid checksums is refused or read with errors, and reading terminates", async () => {
  const tables = decodePortable(await indexed(FULL).exportVersion());
  const below = seededDraw(11);
  const seen = { refused: 0, wrong: 0, whole: 0 };
  for (let i = 0; i < FUZZ_RUNS; i++) {
    const file = encodePortable(mutate(tables, below));
    const ledger = temporaryLedger();
    try {
      await ledger.importVersion(file, { nowMs: NOW });
    } catch (error) {
      expect(error).toMatchObject({ code: "INVALID_FILE" });
      seen.refused++;
      continue;
    }
    try {
      readAll(ledger);
      seen.whole++;
    } catch (error) {
      expect(error).toMatchObject({ name: expect.stringMatching(/^(GraphError|ModelError|RangeError)$/) });
      seen.wrong++;
    }
  }
  expect(seen.refused).toBeGreaterThan(FUZZ_RUNS / 5);
}, 600_000);

const FUZZ_RUNS = process.env["SDL_LONG"] === undefined ? 150 : 5000;
