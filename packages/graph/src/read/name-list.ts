/**
 * The simple names of some buckets of one state. What starts with a letter is sorted when it is first asked for. Immutable but for that;
 * the next state's list shares what did not change.
 */

export class NameList {
  private block: readonly string[] | undefined;
  /** By first UTF-16 unit. */
  private readonly sorted = new Map<string, readonly string[]>();

  private constructor(
    private readonly byBucket: ReadonlyMap<number, readonly string[]>,
    /** Buckets that changed since. */
    readonly stale: ReadonlySet<number>,
  ) {}

  /** @param byBucket the names of every one of these buckets that has any; in all of them each name once */
  static of(byBucket: ReadonlyMap<number, readonly string[]>): NameList {
    return new NameList(byBucket, new Set());
  }

  /** The same list, said to be wrong in some buckets more. */
  outdated(buckets: Iterable<number>): NameList {
    return this.with(this.byBucket, new Set([...this.stale, ...buckets]));
  }

  /** The list with its stale buckets as they are now. */
  renewed(read: (bucket: number) => readonly string[]): NameList {
    const byBucket = new Map(this.byBucket);
    let isSame = true;
    for (const bucket of this.stale) {
      const [before, now] = [byBucket.get(bucket) ?? [], read(bucket)];
      if (before.length === now.length && before.every((name, at) => name === now[at])) continue;
      isSame = false;
      byBucket.set(bucket, now);
    }
    return isSame ? this.with(this.byBucket, new Set()) : NameList.of(byBucket);
  }

  /** By code units. */
  startingWith(first: string): readonly string[] {
    let names = this.sorted.get(first);
    if (names === undefined) {
      names = this.all()
        .filter((name) => name.charAt(0) === first)
        .sort();
      this.sorted.set(first, names);
    }
    return names;
  }

  /** In no order; the same array as long as the names are the same. */
  all(): readonly string[] {
    if (this.block === undefined) {
      const block: string[] = [];
      for (const names of this.byBucket.values()) block.push(...names);
      this.block = block;
    }
    return this.block;
  }

  private with(byBucket: ReadonlyMap<number, readonly string[]>, stale: ReadonlySet<number>): NameList {
    const list = new NameList(byBucket, stale);
    list.block = this.block;
    for (const [first, names] of this.sorted) list.sorted.set(first, names);
    return list;
  }
}
