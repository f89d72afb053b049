/** Rules for which drafts count: by time, by the state of their editor and of their file. */
import type { DraftHead } from "@sdl/graph";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DRAFT_LIFE_MS, type DraftSurroundings, hasExpired, latestPerFile } from "../../src/drafts/draft-rules.js";

const NOW = 1_800_000_000_000;
const ALIVE = "alive";
const DEAD = "dead";

function headOf(more: Partial<DraftHead> = {}): DraftHead {
  return {
    ...{ path: "a.ts", source: "editor", version: 1, timestampMs: NOW - 1000, renewedMs: NOW - 500 },
    ...{ isDirty: true, holder: ALIVE, textId: 1, firstTextId: 1 },
    ...more,
  };
}

function surroundings(writtenMs: number | undefined, nowMs = NOW): DraftSurroundings {
  return { nowMs, isAlive: (holder) => holder === ALIVE, writtenMs: (path) => (path === "a.ts" ? writtenMs : nowMs) };
}

test("a draft expires when its editor was silent for longer than a draft's life, even if its process is alive", () => {
  for (const holder of [ALIVE, DEAD]) {
    const head = headOf({ renewedMs: NOW - DRAFT_LIFE_MS, holder });
    expect(hasExpired(head, surroundings(undefined))).toBe(false);
    expect(hasExpired(head, surroundings(undefined, NOW + 1))).toBe(true);
  }
});

test("a dirty draft of a dead process counts until the file on disk is newer; of a live process it always counts", () => {
  const older = surroundings(NOW - 1001);
  const newer = surroundings(NOW - 999);
  expect([older, newer].map((disk) => hasExpired(headOf({ holder: ALIVE }), disk))).toEqual([false, false]);
  expect([older, newer].map((disk) => hasExpired(headOf({ holder: DEAD }), disk))).toEqual([false, true]);
});

test("a draft of a file that is not on disk does not expire because of the disk", () => {
  expect(hasExpired(headOf({ holder: DEAD }), surroundings(undefined))).toBe(false);
  expect(hasExpired(headOf({ holder: DEAD, isDirty: false }), surroundings(undefined))).toBe(false);
});

test("a saved draft counts until the disk has newer content, even if its process is alive", () => {
  const saved = headOf({ isDirty: false });
  expect(hasExpired(saved, surroundings(NOW - 1000))).toBe(false);
  expect(hasExpired(saved, surroundings(NOW - 999))).toBe(true);
});

test("a file written in the same millisecond as the draft is not newer", () => {
  const saved = headOf({ isDirty: false, timestampMs: NOW });
  expect(hasExpired(saved, surroundings(NOW + 0.7))).toBe(false);
  expect(hasExpired(saved, surroundings(NOW + 1))).toBe(true);
});

test("one draft per file counts: the latest, and on equal times the source that sorts last", () => {
  const heads = [
    headOf({ source: "b", timestampMs: 5, version: 9 }),
    headOf({ source: "a", timestampMs: 6, version: 1 }),
    headOf({ path: "b.ts", source: "a", timestampMs: 7 }),
    headOf({ path: "b.ts", source: "c", timestampMs: 7 }),
    headOf({ path: "b.ts", source: "b", timestampMs: 7 }),
  ];
  expect([...latestPerFile(heads)].map(([path, { source }]) => `${path} ${source}`)).toEqual(["a.ts a", "b.ts c"]);
  expect(latestPerFile([]).size).toBe(0);
});

test("the same drafts count in any order of reading", () => {
  const head = fc
    .record({ path: fc.constantFrom("a", "b", "c"), source: fc.constantFrom("x", "y", "z"), timestampMs: fc.nat(3) })
    .map((more) => headOf(more));
  const heads = fc.uniqueArray(head, { selector: ({ path, source }) => `${path} ${source}` });
  const shuffled = heads.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  );
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      const found = latestPerFile(one);
      expect(new Map(latestPerFile(other))).toEqual(new Map(found));
      expect(new Set(found.keys())).toEqual(new Set(one.map(({ path }) => path)));
      for (const { path, timestampMs } of one) expect(found.get(path)?.timestampMs).toBeGreaterThanOrEqual(timestampMs);
    }),
  );
});
