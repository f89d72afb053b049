import { expect, test } from "vitest";
import type { LedgerUpdate } from "../src/index.js";
import { layOutTask } from "../src/publish/first-postings.js";
import { type RefreshOptions, refresh } from "./support/toy-indexer.js";
import { dumpOf, temporaryLedger } from "./support/with-ledger.js";

const FILES = {
  "src/auth.ts": "authenticate function : token check token -> hash\nUser class\nsave method in User -> authenticate",
  "src/hash.ts": "hash function : digest bytes round salt token",
  "src/token.ts": "token function : check bytes",
};

function dumpAfter(options: RefreshOptions): string {
  const ledger = temporaryLedger();
  refresh(ledger, { files: FILES }, options);
  return dumpOf(ledger);
}

/** As a thread would: task and answer are sent. */
function layOut(update: LedgerUpdate): number {
  const task = structuredClone(update.postingsTask());
  if (task === undefined) return 0;
  update.setPostings(structuredClone(layOutTask(task)));
  return task.inputs.length;
}

test.each([1, 2, 3])("postings of the first %i files, laid out ahead, are those that the commit lays out", (count) => {
  const laidOut: number[] = [];
  const dump = dumpAfter({
    afterPut: (update) => {
      if (laidOut.length < count) laidOut.push(layOut(update));
    },
  });
  expect(laidOut.at(-1)).toBe(count);
  expect(dump).toBe(dumpAfter({}));
});

test("what was laid out is not used once one of its files was put again", () => {
  let first: (() => void) | undefined;
  const afterPut = (update: LedgerUpdate, again: () => void): void => {
    first ??= again;
    layOut(update);
    update.removeFile("src/auth.ts");
    first();
  };
  expect(dumpAfter({ afterPut })).toBe(dumpAfter({}));
});

test("a later version has nothing to lay out ahead, and too few facts are not worth it", () => {
  const ledger = temporaryLedger();
  refresh(ledger, { files: FILES }, { afterPut: (update) => expect(update.postingsTask(1e6)).toBeUndefined() });
  const files = { ...FILES, "src/more.ts": "more function : bytes" };
  refresh(ledger, { files }, { afterPut: (update) => expect(update.postingsTask()).toBeUndefined() });
  expect.assertions(4);
});
