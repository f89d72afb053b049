/** When drafts are read: the first text at once, followers together, each draft for itself. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ParseQueue } from "../../src/drafts/parse-queue.js";

const DELAY_MS = 75;

let startMs: number;
beforeEach(() => {
  vi.useFakeTimers();
  startMs = performance.now();
});
afterEach(() => {
  vi.useRealTimers();
});

class Scene {
  readonly reads: string[] = [];
  /** Newest text of each draft. */
  readonly texts = new Map<string, number>();
  private running = new Map<string, number>();
  together = 0;
  readonly queue: ParseQueue;

  constructor(takesMs = 0) {
    this.queue = new ParseQueue({ delayMs: () => DELAY_MS, read: (key) => this.read(key, takesMs) });
  }

  push(key: string, text: number): void {
    this.texts.set(key, text);
    this.queue.add(key);
  }

  private async read(key: string, takesMs: number): Promise<void> {
    const running = (this.running.get(key) ?? 0) + 1;
    this.running.set(key, running);
    this.together = Math.max(this.together, running);
    this.reads.push(`${key}${this.texts.get(key)} at ${Math.round(performance.now() - startMs)}`);
    if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs));
    this.running.set(key, (this.running.get(key) ?? 1) - 1);
  }
}

test("the first text is read in the call that brings it", () => {
  const scene = new Scene();
  scene.push("a", 1);
  expect(scene.reads).toEqual(["a1 at 0"]);
});

test("texts that follow are read together, the newest alone, the delay after the last reading began", async () => {
  const scene = new Scene();
  scene.push("a", 1);
  await vi.advanceTimersByTimeAsync(10);
  for (const text of [2, 3, 4]) scene.push("a", text);
  await vi.advanceTimersByTimeAsync(DELAY_MS - 11);
  expect(scene.reads).toEqual(["a1 at 0"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(scene.reads).toEqual(["a1 at 0", `a4 at ${DELAY_MS}`]);
  await vi.advanceTimersByTimeAsync(10 * DELAY_MS);
  expect(scene.reads).toHaveLength(2);
  scene.push("a", 5);
  expect(scene.reads).toHaveLength(3);
});

test("typing without a pause is read once each delay, not only at its end", async () => {
  const scene = new Scene();
  for (let text = 1; text <= 100; text++) {
    scene.push("a", text);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(scene.reads.length).toBeGreaterThanOrEqual(Math.floor(1000 / (DELAY_MS + 10)));
  expect(scene.reads.length).toBeLessThanOrEqual(Math.ceil(1000 / DELAY_MS));
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  expect(scene.reads.at(-1)).toMatch(/^a100 /);
});

test("a text that comes while one is read is read the delay after that began", async () => {
  const scene = new Scene(30);
  scene.push("a", 1);
  await vi.advanceTimersByTimeAsync(5);
  scene.push("a", 2);
  scene.push("a", 3);
  await vi.advanceTimersByTimeAsync(500);
  expect(scene.reads).toEqual(["a1 at 0", `a3 at ${DELAY_MS}`]);
  expect(scene.together).toBe(1);
});

test("readings that take longer than the delay do not follow each other without a pause", async () => {
  const scene = new Scene(200);
  for (let text = 1; text <= 60; text++) {
    scene.push("a", text);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(scene.reads.map((read) => read.replace(/.* /, ""))).toEqual(["0", "250", "500"]);
  expect(scene.together).toBe(1);
});

test("drafts do not wait for each other", async () => {
  const scene = new Scene(30);
  scene.push("a", 1);
  scene.push("b", 1);
  await vi.advanceTimersByTimeAsync(50);
  scene.push("a", 2);
  await vi.advanceTimersByTimeAsync(500);
  expect(scene.reads).toEqual(["a1 at 0", "b1 at 0", `a2 at ${DELAY_MS}`]);
});

test("the depth counts drafts whose newest text was not read to its end", async () => {
  const scene = new Scene(30);
  expect(scene.queue.depth).toBe(0);
  scene.push("a", 1);
  scene.push("a", 2);
  scene.push("b", 1);
  expect(scene.queue.depth).toBe(2);
  await vi.advanceTimersByTimeAsync(40);
  expect(scene.queue.depth).toBe(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(scene.queue.depth).toBe(0);
});

test("a flush reads at once what waits, and nothing that does not", async () => {
  const scene = new Scene();
  scene.push("a", 1);
  scene.push("b", 1);
  await vi.advanceTimersByTimeAsync(1);
  scene.push("a", 2);
  await scene.queue.flush();
  expect(scene.reads).toEqual(["a1 at 0", "b1 at 0", "a2 at 1"]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(scene.reads).toHaveLength(3);
});

test("a flush during a reading waits for it, reads the newest text once, and leaves no timer behind", async () => {
  const scene = new Scene(30);
  scene.push("a", 1);
  await vi.advanceTimersByTimeAsync(5);
  scene.push("a", 2);
  let isFlushed = false;
  const flush = scene.queue.flush().then(() => {
    isFlushed = true;
  });
  await vi.advanceTimersByTimeAsync(20);
  expect(isFlushed).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  await flush;
  expect(scene.reads.map((read) => read.split(" ")[0])).toEqual(["a1", "a2"]);
  expect(scene.together).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test("what is removed is not read, and comes back as a first text", async () => {
  const scene = new Scene();
  scene.push("a", 1);
  scene.push("a", 2);
  scene.queue.remove("a");
  expect(scene.queue.depth).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(scene.reads).toEqual(["a1 at 0"]);
  scene.push("a", 3);
  expect(scene.reads).toEqual(["a1 at 0", "a3 at 1000"]);
});

test("nothing is read after the queue was closed", async () => {
  const scene = new Scene();
  scene.push("a", 1);
  scene.push("a", 2);
  await scene.queue.close();
  await vi.advanceTimersByTimeAsync(1000);
  expect(scene.reads).toEqual(["a1 at 0"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a queue that is closed waits for what is being read, and reads no more", async () => {
  const scene = new Scene(30);
  scene.push("a", 1);
  await vi.advanceTimersByTimeAsync(5);
  scene.push("a", 2);
  let isClosed = false;
  const closing = scene.queue.close().then(() => {
    isClosed = true;
  });
  await vi.advanceTimersByTimeAsync(20);
  expect(isClosed).toBe(false);
  await vi.advanceTimersByTimeAsync(10);
  expect(isClosed).toBe(true);
  await closing;
  await vi.advanceTimersByTimeAsync(1000);
  expect(scene.reads).toEqual(["a1 at 0"]);
});

test("a queue that is closed waits also for the reading of a draft that was removed meanwhile", async () => {
  const scene = new Scene(30);
  scene.push("a", 1);
  await vi.advanceTimersByTimeAsync(5);
  scene.queue.remove("a");
  let isClosed = false;
  const closing = scene.queue.close().then(() => {
    isClosed = true;
  });
  await vi.advanceTimersByTimeAsync(20);
  expect(isClosed).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  await closing;
});

test("whoever waits until texts are read waits for those under way, not for those that come later", async () => {
  const scene = new Scene(30);
  let isRead = false;
  await scene.queue.whenRead();
  scene.push("a", 1);
  const whenRead = scene.queue.whenRead().then(() => {
    isRead = true;
  });
  await vi.advanceTimersByTimeAsync(29);
  scene.push("b", 1);
  expect(isRead).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await whenRead;
  expect(scene.reads).toEqual(["a1 at 0", "b1 at 29"]);
});
