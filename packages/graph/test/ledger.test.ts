import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSymbolId, parseVersionId, symbolIdParts } from "@sdl/model";
import { FieldIndex, fieldFrequency, termHash } from "@sdl/model/text";
import { expect, onTestFinished, test, vi } from "vitest";
import { type LedgerSnapshot, openLedger, openSnapshot, schemaDirectory } from "../src/index.js";
import { factsKeyOf } from "./support/source.js";
import { materialise, refresh, statOf, type ToyRepository } from "./support/toy-indexer.js";
import { dumpOf, temporaryDirectory, temporaryLedger, withSnapshot } from "./support/with-ledger.js";

const REPOSITORY: ToyRepository = {
  files: {
    "src/auth.ts":
      "authenticate function : token check token -> hash missing\nUser class\nsave method in User -> authenticate",
    "src/hash.ts": "hash function : digest bytes round salt",
  },
  configs: { "tsconfig.json": "{}", "package.json": '{"name":"toy"}' },
  skipped: [{ path: "big.js", reason: "minified", stat: statOf("x") }],
};

test("an empty ledger returns empty results", () => {
  const ledger = temporaryLedger();
  withSnapshot(ledger, (snapshot) => {
    expect(snapshot.version).toBe("v0");
    expect(snapshot.files()).toEqual([]);
    expect(snapshot.names()).toEqual([]);
    expect(snapshot.postings(termHash("token")).symbols).toHaveLength(0);
    expect(snapshot.findSymbol(parseSymbolId("0123456789abcdef"))).toBeUndefined();
  });
  expect(ledger.latestVersion()).toBeUndefined();
});

test("a published version is read back through every table", async () => {
  const ledger = temporaryLedger();
  expect(refresh(ledger, REPOSITORY, { nowMs: 5_000, commit: "abc" })).toEqual({ version: "v5000", created: true });
  await expect(dumpOf(ledger)).toMatchFileSnapshot("golden/dump.txt");
  withSnapshot(ledger, (snapshot) => {
    const [found] = snapshot.symbolsNamed("authenticate");
    const symbol = snapshot.symbol(found!);
    expect(snapshot.findSymbol(symbol.id)).toBe(found);
    const { symbols, frequencies } = snapshot.postings(termHash("token"));
    expect([...symbols]).toEqual([found]);
    expect(fieldFrequency(frequencies[0]!, FieldIndex.Body)).toBe(2);
    expect(snapshot.names()).toEqual(["User", "auth", "authenticate", "hash", "save"]);
    expect(["a", "A", "h"].map((first) => snapshot.namesStarting(first))).toEqual([
      ["auth", "authenticate"],
      [],
      ["hash"],
    ]);
    expect(snapshot.fileEntry("src/hash.ts")?.stat).toEqual(statOf(REPOSITORY.files["src/hash.ts"]!));
  });
});

test("a snapshot opened for one answer reads what the ledger's snapshot reads", async () => {
  const directory = temporaryDirectory();
  expect(() => openSnapshot(directory, 1024)).toThrow(expect.objectContaining({ code: "STORE_MISSING" }));
  const ledger = openLedger({ directory });
  refresh(ledger, REPOSITORY, { nowMs: 5_000 });
  const read = (snapshot: LedgerSnapshot) => ({
    version: snapshot.version,
    counts: snapshot.counts,
    symbols: snapshot.files().flatMap((file) => snapshot.fileSymbols(file).map((symbol) => snapshot.symbol(symbol))),
  });
  const expected = withSnapshot(ledger, read);
  await ledger.close();
  const once = openSnapshot(directory, 1024);
  expect(read(once)).toEqual(expected);
  once.close();
});

test("the terms of a path have postings for all symbols of its file", () => {
  const ledger = temporaryLedger();
  refresh(ledger, REPOSITORY);
  withSnapshot(ledger, (snapshot) => {
    const { symbols, frequencies } = snapshot.postings(termHash("hash"));
    expect([...symbols].map((symbol) => snapshot.symbol(symbol).qualifiedName)).toEqual(["src/hash.ts", "hash"]);
    expect(fieldFrequency(frequencies[0]!, FieldIndex.Path)).toBe(1);
    expect(snapshot.length(symbols[0]!, FieldIndex.Path)).toBe(2);
  });
});

test("a symbol's id and kind can be read without its record", () => {
  const ledger = temporaryLedger();
  refresh(ledger, REPOSITORY);
  withSnapshot(ledger, (snapshot) => {
    const symbols = snapshot.files().flatMap((file) => snapshot.fileSymbols(file));
    expect(symbols.length).toBe(6);
    expect(symbols.map((symbol) => [snapshot.idParts(symbol), snapshot.kindOf(symbol)])).toEqual(
      symbols.map((symbol) => [symbolIdParts(snapshot.symbol(symbol).id), snapshot.symbol(symbol).kind]),
    );
  });
});

test("a ledger opened a second time reads the same", async () => {
  const directory = temporaryDirectory();
  const ledger = openLedger({ directory });
  refresh(ledger, REPOSITORY);
  const dump = dumpOf(ledger);
  await ledger.close();
  const reader = openLedger({ directory, mode: "read" });
  expect(dumpOf(reader)).toBe(dump);
  expect(reader.isReadOnly).toBe(true);
  await reader.close();
  expect(readFileSync(join(directory, ".gitignore"), "utf8")).toBe("*\n");
  expect(existsSync(join(directory, schemaDirectory(), "ledger", "data.mdb"))).toBe(true);
});

test("a refresh that finds no changes, or only changed stats, creates no version", () => {
  const ledger = temporaryLedger();
  refresh(ledger, REPOSITORY, { nowMs: 5_000 });
  expect(refresh(ledger, REPOSITORY, { nowMs: 6_000 })).toEqual({ version: "v5000", created: false });
  const update = ledger.beginUpdate();
  update.touchFile("src/hash.ts", { ...statOf("x"), mtimeMs: 9 });
  expect(update.commit({ nowMs: 7_000 })).toEqual({ version: "v5000", created: false });
  expect(withSnapshot(ledger, (snapshot) => snapshot.fileEntry("src/hash.ts")?.stat.mtimeMs)).toBe(9);
});

test("version records list the changes, and version ids ascend strictly", () => {
  const ledger = temporaryLedger();
  refresh(ledger, REPOSITORY, { nowMs: 5_000, commit: "abc" });
  const files = { ...REPOSITORY.files, "src/hash.ts": "hash function : other" };
  refresh(ledger, { ...REPOSITORY, files }, { nowMs: 4_000 });
  const [second, first] = [...ledger.versions()];
  expect([first?.id, first?.parent, first?.commit, first?.changes.map(({ path }) => path)]).toEqual([
    "v5000",
    undefined,
    "abc",
    [],
  ]);
  const hash = REPOSITORY.files["src/hash.ts"] ?? "";
  const change = { path: "src/hash.ts", before: factsKeyOf(hash), after: factsKeyOf(files["src/hash.ts"]) };
  expect([second?.id, second?.parent, second?.changes]).toEqual(["v5001", "v5000", [change]]);
  expect(ledger.version(second!.id)).toEqual(second);
  expect(() => ledger.version("v7" as never)).toThrow(expect.objectContaining({ code: "VERSION_NOT_FOUND" }));
});

test("a version's record contains the previous configuration texts and skip reasons", () => {
  const ledger = temporaryLedger();
  const skipped = [{ path: "big.js", reason: "minified" }];
  refresh(ledger, { ...REPOSITORY, configs: { "a.json": "{ ü }", "b.json": "" }, skipped });
  refresh(ledger, { ...REPOSITORY, configs: { "a.json": "[]", "c.json": "" }, skipped: [] });
  const [second] = [...ledger.versions()];
  expect(second?.configs).toEqual([
    { path: "a.json", before: "{ ü }" },
    { path: "b.json", before: "" },
    { path: "c.json", before: undefined },
  ]);
  expect(second?.skipped).toEqual([{ path: "big.js", before: "minified" }]);
});

test("a version in memory is readable until a newer version is published, then reports that it expired", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ledger = temporaryLedger();
  refresh(ledger, REPOSITORY);
  const old = materialise(ledger, { files: { "src/only.ts": "alone function : one" } }, parseVersionId("v3"));
  expect(old.files()).toEqual(["src/only.ts"]);
  expect(withSnapshot(ledger, (snapshot) => snapshot.symbolsNamed("alone"))).toEqual([]);
  expect(old.symbolsNamed("alone")).toHaveLength(1);
  refresh(ledger, { files: { "src/other.ts": "other function : two" } });
  expect(old.symbolsNamed("other")).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(() => old.derived()).toThrow(expect.objectContaining({ code: "VERSION_EXPIRED" }));
});

test("facts pages passed with the files are stored by the commit", () => {
  const one = temporaryLedger();
  const two = temporaryLedger();
  refresh(one, REPOSITORY);
  refresh(two, REPOSITORY, { inline: true, order: (paths) => paths.reverse() });
  expect(dumpOf(two)).toBe(dumpOf(one));
});
