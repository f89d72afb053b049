/**
 * When drafts are read: the first push of a burst at once, those that follow together, once the delay after the last reading is over. Of several
 * texts of one draft only the newest is read.
 */

interface Waiting {
  timer: NodeJS.Timeout | undefined;
  isReading: boolean;
  /** Whether a text came since the last reading began. */
  isDue: boolean;
  readMs: number;
}

export interface ParseQueueOptions {
  readonly delayMs: number;
  /** Reads the newest text of a draft. Must not throw. */
  readonly read: (key: string) => Promise<void>;
}

export class ParseQueue {
  private readonly waiting = new Map<string, Waiting>();

  constructor(private readonly options: ParseQueueOptions) {}

  /** Drafts with a text that was not read yet. */
  get depth(): number {
    let depth = 0;
    for (const { isDue, isReading } of this.waiting.values()) if (isDue || isReading) depth++;
    return depth;
  }

  add(key: string): void {
    const entry = this.waiting.get(key) ?? { timer: undefined, isReading: false, isDue: false, readMs: -Infinity };
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
    for (const [key, entry] of this.waiting) {
      clearTimeout(entry.timer);
      entry.timer = undefined;
      while (entry.isReading) await new Promise((resolve) => setTimeout(resolve, 1));
      if (entry.isDue) await this.read(key, entry);
    }
  }

  close(): void {
    for (const { timer } of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
  }

  private schedule(key: string, entry: Waiting): void {
    if (entry.isReading || entry.timer !== undefined) return;
    const delayMs = entry.readMs + this.options.delayMs - performance.now();
    if (delayMs <= 0) void this.read(key, entry);
    else entry.timer = setTimeout(() => void this.read(key, entry), delayMs).unref();
  }

  private async read(key: string, entry: Waiting): Promise<void> {
    entry.timer = undefined;
    entry.isDue = false;
    entry.isReading = true;
    try {
      await this.options.read(key);
    } finally {
      entry.isReading = false;
      entry.readMs = performance.now();
    }
    if (this.waiting.get(key) !== entry) return;
    if (entry.isDue) this.schedule(key, entry);
  }
}
