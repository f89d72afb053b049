/**
 * Collects garbage while a server rests. V8 collects when a heap has grown, and a server that nobody asks has no reason to grow: it would hold what its
 * last calls left until the next ones come, for hours. A longer rest compacts the heap, so that its empty pages go back to the system.
 * Knows when calls run; refuses to know what they do.
 */
import process from "node:process";
import { getHeapSpaceStatistics, type HeapSpaceInfo, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** So long nobody has asked: agents think for seconds between calls, and a collection takes a tenth of one. */
const COLLECT_AFTER_MS = 400;
/** A compaction takes twice as long, so it waits for a longer rest. The soak's looks, two seconds after a call, see what it leaves. */
const COMPACT_AFTER_MS = 1_200;
/** Refreshes of a watched repository make garbage while nobody asks. */
const LOOK_AGAIN_AFTER_MS = 2_000;
/** Less garbage is not worth a collection between calls. */
const COLLECTED_BYTES = 24 * 1024 * 1024;
/** Less is not worth a compaction in a longer rest, garbage and empty room in pages together. */
const COMPACTED_BYTES = 8 * 1024 * 1024;
/**
 * Room for young objects is given back by a compaction some seconds after the last objects were made, and by none before. More than this is worth
 * another try, a few times a rest.
 */
const YOUNG_ROOM_BYTES = 4 * 1024 * 1024;
const YOUNG_ROOM_TRIES = 3;

/** A heap of objects and their buffers. */
export interface Heap {
  usedBytes(): number;
  /** Room that is held for old objects and holds none. */
  emptyBytes(): number;
  /** Room that is held for young objects. */
  youngRoomBytes(): number;
  collect(): void;
  /** Collects, and moves what is left together. */
  compact(): void;
}

export interface RestTimes {
  readonly collectAfterMs: number;
  readonly compactAfterMs: number;
  readonly lookAgainAfterMs: number;
}

const REST_TIMES: RestTimes = {
  collectAfterMs: COLLECT_AFTER_MS,
  compactAfterMs: COMPACT_AFTER_MS,
  lookAgainAfterMs: LOOK_AGAIN_AFTER_MS,
};

export class RestCollector {
  private running = 0;
  private timer: NodeJS.Timeout | undefined;
  /** What the last collection left. */
  private aliveBytes = 0;
  /** The least since the last compaction: another one would leave as much. */
  private emptyBytes = 0;
  /** Compactions of this rest. */
  private tries = 0;

  constructor(
    private readonly heap: Heap = processHeap,
    private readonly times: RestTimes = REST_TIMES,
  ) {}

  /** Runs a call; the rest begins when no call runs any more. */
  async during<T>(call: () => Promise<T>): Promise<T> {
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

const processHeap: Heap = {
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
