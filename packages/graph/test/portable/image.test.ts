/** Images: a ledger that begins with one equals the exporting ledger, layers included, and malicious images do no harm. */
import { expect, test } from "vitest";
import { deriveSnapshot } from "../../src/derive/index.js";
import { derivedDump, type Ledger, type VersionImage } from "../../src/index.js";
import { seededDraw } from "../../src/testing/index.js";
import { refresh, type ToyRepository } from "../support/toy-indexer.js";
import { AUTH, COMMIT, errorOf, FULL, indexed, NOW, roundabout } from "../support/toy-versions.js";
import { dumpOf, temporaryLedger, withSnapshot } from "../support/with-ledger.js";

const EDITED: ToyRepository = {
  ...FULL,
  files: {
    "a.ts": "alone function -> hash",
    "src/auth.ts": `first function\n${AUTH}`,
    "src/hash.ts": FULL.files["src/hash.ts"] as string,
    "test/hash.test.ts": FULL.files["test/hash.test.ts"] as string,
  },
  configs: { "tsconfig.json": "[]" },
};

function derived(ledger: Ledger): Ledger {
  ledger.derived.putDerived(withSnapshot(ledger, (snapshot) => deriveSnapshot(snapshot)));
  return ledger;
}

function wholeDump(ledger: Ledger): string {
  return `${dumpOf(ledger)}${withSnapshot(ledger, (snapshot) => [...derivedDump(snapshot)].join("\n"))}`;
}

async function imageOf(ledger: Ledger): Promise<VersionImage> {
  const { head, facts } = await ledger.exportParts(COMMIT);
  return { head, facts, records: await ledger.exportImage(COMMIT) };
}

async function begunWith(image: VersionImage, ledger = temporaryLedger()): Promise<Ledger> {
  await ledger.importImage(image, { nowMs: NOW + 1000 });
  return ledger;
}

test("a ledger that begins with an image equals the exporting one, including its derived layers", async () => {
  const ledger = derived(indexed(FULL));
  const copy = await begunWith(await imageOf(ledger));
  expect(wholeDump(copy)).toBe(wholeDump(ledger));
  expect(copy.latestVersion()).toMatchObject({ id: `v${NOW + 1000}`, seq: 1, commit: COMMIT });
  refresh(copy, EDITED, { nowMs: NOW + 2000 });
  expect(dumpOf(copy)).toBe(dumpOf(indexed(EDITED)));
});

test("an image depends on the content and its layers alone", async () => {
  const { records } = await imageOf(derived(indexed(FULL)));
  expect(Buffer.compare(records, (await imageOf(derived(roundabout()))).records)).toBe(0);
});

/** The parts of `to` that `from` does not have, and those of files that it has otherwise. */
async function differenceOf(from: Ledger, to: Ledger) {
  const [before, after] = [await from.exportParts(COMMIT), await to.exportParts(COMMIT)];
  const lacking = (parts: readonly Uint8Array[], others: readonly Uint8Array[]) => {
    const known = new Set(others.map((part) => Buffer.from(part).toString("hex")));
    return parts.filter((part) => !known.has(Buffer.from(part).toString("hex")));
  };
  const [files, facts] = [lacking(after.files, before.files), lacking(after.facts, before.facts)];
  return { parts: { ...after, files, facts }, replaced: lacking(before.files, after.files) };
}

test("a version is published over another's image by the parts in which they differ", async () => {
  const [from, to] = [indexed(FULL), indexed(EDITED)];
  for (const [one, other] of [
    [from, to],
    [to, from],
  ] as const) {
    const copy = await begunWith(await imageOf(one));
    const { parts, replaced } = await differenceOf(one, other);
    await copy.importParts(parts, { nowMs: NOW + 2000, replaced });
    expect(dumpOf(copy)).toBe(dumpOf(other));
  }
});

test("a difference is refused if it does not fit the version that it is over", async () => {
  const { parts, replaced } = await differenceOf(indexed(FULL), indexed(EDITED));
  const copy = await begunWith(await imageOf(indexed({ files: { "z.ts": "z function" } })));
  await expect(copy.importParts(parts, { nowMs: NOW + 2000, replaced })).rejects.toMatchObject({
    code: "INVALID_FILE",
  });
});

test("an image of another version than its head says, or whose facts are missing, is refused", async () => {
  const image = await imageOf(indexed(FULL));
  const { head } = await indexed(FULL).exportParts("d".repeat(40));
  for (const change of [{ head }, { facts: image.facts.slice(1) }, { records: image.records.subarray(0, 500) }])
    await expect(begunWith({ ...image, ...change })).rejects.toMatchObject({ code: "INVALID_FILE" });
});

test("damaged images are refused, or give an index that is read with errors at most", async () => {
  const image = await imageOf(derived(indexed(FULL)));
  const draw = seededDraw(31);
  let refused = 0;
  for (let round = 0; round < 100; round++) {
    const records = Uint8Array.from(image.records);
    records[draw(records.length)] = draw(256);
    const ledger = temporaryLedger();
    const error = await errorOf(() => begunWith({ ...image, records }, ledger));
    if (error !== undefined) {
      expect(error).toMatchObject({ code: "INVALID_FILE" });
      expect(ledger.latestVersion()).toBeUndefined();
      refused++;
    } else {
      const found = await errorOf(() => wholeDump(ledger));
      if (found !== undefined)
        expect(found).toMatchObject({ code: expect.stringMatching(/STORE_CORRUPT|INVALID_PAGE/) });
    }
    await ledger.close();
  }
  expect(refused).toBeGreaterThan(20);
});
