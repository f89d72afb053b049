/**
 * Collects garbage while a server rests. V8 collects when a heap has grown, and a server that nobody asks has no reason to grow: it would hold what its
 * last calls left until the next ones come, for hours. Knows when calls run; refuses to know what they do.
 */
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** So long nobody has asked: agents think for seconds between calls, and a collection takes a tenth of one. */
const REST_MS = 400;
/** Less garbage is not worth the time. */
const WORTHWHILE_BYTES = 32 * 1024 * 1024;

/** A heap of objects and their buffers. */
export interface Heap {
  usedBytes(): number;
  collect(): void;
}

export class RestCollector {
  private running = 0;
  private timer: NodeJS.Timeout | undefined;
  /** What the last collection left. */
  private aliveBytes = 0;

  constructor(
    private readonly heap: Heap = processHeap,
    private readonly restMs = REST_MS,
  ) {}

  /** Runs a call; the rest begins when no call runs any more. */
  async during<T>(call: () => Promise<T>): Promise<T> {
    this.running++;
    clearTimeout(this.timer);
    try {
      return await call();
    } finally {
      this.running--;
      if (this.running === 0) this.timer = setTimeout(() => this.collect(), this.restMs).unref();
    }
  }

  private collect(): void {
    if (this.heap.usedBytes() - this.aliveBytes < WORTHWHILE_BYTES) return;
    this.heap.collect();
    this.aliveBytes = this.heap.usedBytes();
  }
}

let collectNow: (() => void) | undefined;

const processHeap: Heap = {
  usedBytes() {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  },
  collect() {
    if (collectNow === undefined) {
      setFlagsFromString("--expose-gc");
      collectNow = runInNewContext("gc") as () => void;
    }
    collectNow();
  },
};
