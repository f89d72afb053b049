/** Values by handle, or by another key, bounded in number: two generations live, and the older one goes as a whole. */
export class RecentMap<T, Key = number> {
  private young = new Map<Key, T>();
  private old = new Map<Key, T>();

  /** @param generationSize entries of one generation; at most twice as many are kept */
  constructor(private readonly generationSize: number) {}

  get(key: Key): T | undefined {
    const known = this.young.get(key);
    if (known !== undefined) return known;
    const older = this.old.get(key);
    if (older !== undefined) this.put(key, older);
    return older;
  }

  put(key: Key, value: T): void {
    if (this.young.size >= this.generationSize) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, value);
  }

  clear(): void {
    this.young.clear();
    this.old.clear();
  }
}
