/**
 * Simple names of one group of buckets in one state. Names are sorted per first letter on first use; otherwise immutable. The list of the next
 * state shares everything that did not change.
 */

export class NameList {
  private block: readonly string[] | undefined;
  /** Sorted names by first UTF-16 code unit. */
  private readonly sorted = new Map<string, readonly string[]>();

  private constructor(
    private readonly byBucket: ReadonlyMap<number, readonly string[]>,
    /** Buckets that have changed since they were read. */
    readonly stale: ReadonlySet<number>,
  ) {}

  /** @param byBucket names of every non-empty bucket of the group; each name occurs once overall */
  static fromBuckets(byBucket: ReadonlyMap<number, readonly string[]>): NameList {
    return new NameList(byBucket, new Set());
  }

  /** A copy of the list with further buckets marked as stale. */
  withStaleBuckets(buckets: Iterable<number>): NameList {
    return this.withBuckets(this.byBucket, new Set([...this.stale, ...buckets]));
  }

  /** The list with its stale buckets read again. */
  withFreshBuckets(read: (bucket: number) => readonly string[]): NameList {
    const byBucket = new Map(this.byBucket);
    let isSame = true;
    for (const bucket of this.stale) {
      const [before, now] = [byBucket.get(bucket) ?? [], read(bucket)];
      if (before.length === now.length && before.every((name, at) => name === now[at])) continue;
      isSame = false;
      byBucket.set(bucket, now);
    }
    return isSame ? this.withBuckets(this.byBucket, new Set()) : NameList.fromBuckets(byBucket);
  }

  /** Names that begin with `first`, ordered by code units. */
  startingWith(first: string): readonly string[] {
    let names = this.sorted.get(first);
    if (names === undefined) {
      names = this.allNames()
        .filter((name) => name.charAt(0) === first)
        .sort();
      this.sorted.set(first, names);
    }
    return names;
  }

  /** All names, unordered; the same array object as long as the names are the same. */
  allNames(): readonly string[] {
    if (this.block === undefined) {
      const block: string[] = [];
      for (const names of this.byBucket.values()) block.push(...names);
      this.block = block;
    }
    return this.block;
  }

  private withBuckets(byBucket: ReadonlyMap<number, readonly string[]>, stale: ReadonlySet<number>): NameList {
    const list = new NameList(byBucket, stale);
    list.block = this.block;
    for (const [first, names] of this.sorted) list.sorted.set(first, names);
    return list;
  }
}
