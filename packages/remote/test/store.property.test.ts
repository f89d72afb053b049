/** Any sequence of calls, compared with a store that is a few maps: on every kind of place, by seed. */
import fc from "fast-check";
import { describe, expect, test as vitestTest } from "vitest";
import { encodeManifest, type Page, type PageId, pageOf, type RemoteStore } from "../src/index.js";
import { openAt, type Place, textPage } from "./support/place.js";
import { placeKinds } from "./support/places.js";

const HOUR_MS = 3_600_000;
/** Never a sum of whole hours, so that the time that calls take makes no difference. */
const GRACE_MS = 24.5 * HOUR_MS;
const REPOSITORY = "team/app";
const HEADS = ["branch/a", "branch/b", "commit/c"];

/** Pages, and versions made of them. The manifest of a version is a page as well. */
const PAGES = Array.from({ length: 6 }, (_, i) => textPage(`page ${i} ${"text ".repeat(i * 50)}`));
const LISTS = [[], [0], [0, 1], [2, 3, 4], [4, 5]].map((list) => list.map((i) => PAGES[i]!.id));
const MANIFESTS = LISTS.map((list) => pageOf(encodeManifest(list)));
const ALL: readonly Page[] = [...PAGES, ...MANIFESTS];

/** What a store should hold. Times are in milliseconds since the start of the run. */
class Model {
  readonly pages = new Map<PageId, { putMs: number; isDamaged: boolean; isMarked: boolean }>();
  readonly heads = new Map<string, PageId>();
  private replaced: { readonly manifest: PageId; readonly atMs: number }[] = [];
  nowMs = 0;

  isPresent(id: PageId): boolean {
    return this.pages.get(id)?.isMarked === false;
  }

  missing(ids: readonly PageId[]): PageId[] {
    const missing = ids.filter((id) => !this.isPresent(id));
    for (const id of ids) if (this.isPresent(id)) this.pages.get(id)!.putMs = this.nowMs;
    return missing;
  }

  put(ids: readonly PageId[]): void {
    for (const id of ids) this.pages.set(id, { putMs: this.nowMs, isDamaged: false, isMarked: false });
  }

  /** Whether the pages can be read; marks the first that is damaged. */
  read(ids: readonly PageId[]): boolean {
    const bad = ids.find((id) => this.pages.get(id)?.isDamaged !== false);
    const page = bad === undefined ? undefined : this.pages.get(bad);
    if (page !== undefined) page.isMarked = true;
    return bad === undefined;
  }

  swap(name: string, expected: PageId | undefined, manifest: PageId | undefined): boolean | "refused" {
    if (manifest !== undefined) {
      if (this.missing([manifest]).length > 0 || !this.read([manifest])) return "refused";
      if (this.missing(LISTS[MANIFESTS.findIndex(({ id }) => id === manifest)]!).length > 0) return "refused";
    }
    const before = this.heads.get(name);
    if (before !== expected) return false;
    if (before !== undefined) this.replaced.push({ manifest: before, atMs: this.nowMs });
    if (manifest === undefined) this.heads.delete(name);
    else this.heads.set(name, manifest);
    return true;
  }

  /** Number of removed pages. */
  collect(): number | "refused" {
    const limitMs = this.nowMs - GRACE_MS;
    this.replaced = this.replaced.filter(({ atMs }) => atMs >= limitMs);
    const manifests = new Set([...this.heads.values(), ...this.replaced.map(({ manifest }) => manifest)]);
    if ([...manifests].some((id) => this.pages.get(id)?.isDamaged !== false)) return "refused";
    const reached = new Set(
      [...manifests].flatMap((id) => [id, ...LISTS[MANIFESTS.findIndex((one) => one.id === id)]!]),
    );
    const old = [...this.pages].filter(([id, { putMs }]) => !reached.has(id) && putMs < limitMs);
    for (const [id] of old) this.pages.delete(id);
    return old.length;
  }
}

const someIds = fc.uniqueArray(fc.constantFrom(...ALL.map(({ id }) => id)), { maxLength: 6 });
const manifestOrNone = fc.option(fc.constantFrom(...MANIFESTS.map(({ id }) => id)), { nil: undefined });
const calls = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ call: fc.constant("put" as const), ids: someIds }) },
    { weight: 2, arbitrary: fc.record({ call: fc.constant("missing" as const), ids: someIds }) },
    { weight: 2, arbitrary: fc.record({ call: fc.constant("read" as const), ids: someIds }) },
    {
      weight: 5,
      arbitrary: fc.record({
        call: fc.constant("swap" as const),
        name: fc.constantFrom(...HEADS),
        isExpected: fc.boolean(),
        guess: manifestOrNone,
        manifest: manifestOrNone,
      }),
    },
    { weight: 2, arbitrary: fc.record({ call: fc.constant("age" as const), hours: fc.integer({ min: 1, max: 30 }) }) },
    { weight: 2, arbitrary: fc.record({ call: fc.constant("collect" as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ call: fc.constant("damage" as const), id: fc.constantFrom(...ALL.map(({ id }) => id)) }),
    },
  ),
  { minLength: 10, maxLength: 30 },
);
type Call = typeof calls extends fc.Arbitrary<(infer One)[]> ? One : never;

/** The answer, or `refused` for an error of the package about pages. */
async function answerOf<T>(answer: Promise<T>): Promise<T | "refused"> {
  return answer.catch((error: { code?: string }) => {
    if (error.code === "remote_damaged" || error.code === "remote_conflict") return "refused";
    throw error;
  });
}

async function check(place: Place, store: RemoteStore, model: Model, one: Call): Promise<void> {
  switch (one.call) {
    case "put":
      await store.putPages(ALL.filter(({ id }) => one.ids.includes(id)));
      return model.put(one.ids);
    case "missing":
      return expect(await store.missingPages(one.ids)).toEqual(model.missing(one.ids));
    case "read": {
      const read = await answerOf(store.readPages(one.ids).then(({ size }) => size === one.ids.length));
      return expect(read).toBe(model.read(one.ids) || "refused");
    }
    case "swap": {
      const expected = one.isExpected ? model.heads.get(one.name) : one.guess;
      const moved = await answerOf(store.swapHead(REPOSITORY, one.name, expected, one.manifest));
      return expect(moved).toBe(model.swap(one.name, expected, one.manifest));
    }
    case "age":
      await place.age(one.hours * HOUR_MS);
      model.nowMs += one.hours * HOUR_MS;
      return;
    case "collect": {
      const removed = await answerOf(
        store.collectPages({ graceMs: GRACE_MS }).then(({ removedPages }) => removedPages),
      );
      return expect(removed).toBe(model.collect());
    }
    case "damage":
      if (model.pages.get(one.id)?.isDamaged !== false) return;
      await place.damagePage(one.id);
      model.pages.get(one.id)!.isDamaged = true;
  }
}

describe.each(placeKinds())("$name", ({ make, skipped }) => {
  vitestTest.skipIf(skipped !== "")("any sequence of calls answers as the model does", async () => {
    const runs = process.env["SDL_LONG"] === undefined ? 15 : 500;
    const property = fc.asyncProperty(calls, async (list) => {
      const where = await make();
      const store = await openAt(where);
      const model = new Model();
      for (const one of list) await check(where, store, model, one);
      const heads = await store.listHeads(REPOSITORY);
      expect(heads.map(({ name, manifest }) => [name, manifest])).toEqual([...model.heads].sort());
    });
    await fc.assert(property, { numRuns: runs });
  });
});
