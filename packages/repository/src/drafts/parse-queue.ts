/**
 * When drafts are read: the first push of a burst at once, those that follow together, the delay after the last reading began. Of several
 * texts of one draft only the newest is read.
 */

/** Readings that take longer than the delay leave a fifth of the time to others. */
const PAUSE_PART = 0.25;

interface Waiting {
  timer: NodeJS.Timeout | undefined;
  /** Settles with the reading that is under way. Never rejects. */
  reading: Promise<void> | undefined;
  /** Whether a text came since the last reading began. */
  isDue: boolean;
  /** Before that the next one does not begin. */
  nextMs: number;
}

export interface ParseQueueOptions {
  /** Asked whenever it matters. */
  readonly delayMs: () => number;
  /** Reads the newest text of a draft. Must not throw. */
  readonly read: (key: string) => Promise<void>;
}

export class ParseQueue {
  private readonly waiting = new Map<string, Waiting>();
  private readonly readings = new Set<Promise<void>>();

  constructor(private readonly options: ParseQueueOptions) {}

  /** Drafts with a text that was not read yet. */
  get depth(): number {
    let depth = 0;
    for (const { isDue, reading } of this.waiting.values()) if (isDue || reading !== undefined) depth++;
    return depth;
  }

  add(key: string): void {
    const entry = this.waiting.get(key) ?? { timer: undefined, reading: undefined, isDue: false, nextMs: -Infinity };
    this.waiting.set(key, entry);
    entry.isDue = true;
    this.schedule(key, entry);
  }

  remove(key: string): void {
    clearTimeout(this.waiting.get(key)?.timer);
    this.waiting.delete(key);
  }

  /** Reads what waits, now. */
  async flush(): Promise<void> {
    for (const key of this.waiting.keys()) await this.flushOne(key);
  }

  /** Reads a draft that waits, now. */
  async flushOne(key: string): Promise<void> {
    const entry = this.waiting.get(key);
    await entry?.reading;
    if (entry?.isDue === true && this.waiting.get(key) === entry) await this.read(key, entry);
  }

  /** Resolves when what is being read is done. */
  async whenRead(): Promise<void> {
    await Promise.all(this.readings);
  }

  /** Reads nothing more; resolves when what is being read is done, also what was removed. */
  async close(): Promise<void> {
    for (const { timer } of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
    await Promise.all(this.readings);
  }

  private schedule(key: string, entry: Waiting): void {
    if (entry.reading !== undefined || entry.timer !== undefined) return;
    const delayMs = entry.nextMs - performance.now();
    if (delayMs <= 0) void this.read(key, entry);
    else entry.timer = setTimeout(() => void this.read(key, entry), delayMs).unref();
  }

  private read(key: string, entry: Waiting): Promise<void> {
    clearTimeout(entry.timer);
    entry.timer = undefined;
    entry.isDue = false;
    const beganMs = performance.now();
    const reading = this.options.read(key).then(() => {
      this.readings.delete(reading);
      entry.reading = undefined;
      const endedMs = performance.now();
      entry.nextMs = Math.max(beganMs + this.options.delayMs(), endedMs + PAUSE_PART * (endedMs - beganMs));
      if (entry.isDue && this.waiting.get(key) === entry) this.schedule(key, entry);
    });
    this.readings.add(reading);
    entry.reading = reading;
    return reading;
  }
}
