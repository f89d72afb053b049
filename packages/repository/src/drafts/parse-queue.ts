/**
 * Queue of drafts to parse: the first push of a burst is parsed at once, following ones together, when the delay since
 * the start of the last parse is over. Of several texts of one draft only the newest is parsed. Held drafts wait for a
 * flush.
 */

/** If parsing takes longer than the delay, this part of its duration is left to other work. */
const PAUSE_DIVISOR = 0.25;

interface QueuedDraft {
  timer: NodeJS.Timeout | undefined;
  /** Settles with the parse in progress. Never rejects. */
  parse: Promise<void> | undefined;
  /** Whether a text arrived since the last parse began. */
  isDue: boolean;
  /** Earliest start of the next parse. */
  nextMs: number;
  /** Whether the draft is parsed only by a flush. */
  readonly isHeld: boolean;
}

/** Options of {@link ParseQueue}. */
export interface ParseQueueOptions {
  /** Returns the delay in milliseconds, read at each use. */
  readonly delayMs: () => number;
  /** Parses the newest text of a draft. Must not throw. */
  readonly read: (key: string) => Promise<void>;
}

/** Schedules the parsing of drafts. */
export class ParseQueue {
  private readonly waiting = new Map<string, QueuedDraft>();
  private readonly parses = new Set<Promise<void>>();

  constructor(private readonly options: ParseQueueOptions) {}

  /** Number of drafts with an unparsed text. */
  get depth(): number {
    let depth = 0;
    for (const { isDue, parse } of this.waiting.values()) if (isDue || parse !== undefined) depth++;
    return depth;
  }

  /** @param isHeld whether the draft is parsed only by {@link flush} and {@link flushOne} */
  add(key: string, isHeld = false): void {
    const created = { timer: undefined, parse: undefined, isDue: false, nextMs: -Infinity, isHeld };
    const entry: QueuedDraft = this.waiting.get(key) ?? created;
    this.waiting.set(key, entry);
    entry.isDue = true;
    this.schedule(key, entry);
  }

  remove(key: string): void {
    clearTimeout(this.waiting.get(key)?.timer);
    this.waiting.delete(key);
  }

  /** Parses all waiting drafts now. */
  async flush(): Promise<void> {
    for (const key of this.waiting.keys()) await this.flushOne(key);
  }

  /** Parses one waiting draft now. */
  async flushOne(key: string): Promise<void> {
    const entry = this.waiting.get(key);
    await entry?.parse;
    if (entry?.isDue === true && this.waiting.get(key) === entry) await this.read(key, entry);
  }

  /** Resolves when the parses in progress are done. */
  async whenParsed(): Promise<void> {
    await Promise.all(this.parses);
  }

  /** Stops the queue; resolves when the parses in progress are done, including removed drafts. */
  async close(): Promise<void> {
    for (const { timer } of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
    await Promise.all(this.parses);
  }

  private schedule(key: string, entry: QueuedDraft): void {
    if (entry.isHeld || entry.parse !== undefined || entry.timer !== undefined) return;
    const delayMs = entry.nextMs - performance.now();
    if (delayMs <= 0) void this.read(key, entry);
    else entry.timer = setTimeout(() => void this.read(key, entry), delayMs).unref();
  }

  private read(key: string, entry: QueuedDraft): Promise<void> {
    clearTimeout(entry.timer);
    entry.timer = undefined;
    entry.isDue = false;
    const beganMs = performance.now();
    const parse = this.options.read(key).then(() => {
      this.parses.delete(parse);
      entry.parse = undefined;
      const endedMs = performance.now();
      entry.nextMs = Math.max(beganMs + this.options.delayMs(), endedMs + PAUSE_DIVISOR * (endedMs - beganMs));
      if (entry.isDue && this.waiting.get(key) === entry) this.schedule(key, entry);
    });
    this.parses.add(parse);
    entry.parse = parse;
    return parse;
  }
}
