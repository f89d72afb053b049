/**
 * Cache of decoded pages, bounded by their estimated bytes; evicts by the second-chance algorithm. A page is stored under a key with a stamp;
 * another stamp means another page.
 */

interface CachedPage<T> {
  readonly stamp: number;
  readonly page: T;
  readonly sizeBytes: number;
  wasUsed: boolean;
}

/**
 * Fill level to which a full cache is reduced. Finding the oldest entry costs a step for every entry deleted since the map was last rehashed;
 * evicting only as much as needed, a cache of thousands of small pages would pay that with every insertion.
 */
const FILL_AFTER_EVICTION = 15 / 16;

/** Stores pages by key and stamp. */
export class PageCache<K, T> {
  private readonly cachedPages = new Map<K, CachedPage<T>>();
  private sizeBytes = 0;

  constructor(private readonly maxBytes: number) {}

  get(key: K, stamp = 0): T | undefined {
    const found = this.cachedPages.get(key);
    if (found === undefined || found.stamp !== stamp) return undefined;
    found.wasUsed = true;
    return found.page;
  }

  /** Caches a page unless a page with a higher stamp is cached under its key. */
  put(key: K, page: T, sizeBytes: number, stamp = 0): void {
    const before = this.cachedPages.get(key);
    if (before !== undefined) {
      if (before.stamp > stamp) return;
      this.cachedPages.delete(key);
      this.sizeBytes -= before.sizeBytes;
    }
    this.cachedPages.set(key, { stamp, page, sizeBytes, wasUsed: false });
    this.sizeBytes += sizeBytes;
    if (this.sizeBytes > this.maxBytes) this.evict();
  }

  clear(): void {
    this.cachedPages.clear();
    this.sizeBytes = 0;
  }

  private evict(): void {
    const targetBytes = this.maxBytes * FILL_AFTER_EVICTION;
    for (const [key, entry] of this.cachedPages) {
      if (this.sizeBytes <= targetBytes || this.cachedPages.size <= 1) return;
      this.cachedPages.delete(key);
      if (entry.wasUsed) {
        entry.wasUsed = false;
        this.cachedPages.set(key, entry);
      } else this.sizeBytes -= entry.sizeBytes;
    }
  }
}
