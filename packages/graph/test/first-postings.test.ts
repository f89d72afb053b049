import { expect, test } from "vitest";
import type { LedgerUpdate } from "../src/index.js";
import { buildPostingsOfTask } from "../src/publish/first-postings.js";
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

/** Builds postings as another thread would: task and result are cloned. */
function layOut(update: LedgerUpdate): number {
  const task = structuredClone(update.postingsTask());
  if (task === undefined) return 0;
  update.setPostings(structuredClone(buildPostingsOfTask(task)));
  return task.inputs.length;
}

test.each([1, 2, 3])("postings of the first %i files built ahead equal those that the commit builds", (count) => {
  const laidOut: number[] = [];
  const dump = dumpAfter({
    afterPut: (update) => {
      if (laidOut.length < count) laidOut.push(layOut(update));
    },
  });
  expect(laidOut.at(-1)).toBe(count);
  expect(dump).toBe(dumpAfter({}));
});

test("postings built ahead are not used if one of their files was put again", () => {
  let first: (() => void) | undefined;
  const afterPut = (update: LedgerUpdate, again: () => void): void => {
    first ??= again;
    layOut(update);
    update.removeFile("src/auth.ts");
    first();
  };
  expect(dumpAfter({ afterPut })).toBe(dumpAfter({}));
});

test("no postings are built ahead for a later version or for few facts", () => {
  const ledger = temporaryLedger();
  refresh(ledger, { files: FILES }, { afterPut: (update) => expect(update.postingsTask(1e6)).toBeUndefined() });
  const files = { ...FILES, "src/more.ts": "more function : bytes" };
  refresh(ledger, { files }, { afterPut: (update) => expect(update.postingsTask()).toBeUndefined() });
  expect.assertions(4);
});
