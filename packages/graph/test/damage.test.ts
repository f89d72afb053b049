/** Damaged, incomplete and foreign stores lead to typed errors, never to wrong answers. */

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GraphError } from "@sdl/model";
import { expect, onTestFinished, test } from "vitest";
import { canonicalDump, type Ledger, openLedger } from "../src/index.js";
import { MetaKey } from "../src/records/head.js";
import { StoreEnvironment, schemaDirectory, type TableName } from "../src/store/environment.js";
import { writeFormat } from "../src/store/format.js";
import { pageOf } from "./support/source.js";
import { refresh, statOf, type ToyRepository } from "./support/toy-indexer.js";
import { temporaryDirectory, temporaryLedger } from "./support/with-ledger.js";

const REPOSITORY: ToyRepository = {
  files: {
    "src/auth.ts":
      "authenticate function : token check token state -> hash missing outside\nUser class\nsave method in User -> authenticate",
    "src/hash.ts": "hash function : digest bytes round salt -> authenticate authenticate",
  },
  configs: { "tsconfig.json": "{}", "package.json": '{"name":"toy"}' },
  skipped: [{ path: "big.js", reason: "minified", stat: statOf("x") }],
};
const TABLES: readonly TableName[] = [
  "meta",
  "facts",
  "files",
  "symbols",
  "outgoing",
  "incoming",
  "lookups",
  "ids",
  "names",
  "postings",
  "presence",
  "configs",
  "versions",
];

async function makeStore(): Promise<string> {
  const directory = temporaryDirectory();
  const ledger = openLedger({ directory });
  refresh(ledger, REPOSITORY);
  await ledger.close();
  return directory;
}

/** Reads all data of a ledger. */
function readAll(ledger: Ledger): void {
  const snapshot = ledger.snapshot();
  try {
    for (const _line of canonicalDump(snapshot));
    for (const path of snapshot.files()) {
      snapshot.fileLookups(path);
      for (const symbol of snapshot.fileSymbols(path)) snapshot.findSymbol(snapshot.symbol(symbol).id);
    }
    for (const _version of ledger.versions());
  } finally {
    snapshot.close();
  }
}

async function codeOfReading(directory: string): Promise<string> {
  let ledger: Ledger | undefined;
  try {
    ledger = openLedger({ directory, mode: "read" });
    readAll(ledger);
    return "fine";
  } catch (error) {
    if (error instanceof GraphError) return error.code;
    throw error;
  } finally {
    await ledger?.close();
  }
}

/** Flips one bit in every copy of the record in the file. */
function damage(directory: string, payload: Uint8Array, at: number): void {
  const path = join(directory, schemaDirectory(), "ledger", "data.mdb");
  const file = readFileSync(path);
  let copies = 0;
  for (let found = file.indexOf(payload); found >= 0; found = file.indexOf(payload, found + 1)) {
    file[found + at]! ^= 1;
    copies++;
  }
  expect(copies).toBeGreaterThan(0);
  writeFileSync(path, file);
}

test.each(TABLES)("a flipped bit in table %s is detected when the record is read", async (name) => {
  const directory = await makeStore();
  expect(await codeOfReading(directory)).toBe("fine");
  const environment = StoreEnvironment.open(directory, "read");
  const table = environment.tables[name];
  // The record of the tally is read only by checks of the whole store and by writers.
  const keys = table.keys().filter((key) => name !== "meta" || key !== MetaKey.Tally);
  const payloads = keys.map((key) => table.get(key)!);
  await environment.close();
  const longest = payloads.sort((a, b) => b.length - a.length)[0]!;
  expect(longest.length).toBeGreaterThan(3);
  damage(directory, longest, longest.length >> 1);
  expect(await codeOfReading(directory)).toBe("STORE_CORRUPT");
});

test.each(TABLES.filter((name) => name !== "meta"))(
  "a record missing from table %s is reported as damage, not as absence",
  async (name) => {
    const directory = await makeStore();
    const environment = StoreEnvironment.open(directory, "write");
    const table = environment.tables[name];
    environment.write(() => table.remove(table.keys()[0]!));
    await environment.close();
    expect(await codeOfReading(directory)).toBe("STORE_CORRUPT");
  },
);

test("a record stored under another record's key is damage", async () => {
  const directory = await makeStore();
  const environment = StoreEnvironment.open(directory, "read");
  const [one, two] = environment.tables.symbols.keys().map((key) => environment.tables.symbols.get(key)!);
  await environment.close();
  const path = join(directory, schemaDirectory(), "ledger", "data.mdb");
  const file = readFileSync(path);
  const length = Math.min(one!.length, two!.length);
  expect(file.indexOf(one!)).toBeGreaterThan(0);
  file.set(two!.subarray(0, length), file.indexOf(one!));
  writeFileSync(path, file);
  expect(await codeOfReading(directory)).toBe("STORE_CORRUPT");
});

test("a store of another schema is refused, and an unfinished store is reported as missing", async () => {
  const directory = temporaryDirectory();
  expect(await codeOfReading(directory)).toBe("STORE_MISSING");
  const environment = StoreEnvironment.open(directory, "write");
  writeFormat(environment, { schema: 99 });
  await environment.close();
  expect(await codeOfReading(directory)).toBe("SCHEMA_MISMATCH");
  expect(() => openLedger({ directory })).toThrow(expect.objectContaining({ code: "SCHEMA_MISMATCH" }));
});

test("bytes that are no facts page are refused before anything is stored", () => {
  const ledger = temporaryLedger();
  const batch = [
    { key: "0".repeat(32), page: pageOf("a function : word") },
    { key: "1".repeat(32), page: new Uint8Array(1) },
  ];
  expect(() => ledger.putFacts(batch)).toThrow(expect.objectContaining({ code: "INVALID_PAGE" }));
  expect(ledger.factsKeys()).toEqual([]);
});

test("a ledger opened for reading refuses to write", async () => {
  const ledger = openLedger({ directory: await makeStore(), mode: "read" });
  const refusal = expect.objectContaining({ code: "STORE_READ_ONLY" });
  expect(() => ledger.beginUpdate()).toThrow(refusal);
  expect(() => ledger.putFacts([{ key: "0".repeat(32), page: new Uint8Array(1) }])).toThrow(refusal);
  await ledger.close();
});

test("a full disk is a typed error: reads still work, and writes work again once space is free", async (context) => {
  const directory = temporaryDirectory();
  const mount = join(directory, "small");
  mkdirSync(mount);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", mount], { stdio: "pipe" });
  } catch {
    context.skip("cannot mount a small tmpfs here: needs root");
  }
  onTestFinished(() => void execFileSync("umount", ["-l", mount]));
  const ledger = openLedger({ directory: mount });
  refresh(ledger, REPOSITORY);
  const lines = Array.from(
    { length: 4000 },
    (_, i) => `name${(i * 7919) % 100_003} function : word${(i * 104_729) % 1_000_003}`,
  );
  const page = pageOf(lines.join("\n"));
  const fill = (): void => {
    for (let i = 0; i < 24; i++) ledger.putFacts([{ key: String(i).padStart(32, "0"), page }]);
  };
  expect(fill).toThrow(expect.objectContaining({ code: "STORAGE_FULL" }));
  readAll(ledger);
  execFileSync("mount", ["-o", "remount,size=32m", mount]);
  fill();
  const files = { ...REPOSITORY.files, "new.ts": "made function : later" };
  expect(refresh(ledger, { ...REPOSITORY, files }).created).toBe(true);
  readAll(ledger);
  await ledger.close();
});

test("links that do not match the facts are refused, and the ledger is unchanged", () => {
  const ledger = temporaryLedger();
  refresh(ledger, REPOSITORY);
  const before = ledger.latestVersion();
  const unlinked = ledger.beginUpdate();
  const file = unlinked.file("src/hash.ts")!;
  unlinked.putFile({ ...inputOf(unlinked.entry(file)), symbolIds: unlinked.symbolIds(file), flags: 7 });
  expect(() => unlinked.commit({ nowMs: 9 })).toThrow(expect.objectContaining({ code: "INVALID_UPDATE" }));
  const dangling = ledger.beginUpdate();
  dangling.removeFile("src/hash.ts");
  expect(() => dangling.commit({ nowMs: 9 })).toThrow(/was not linked again/);
  expect(() => dangling.commit({ nowMs: 9 })).toThrow(expect.objectContaining({ code: "STORE_CLOSED" }));
  expect(ledger.latestVersion()).toEqual(before);
});

test("if two updates begin on the same state, the second commit is refused", () => {
  const ledger = temporaryLedger();
  refresh(ledger, REPOSITORY);
  const [one, two] = [ledger.beginUpdate(), ledger.beginUpdate()];
  one.putConfig({ path: "a.json", text: "1", stat: statOf("1") });
  two.putConfig({ path: "a.json", text: "2", stat: statOf("2") });
  expect(one.commit({ nowMs: 9_000 }).created).toBe(true);
  expect(() => two.commit({ nowMs: 9_000 })).toThrow(expect.objectContaining({ code: "WRITE_CONFLICT" }));
});

function inputOf({ path, language, factsKey, stat }: ReturnType<ReturnType<Ledger["beginUpdate"]>["entry"]>) {
  return { path, language, factsKey, stat };
}
