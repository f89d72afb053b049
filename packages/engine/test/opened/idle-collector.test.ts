/** Tests of the times of garbage collections: after calls that left garbage; and of compactions: after a longer idle time, if pages are empty. */
import { expect, onTestFinished, test, vi } from "vitest";
import { type HeapSizes, IdleCollector } from "../../src/opened/idle-collector.js";

const REST_MS = 20;
const REST = { collectAfterMs: REST_MS, compactAfterMs: 3 * REST_MS, lookAgainAfterMs: 2 * REST_MS };
const MEGABYTE = 1024 * 1024;

/** A heap in which each call leaves garbage. */
class CountedHeap implements HeapSizes {
  collections = 0;
  compactions = 0;
  garbage = 0;
  empty = 0;
  youngRoom = 0;
  /** Number of compactions that do not release the space for young objects. */
  stubborn = 0;

  usedBytes(): number {
    return 50 * MEGABYTE + this.garbage;
  }

  emptyBytes(): number {
    return 15 * MEGABYTE + this.empty;
  }

  youngRoomBytes(): number {
    return this.youngRoom;
  }

  collect(): void {
    this.collections++;
    this.empty += this.garbage;
    this.garbage = 0;
  }

  compact(): void {
    this.compactions++;
    this.garbage = 0;
    this.empty = 0;
    if (this.compactions > this.stubborn) this.youngRoom = 0;
  }

  async call(megabytes: number): Promise<void> {
    this.garbage += megabytes * MEGABYTE;
  }
}

/** A collector whose time is the test's: {@link pass} lets it go by. */
function startCollector(heap: CountedHeap): IdleCollector {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return new IdleCollector(heap, REST);
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

test("collects once after calls that left much garbage, not after those that left little", async () => {
  const heap = new CountedHeap();
  const rest = startCollector(heap);
  await rest.runCall(() => heap.call(100));
  await rest.runCall(() => heap.call(100));
  expect(heap.collections, "no collection between calls that follow each other").toBe(0);
  await pass(REST_MS);
  expect(heap.collections).toBe(1);
  await rest.runCall(() => heap.call(10));
  await pass(5 * REST_MS);
  expect(heap.collections, "ten megabytes are left alone").toBe(1);
  await rest.runCall(() => heap.call(30));
  await pass(REST_MS);
  expect(heap.collections).toBe(2);
});

test("waits for the last of several calls, also for failing ones", async () => {
  const heap = new CountedHeap();
  const rest = startCollector(heap);
  let finish: () => void = () => undefined;
  const long = rest.runCall(() => new Promise<void>((resolve) => (finish = resolve)));
  await expect(
    rest.runCall(async () => {
      await heap.call(100);
      throw new Error("failed");
    }),
  ).rejects.toThrow("failed");
  await pass(5 * REST_MS);
  expect(heap.collections).toBe(0);
  finish();
  await long;
  await pass(REST_MS);
  expect(heap.collections).toBe(1);
});

test("compacts after a longer idle time if collections left empty pages", async () => {
  const heap = new CountedHeap();
  const rest = startCollector(heap);
  await rest.runCall(() => heap.call(100));
  await pass(REST_MS);
  expect(heap.collections).toBe(1);
  expect(heap.compactions, "a compaction waits longer than a collection").toBe(0);
  await pass(2 * REST_MS);
  expect(heap.compactions).toBe(1);
  expect(heap.emptyBytes()).toBe(15 * MEGABYTE);
  await rest.runCall(() => heap.call(7));
  await pass(8 * REST_MS);
  expect(heap.compactions, "room that stays after a compaction is no reason for another").toBe(1);
});

test("compacts again if a compaction left more empty space than there is later", async () => {
  const heap = new CountedHeap();
  const rest = startCollector(heap);
  heap.compact = () => {
    heap.compactions++;
    heap.garbage = 0;
    // Pages that a background thread frees are still counted at first.
    heap.empty = heap.compactions === 1 ? 40 * MEGABYTE : 0;
  };
  await rest.runCall(() => heap.call(100));
  await pass(3 * REST_MS);
  expect(heap.compactions).toBe(1);
  heap.empty = 0;
  await pass(4 * REST_MS);
  heap.empty = 20 * MEGABYTE;
  await pass(2 * REST_MS);
  expect(heap.compactions).toBe(2);
});

test("checks again while idle, because refreshes leave garbage too", async () => {
  const heap = new CountedHeap();
  const rest = startCollector(heap);
  await rest.runCall(() => heap.call(100));
  await pass(3 * REST_MS);
  expect(heap.compactions).toBe(1);
  heap.garbage = 10 * MEGABYTE;
  await pass(2 * REST_MS);
  expect(heap.compactions).toBe(2);
  expect(heap.garbage).toBe(0);
});

test("a call prevents a compaction", async () => {
  const heap = new CountedHeap();
  const rest = startCollector(heap);
  await rest.runCall(() => heap.call(100));
  await pass(REST_MS);
  expect(heap.collections).toBe(1);
  let finish: () => void = () => undefined;
  const long = rest.runCall(() => new Promise<void>((resolve) => (finish = resolve)));
  await pass(8 * REST_MS);
  expect(heap.compactions).toBe(0);
  finish();
  await long;
  await pass(3 * REST_MS);
  expect(heap.compactions).toBe(1);
});

test("collects the heap of this process", async () => {
  let isCollected = false;
  const registry = new FinalizationRegistry(() => {
    isCollected = true;
  });
  const rest = new IdleCollector(undefined, REST);
  await rest.runCall(async () => registry.register(new Array(8_000_000).fill(1.5), "garbage"));
  await expect.poll(() => isCollected, { timeout: 30_000 }).toBe(true);
});

test("compacts the heap of this process: sparsely used pages are released", async () => {
  const kept: object[] = [];
  const rest = new IdleCollector(undefined, REST);
  let fullBytes = 0;
  await rest.runCall(async () => {
    const scattered = Array.from({ length: 400_000 }, (_, i) => ({ text: `${i}`, list: new Array(16).fill(i) }));
    for (let i = 0; i < scattered.length; i += 10) kept.push(scattered[i] as object);
    fullBytes = process.memoryUsage().heapTotal;
  });
  await expect
    .poll(() => fullBytes - process.memoryUsage().heapTotal, { timeout: 30_000 })
    .toBeGreaterThan(50 * MEGABYTE);
  expect(kept).toHaveLength(40_000);
});

test("compacts again while space for young objects is kept, a limited number of times per idle period", async () => {
  const heap = new CountedHeap();
  const rest = startCollector(heap);
  heap.youngRoom = 16 * MEGABYTE;
  heap.stubborn = 1;
  await rest.runCall(() => heap.call(0));
  await pass(5 * REST_MS);
  expect(heap.youngRoom).toBe(0);
  expect(heap.compactions).toBe(2);
  heap.youngRoom = 16 * MEGABYTE;
  heap.stubborn = Number.POSITIVE_INFINITY;
  await rest.runCall(() => heap.call(0));
  await pass(20 * REST_MS);
  expect(heap.compactions, "three tries").toBe(5);
  heap.youngRoom = 3 * MEGABYTE;
  await rest.runCall(() => heap.call(0));
  await pass(5 * REST_MS);
  expect(heap.compactions, "little is left alone").toBe(5);
});
