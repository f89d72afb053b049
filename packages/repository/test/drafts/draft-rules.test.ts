/** Which drafts count: by time, by what became of their editor and of their file. */
import type { DraftHead } from "@sdl/graph";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DRAFT_LIFE_MS, type DraftSurroundings, hasExpired, winners } from "../../src/drafts/draft-rules.js";

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

test("a draft expires when its editor was not heard of for longer than a draft's life, whoever lives", () => {
  for (const holder of [ALIVE, DEAD]) {
    const head = headOf({ renewedMs: NOW - DRAFT_LIFE_MS, holder });
    expect(hasExpired(head, surroundings(undefined))).toBe(false);
    expect(hasExpired(head, surroundings(undefined, NOW + 1))).toBe(true);
  }
});

test("a dirty draft outlives its process until the file on disk is newer, and outlives that while the process lives", () => {
  const older = surroundings(NOW - 1001);
  const newer = surroundings(NOW - 999);
  expect([older, newer].map((disk) => hasExpired(headOf({ holder: ALIVE }), disk))).toEqual([false, false]);
  expect([older, newer].map((disk) => hasExpired(headOf({ holder: DEAD }), disk))).toEqual([false, true]);
});

test("a draft of a file that is not on disk does not expire by the disk", () => {
  expect(hasExpired(headOf({ holder: DEAD }), surroundings(undefined))).toBe(false);
  expect(hasExpired(headOf({ holder: DEAD, isDirty: false }), surroundings(undefined))).toBe(false);
});

test("a saved draft counts until the disk goes on, though its process lives", () => {
  const saved = headOf({ isDirty: false });
  expect(hasExpired(saved, surroundings(NOW - 1000))).toBe(false);
  expect(hasExpired(saved, surroundings(NOW - 999))).toBe(true);
});

test("editors tell times in milliseconds: a file that was written in the same one is not newer", () => {
  const saved = headOf({ isDirty: false, timestampMs: NOW });
  expect(hasExpired(saved, surroundings(NOW + 0.7))).toBe(false);
  expect(hasExpired(saved, surroundings(NOW + 1))).toBe(true);
});

test("one draft a file counts: the latest, and of equal times the source that sorts last", () => {
  const heads = [
    headOf({ source: "b", timestampMs: 5, version: 9 }),
    headOf({ source: "a", timestampMs: 6, version: 1 }),
    headOf({ path: "b.ts", source: "a", timestampMs: 7 }),
    headOf({ path: "b.ts", source: "c", timestampMs: 7 }),
    headOf({ path: "b.ts", source: "b", timestampMs: 7 }),
  ];
  expect([...winners(heads)].map(([path, { source }]) => `${path} ${source}`)).toEqual(["a.ts a", "b.ts c"]);
  expect(winners([]).size).toBe(0);
});

test("the same drafts count in whichever order they are read", () => {
  const head = fc
    .record({ path: fc.constantFrom("a", "b", "c"), source: fc.constantFrom("x", "y", "z"), timestampMs: fc.nat(3) })
    .map((more) => headOf(more));
  const heads = fc.uniqueArray(head, { selector: ({ path, source }) => `${path} ${source}` });
  const shuffled = heads.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  );
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      const found = winners(one);
      expect(new Map(winners(other))).toEqual(new Map(found));
      expect(new Set(found.keys())).toEqual(new Set(one.map(({ path }) => path)));
      for (const { path, timestampMs } of one) expect(found.get(path)?.timestampMs).toBeGreaterThanOrEqual(timestampMs);
    }),
  );
});
