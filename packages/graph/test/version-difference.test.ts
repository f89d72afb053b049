/** Versions in memory made by another process: accepted if they fit, refused after any publish; damage is reported. */
import { GraphError, parseVersionId, type VersionId } from "@sdl/model";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { canonicalDump, type Ledger, type LedgerSnapshot, openLedger } from "../src/index.js";
import { factsKeyOf, pageOf } from "./support/source.js";
import { materialised, refresh, type ToyRepository } from "./support/toy-indexer.js";
import { temporaryDirectory } from "./support/with-ledger.js";

const VERSION: VersionId = parseVersionId("v7");
const BASE: ToyRepository = {
  files: { "src/a.ts": "alone function : one", "src/b.ts": "other function : alone", "src/c.ts": "third function" },
};
const DRAFTED: ToyRepository = {
  files: {
    "src/a.ts": "alone function : two third",
    "src/b.ts": "other function : alone",
    "src/d.ts": "new function : other",
  },
};
const HELD = [DRAFTED.files["src/a.ts"]!, DRAFTED.files["src/d.ts"]!];

interface Processes {
  readonly one: Ledger;
  readonly other: Ledger;
}

/** Opens one ledger twice; the first one indexes. */
function processes(repository = BASE): Processes {
  const directory = temporaryDirectory();
  const one = openLedger({ directory });
  refresh(one, repository);
  const other = openLedger({ directory });
  onTestFinished(async () => {
    await one.close();
    await other.close();
  });
  return { one, other };
}

function dump(snapshot: LedgerSnapshot): string {
  return [...canonicalDump(snapshot)].join("\n");
}

/** Dump and encoded difference of a version that one process makes, without the pages of the texts `held`. */
function made(ledger: Ledger, repository: ToyRepository, held: readonly string[]) {
  const { snapshot, encode } = materialised(ledger, repository, VERSION);
  const difference = encode(new Set(held.map(factsKeyOf)));
  const text = dump(snapshot);
  snapshot.close();
  return { text, difference };
}

function pages(texts: readonly string[]): Map<string, Uint8Array> {
  return new Map(texts.map((text) => [factsKeyOf(text), pageOf(text)]));
}

describe("the encoded difference of a version in memory", () => {
  test.each([
    ["with its pages", []],
    ["without the pages that the receiver has", HELD],
  ])("gives another process the same version, %s", (_, held) => {
    const { one, other } = processes();
    const { text, difference = new Uint8Array() } = made(one, DRAFTED, held);
    const snapshot = other.snapshotWith(difference, pages(held), VERSION);
    expect(snapshot?.version).toBe(VERSION);
    expect(snapshot && dump(snapshot)).toBe(text);
    expect(text).toContain("src/d.ts");
    snapshot?.close();
    const latest = other.snapshot();
    expect(dump(latest)).not.toContain("src/d.ts");
    latest.close();
  });

  test("has the same bytes in every process", () => {
    const { one, other } = processes();
    expect(made(other, DRAFTED, HELD).difference).toEqual(made(one, DRAFTED, HELD).difference);
  });

  test("is absent if the version does not differ", () => {
    expect(made(processes().one, BASE, []).difference).toBeUndefined();
  });

  test("is refused after a publish", () => {
    const { one, other } = processes();
    const { difference = new Uint8Array() } = made(one, DRAFTED, HELD);
    refresh(one, { files: { ...BASE.files, "src/e.ts": "later function" } }, { nowMs: 2_000 });
    other.loadNewestState();
    expect(other.snapshotWith(difference, pages(HELD), VERSION)).toBeUndefined();
  });

  test("is refused by another ledger with the same number of publications", () => {
    const { difference = new Uint8Array() } = made(processes().one, DRAFTED, HELD);
    const directory = temporaryDirectory();
    const foreign = openLedger({ directory });
    onTestFinished(() => foreign.close());
    refresh(foreign, BASE, { nowMs: 5_000 });
    expect(foreign.snapshotWith(difference, pages(HELD), VERSION)).toBeUndefined();
  });

  test("is damage if it is cut off", () => {
    const { one, other } = processes();
    const { difference = new Uint8Array() } = made(one, DRAFTED, []);
    fc.assert(
      fc.property(fc.nat(difference.length - 1), (length) => {
        try {
          other.snapshotWith(difference.slice(0, length), new Map(), VERSION)?.close();
        } catch (error) {
          expect(error).toBeInstanceOf(GraphError);
          expect((error as GraphError).code).toBe("STORE_CORRUPT");
          return;
        }
        throw new Error(`${length} of ${difference.length} bytes were taken`);
      }),
    );
  });
});
