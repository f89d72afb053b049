/** Timing of the parse queue: the first text at once, following ones together, each draft separately. */
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

test("the first text is parsed in the call that adds it", () => {
  const scene = new Scene();
  scene.push("a", 1);
  expect(scene.reads).toEqual(["a1 at 0"]);
});

test("following texts are parsed once, only the newest, when the delay since the last start is over", async () => {
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

test("continuous typing is parsed once per delay, not only at its end", async () => {
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

test("a text that arrives during a parse is parsed when the delay since its start is over", async () => {
  const scene = new Scene(30);
  scene.push("a", 1);
  await vi.advanceTimersByTimeAsync(5);
  scene.push("a", 2);
  scene.push("a", 3);
  await vi.advanceTimersByTimeAsync(500);
  expect(scene.reads).toEqual(["a1 at 0", `a3 at ${DELAY_MS}`]);
  expect(scene.together).toBe(1);
});

test("parses that take longer than the delay are separated by a pause", async () => {
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

test("the depth counts drafts whose newest text is not completely parsed", async () => {
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

test("a flush parses waiting drafts at once, and no others", async () => {
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

test("a flush during a parse waits for it, parses the newest text once, and leaves no timer", async () => {
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

test("a removed draft is not parsed, and its next text counts as a first text", async () => {
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

test("nothing is parsed after the queue was closed", async () => {
  const scene = new Scene();
  scene.push("a", 1);
  scene.push("a", 2);
  await scene.queue.close();
  await vi.advanceTimersByTimeAsync(1000);
  expect(scene.reads).toEqual(["a1 at 0"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("closing a queue waits for the parses in progress, and starts no more", async () => {
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

test("closing a queue also waits for the parse of a draft that was removed meanwhile", async () => {
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

test("whenRead waits for the parses in progress, not for later ones", async () => {
  const scene = new Scene(30);
  let isRead = false;
  await scene.queue.whenParsed();
  scene.push("a", 1);
  const whenParsed = scene.queue.whenParsed().then(() => {
    isRead = true;
  });
  await vi.advanceTimersByTimeAsync(29);
  scene.push("b", 1);
  expect(isRead).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await whenParsed;
  expect(scene.reads).toEqual(["a1 at 0", "b1 at 29"]);
});
