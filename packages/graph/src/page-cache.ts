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
    for (const [key, entry] of this.kept) {
      if (this.sizeBytes <= this.maxBytes || this.kept.size <= 1) return;
      this.kept.delete(key);
      if (entry.wasUsed) {
        entry.wasUsed = false;
        this.kept.set(key, entry);
      } else this.sizeBytes -= entry.sizeBytes;
    }
  }
}
