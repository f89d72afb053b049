/** Versions as parts: equal content gives equal parts, an edit changes few of them, and malicious parts do no harm. */
import { expect, test } from "vitest";
import type { Ledger } from "../../src/index.js";
import type { VersionParts } from "../../src/portable/version-parts.js";
import { seededDraw } from "../../src/testing/index.js";
import { refresh } from "../support/toy-indexer.js";
import { AUTH, COMMIT, errorOf, FULL, indexed, NOW, roundabout } from "../support/toy-versions.js";
import { dumpOf, temporaryLedger } from "../support/with-ledger.js";

async function imported(parts: VersionParts, into = temporaryLedger()): Promise<Ledger> {
  await into.importParts(parts, { nowMs: NOW + 1000 });
  return into;
}

const hex = (parts: VersionParts) =>
  Object.values(parts).flatMap((part: Uint8Array | readonly Uint8Array[]) =>
    part instanceof Uint8Array
      ? [Buffer.from(part).toString("hex")]
      : part.map((one) => Buffer.from(one).toString("hex")),
  );

test("an imported version equals the exported one, with its commit", async () => {
  const ledger = indexed(FULL);
  const copy = await imported(await ledger.exportParts(COMMIT));
  expect(dumpOf(copy)).toBe(dumpOf(ledger));
  expect(copy.latestVersion()).toMatchObject({ id: `v${NOW + 1000}`, seq: 1, commit: COMMIT });
});

test("parts depend on the content alone", async () => {
  const parts = hex(await indexed(FULL).exportParts(COMMIT));
  const around = roundabout();
  expect(hex(await around.exportParts(COMMIT))).toEqual(parts);
  expect(hex(await (await imported(await around.exportParts(COMMIT))).exportParts(COMMIT))).toEqual(parts);
});

test("an edit changes the parts of the edited file and of those whose links changed, though all handles move", async () => {
  const before = new Set(hex(await indexed(FULL).exportParts(COMMIT)));
  const edited = `first function\n${AUTH}`;
  const after = await indexed({
    ...FULL,
    files: { ...FULL.files, "a.ts": "alone function", "src/auth.ts": edited },
  }).exportParts(COMMIT);
  const changed = after.files.filter((part) => !before.has(Buffer.from(part).toString("hex")));
  const paths = changed.map((part) => Buffer.from(part).toString("latin1", 1, 1 + (part[0] ?? 0)));
  expect(paths).toEqual(["a.ts", "src/auth.ts", "src/hash.ts", "test/hash.test.ts"]);
  expect(after.facts.filter((part) => !before.has(Buffer.from(part).toString("hex"))).length).toBe(2);
});

test("an import over an existing index replaces all of its content, and the next refresh is incremental", async () => {
  const old = { ...FULL, files: { ...FULL.files, "old.ts": "old function -> hash" }, configs: { "old.json": "{}" } };
  const copy = await imported(await indexed(FULL).exportParts(COMMIT), indexed(old));
  expect(dumpOf(copy)).toBe(dumpOf(indexed(FULL)));
  const next = { ...FULL, files: { ...FULL.files, "src/new.ts": "fresh function -> hash" } };
  refresh(copy, next, { nowMs: NOW + 2000 });
  expect(dumpOf(copy)).toBe(dumpOf(indexed(next)));
});

test("parts of another format are refused by age", async () => {
  const parts = await indexed(FULL).exportParts(COMMIT);
  const head = Uint8Array.from(parts.head);
  head[0] = 99;
  await expect(imported({ ...parts, head })).rejects.toMatchObject({
    code: "SCHEMA_MISMATCH",
    message: expect.stringContaining("newer formats"),
  });
});

test("missing facts, foreign paths and links without ends are refused", async () => {
  const parts = await indexed(FULL).exportParts(COMMIT);
  const { files, facts } = parts;
  const outside = Buffer.from(files[0] as Uint8Array);
  outside.write("../", 1, "latin1");
  const cases: Partial<VersionParts>[] = [
    { facts: facts.slice(1) },
    { files: files.slice(1) },
    { files: [files[0] as Uint8Array, ...files] },
    { files: [outside, ...files.slice(1)] },
    { inputs: [] },
    { facts: [...facts.slice(1), (facts[0] as Uint8Array).subarray(0, 20)] },
  ];
  for (const change of cases)
    await expect(imported({ ...parts, ...change })).rejects.toMatchObject({ code: "INVALID_FILE" });
});

test("damaged parts are refused, or give an index that is read with errors at most", async () => {
  const parts = await indexed(FULL).exportParts(COMMIT);
  const draw = seededDraw(29);
  let refused = 0;
  for (let round = 0; round < 100; round++) {
    const name = (["head", "files", "inputs", "facts"] as const)[draw(4)] ?? "files";
    const list = name === "head" ? [parts.head] : [...parts[name]];
    const at = draw(list.length);
    const damaged = Uint8Array.from(list[at] as Uint8Array);
    damaged[draw(damaged.length)] = draw(256);
    list[at] = damaged;
    const ledger = temporaryLedger();
    const error = await errorOf(() => imported({ ...parts, [name]: name === "head" ? damaged : list }, ledger));
    if (error !== undefined) {
      expect(error).toMatchObject({ code: expect.stringMatching(/^(INVALID_FILE|SCHEMA_MISMATCH)$/) });
      expect(ledger.latestVersion()).toBeUndefined();
      refused++;
    } else {
      const found = await errorOf(() => dumpOf(ledger));
      if (found !== undefined)
        expect(found).toMatchObject({ code: expect.stringMatching(/STORE_CORRUPT|INVALID_PAGE/) });
    }
    await ledger.close();
  }
  expect(refused).toBeGreaterThan(20);
});
