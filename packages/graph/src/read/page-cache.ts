/**
 * Decoded pages a process keeps, bounded by their estimated bytes; the least used go first (second chance). A page is kept under a
 * key together with the stamp it had; another stamp is another page.
 */

interface Kept<T> {
  readonly stamp: number;
  readonly page: T;
  readonly sizeBytes: number;
  wasUsed: boolean;
}

/**
 * To what share of its room a full cache is emptied. Finding the oldest entry costs a step for every entry that went since the map was last laid
 * out; emptied to the brim, a cache of thousands of small pages would pay for that with every page.
 */
const FILLED_SHARE = 15 / 16;

export class PageCache<K, T> {
  private readonly kept = new Map<K, Kept<T>>();
  private sizeBytes = 0;

  constructor(private readonly maxBytes: number) {}

  get(key: K, stamp = 0): T | undefined {
    const found = this.kept.get(key);
    if (found === undefined || found.stamp !== stamp) return undefined;
    found.wasUsed = true;
    return found.page;
  }

  /** Keeps a page unless a newer one of its key is kept. */
  put(key: K, page: T, sizeBytes: number, stamp = 0): void {
    const before = this.kept.get(key);
    if (before !== undefined) {
      if (before.stamp > stamp) return;
      this.kept.delete(key);
      this.sizeBytes -= before.sizeBytes;
    }
    this.kept.set(key, { stamp, page, sizeBytes, wasUsed: false });
    this.sizeBytes += sizeBytes;
    if (this.sizeBytes > this.maxBytes) this.evict();
  }

  clear(): void {
    this.kept.clear();
    this.sizeBytes = 0;
  }

  private evict(): void {
    const targetBytes = this.maxBytes * FILLED_SHARE;
    for (const [key, entry] of this.kept) {
      if (this.sizeBytes <= targetBytes || this.kept.size <= 1) return;
      this.kept.delete(key);
      if (entry.wasUsed) {
        entry.wasUsed = false;
        this.kept.set(key, entry);
      } else this.sizeBytes -= entry.sizeBytes;
    }
  }
}
