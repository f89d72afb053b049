/** When a server collects: in the pause after calls, where calls left garbage. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Heap, RestCollector } from "../src/rest-collector.js";

const REST_MS = 20;
const MEGABYTE = 1024 * 1024;

/** A heap in which a call leaves garbage. */
class CountedHeap implements Heap {
  collections = 0;
  garbage = 0;

  usedBytes(): number {
    return 50 * MEGABYTE + this.garbage;
  }

  collect(): void {
    this.collections++;
    this.garbage = 0;
  }

  async call(megabytes: number): Promise<void> {
    this.garbage += megabytes * MEGABYTE;
  }
}

test("collects once after calls that left garbage, not after those that left little", async () => {
  const heap = new CountedHeap();
  const rest = new RestCollector(heap, REST_MS);
  await rest.during(() => heap.call(100));
  await rest.during(() => heap.call(100));
  expect(heap.collections, "no collection between calls that follow each other").toBe(0);
  await expect.poll(() => heap.collections).toBe(1);
  await rest.during(() => heap.call(10));
  await sleep(5 * REST_MS);
  expect(heap.collections, "ten megabytes are left alone").toBe(1);
  await rest.during(() => heap.call(30));
  await expect.poll(() => heap.collections).toBe(2);
});

test("waits for the last of several calls, and for those that fail", async () => {
  const heap = new CountedHeap();
  const rest = new RestCollector(heap, REST_MS);
  let finish: () => void = () => undefined;
  const long = rest.during(() => new Promise<void>((resolve) => (finish = resolve)));
  await expect(
    rest.during(async () => {
      await heap.call(100);
      throw new Error("failed");
    }),
  ).rejects.toThrow("failed");
  await sleep(5 * REST_MS);
  expect(heap.collections).toBe(0);
  finish();
  await long;
  await expect.poll(() => heap.collections).toBe(1);
});

test("collects the heap of this process", async () => {
  let isCollected = false;
  const registry = new FinalizationRegistry(() => {
    isCollected = true;
  });
  const rest = new RestCollector(undefined, REST_MS);
  await rest.during(async () => registry.register(new Array(8_000_000).fill(1.5), "garbage"));
  await expect.poll(() => isCollected, { timeout: 10_000 }).toBe(true);
});
