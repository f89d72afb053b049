/**
 * Collects garbage while a server is idle. V8 collects when the heap grows; an idle server's heap does not grow, so that it would keep the garbage
 * of the last calls until the next call. After a longer idle time, compacts the heap to return empty pages to the system. Knows when calls run, not
 * what they do.
 */
import process from "node:process";
import { getHeapSpaceStatistics, type HeapSpaceInfo, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Idle time before a collection, in ms: agents think for seconds between calls, and a collection takes about 0.1 s. */
const COLLECT_AFTER_MS = 400;
/** Idle time before a compaction, in ms: longer, because a compaction takes twice as long. The soak test measures memory 2 s after a call. */
const COMPACT_AFTER_MS = 1_200;
/** Time between checks while idle, in ms: refreshes of a watched repository create garbage without calls. */
const LOOK_AGAIN_AFTER_MS = 2_000;
/** Minimum garbage for a collection, in bytes. */
const COLLECTED_BYTES = 24 * 1024 * 1024;
/** Minimum sum of garbage and empty page space for a compaction, in bytes. */
const COMPACTED_BYTES = 8 * 1024 * 1024;
/**
 * Minimum size of the space for young objects for another compaction, in bytes. V8 releases this space only by a compaction some seconds after the
 * last allocation, so that several attempts are made per idle period.
 */
const YOUNG_ROOM_BYTES = 4 * 1024 * 1024;
const YOUNG_ROOM_TRIES = 3;

/** Sizes of the JavaScript heap, with external buffers. */
export interface HeapSizes {
  usedBytes(): number;
  /** Empty space in pages for old objects, in bytes. */
  emptyBytes(): number;
  /** Size of the space for young objects, in bytes. */
  youngRoomBytes(): number;
  collect(): void;
  /** Collects garbage and compacts the heap. */
  compact(): void;
}

/** Milliseconds of idleness before each step. */
export interface IdleTimes {
  readonly collectAfterMs: number;
  readonly compactAfterMs: number;
  readonly lookAgainAfterMs: number;
}

const REST_TIMES: IdleTimes = {
  collectAfterMs: COLLECT_AFTER_MS,
  compactAfterMs: COMPACT_AFTER_MS,
  lookAgainAfterMs: LOOK_AGAIN_AFTER_MS,
};

/** Counts running calls, and collects when none runs. */
export class IdleCollector {
  private running = 0;
  private timer: NodeJS.Timeout | undefined;
  /** Heap size after the last collection, in bytes. */
  private aliveBytes = 0;
  /** Smallest empty space since the last compaction, in bytes: another compaction would leave as much. */
  private emptyBytes = 0;
  /** Number of compactions in this idle period. */
  private tries = 0;

  constructor(
    private readonly heap: HeapSizes = processHeap,
    private readonly times: IdleTimes = REST_TIMES,
  ) {}

  /** Runs a call; the idle period begins when no call runs. */
  async runCall<T>(call: () => Promise<T>): Promise<T> {
    this.running++;
    this.tries = 0;
    clearTimeout(this.timer);
    try {
      return await call();
    } finally {
      this.running--;
      if (this.running === 0) this.timer = setTimeout(() => this.collect(), this.times.collectAfterMs).unref();
    }
  }

  private collect(): void {
    const { collectAfterMs, compactAfterMs } = this.times;
    this.timer = setTimeout(() => this.compact(), compactAfterMs - collectAfterMs).unref();
    if (this.heap.usedBytes() - this.aliveBytes < COLLECTED_BYTES) return;
    this.heap.collect();
    this.aliveBytes = this.heap.usedBytes();
  }

  private compact(): void {
    this.timer = setTimeout(() => this.compact(), this.times.lookAgainAfterMs).unref();
    const garbage = this.heap.usedBytes() - this.aliveBytes;
    const empty = this.heap.emptyBytes();
    this.emptyBytes = Math.min(this.emptyBytes, empty);
    const isYoungRoomHeld = this.heap.youngRoomBytes() > YOUNG_ROOM_BYTES && this.tries < YOUNG_ROOM_TRIES;
    if (garbage + empty - this.emptyBytes < COMPACTED_BYTES && !isYoungRoomHeld) return;
    this.tries++;
    this.heap.compact();
    this.aliveBytes = this.heap.usedBytes();
    this.emptyBytes = this.heap.emptyBytes();
  }
}

let collectNow: (() => void) | undefined;

function isYoung({ space_name }: HeapSpaceInfo): boolean {
  return space_name.startsWith("new_");
}

const processHeap: HeapSizes = {
  usedBytes() {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  },
  emptyBytes() {
    const old = getHeapSpaceStatistics().filter((space) => !isYoung(space));
    return old.reduce((sum, { space_size, space_used_size }) => sum + space_size - space_used_size, 0);
  },
  youngRoomBytes() {
    return getHeapSpaceStatistics()
      .filter(isYoung)
      .reduce((sum, { space_size }) => sum + space_size, 0);
  },
  collect() {
    if (collectNow === undefined) {
      setFlagsFromString("--expose-gc");
      collectNow = runInNewContext("gc") as () => void;
    }
    collectNow();
  },
  compact() {
    setFlagsFromString("--compact-on-every-full-gc");
    try {
      processHeap.collect();
    } finally {
      setFlagsFromString("--no-compact-on-every-full-gc");
    }
  },
};
