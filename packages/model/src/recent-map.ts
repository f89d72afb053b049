/**
 * Cache by handle or another key, bounded in bytes. It has two generations; the older one is dropped as a whole.
 * Text keys are stored as copies, because the caller's text may be a view on a whole source, which would live as long as the key.
 */
import { copyText } from "./text/own-text.js";

/** Bytes of a map entry. */
const ENTRY_BYTES = 40;

/** Bound of a cache, and how values are measured. */
export interface RecentMapOptions<T, Key> {
  /** Limit for both generations together. */
  readonly maxBytes: number;
  /** Approximate size of a value in bytes when it is inserted; later growth is reported by `charge`. */
  readonly sizeOf: (value: T, key: Key) => number;
}

/** A cache that drops values not used recently. */
export class RecentMap<T, Key = number> {
  private young = new Map<Key, T>();
  private old = new Map<Key, T>();
  private youngBytes = 0;

  constructor(private readonly options: RecentMapOptions<T, Key>) {}

  get(key: Key): T | undefined {
    const known = this.young.get(key);
    if (known !== undefined) return known;
    const older = this.old.get(key);
    if (older !== undefined) this.put(key, older);
    return older;
  }

  put(key: Key, value: T): void {
    this.makeRoom();
    this.young.set(typeof key === "string" ? (copyText(key) as Key & string) : key, value);
    this.youngBytes += ENTRY_BYTES + (typeof key === "string" ? key.length : 0) + this.options.sizeOf(value, key);
  }

  /** Reports that a cached value has grown by `bytes`. */
  charge(bytes: number): void {
    this.youngBytes += bytes;
  }

  clear(): void {
    this.young.clear();
    this.old.clear();
    this.youngBytes = 0;
  }

  private makeRoom(): void {
    if (this.youngBytes < this.options.maxBytes / 2) return;
    this.old = this.young;
    this.young = new Map();
    this.youngBytes = 0;
  }
}
