/**
 * Cache of decoded pages, bounded by their estimated bytes; evicts by the second-chance algorithm. A page is stored under a key with a stamp;
 * another stamp means another page.
 */

interface Kept<T> {
  readonly stamp: number;
  readonly page: T;
  readonly sizeBytes: number;
  wasUsed: boolean;
}

/**
 * Fill level to which a full cache is reduced. Finding the oldest entry costs a step for every entry deleted since the map was last rehashed;
 * evicting only as much as needed, a cache of thousands of small pages would pay that with every insertion.
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

  /** Caches a page unless a page with a higher stamp is cached under its key. */
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
