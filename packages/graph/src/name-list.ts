/**
 * The simple names of some buckets of one state, grouped by their first UTF-16 unit. A group is sorted when it is first asked for: a query looks
 * into one or two of them. Immutable but for that; the next state's list shares the groups that did not change.
 */

class Group {
  private isSorted = false;

  constructor(private readonly names: string[]) {}

  sorted(): readonly string[] {
    if (!this.isSorted) this.names.sort();
    this.isSorted = true;
    return this.names;
  }

  /** The group without some names and with others. */
  with(gone: ReadonlySet<string>, added: readonly string[]): Group {
    return new Group(this.names.filter((name) => !gone.has(name)).concat(added));
  }
}

export class NameList {
  private constructor(
    private readonly byBucket: ReadonlyMap<number, readonly string[]>,
    private readonly groups: ReadonlyMap<string, Group>,
    /** Buckets that changed since. */
    readonly stale: ReadonlySet<number>,
  ) {}

  /** @param byBucket the names of every one of these buckets that has any; in all of them each name once */
  static of(byBucket: ReadonlyMap<number, readonly string[]>): NameList {
    const grouped = groupNames([...byBucket.values()].flat());
    return new NameList(byBucket, new Map([...grouped].map(([first, names]) => [first, new Group(names)])), new Set());
  }

  /** The same list, said to be wrong in some buckets more. */
  outdated(buckets: Iterable<number>): NameList {
    return new NameList(this.byBucket, this.groups, new Set([...this.stale, ...buckets]));
  }

  /** The list with its stale buckets as they are now. */
  renewed(read: (bucket: number) => readonly string[]): NameList {
    const byBucket = new Map(this.byBucket);
    const gone: string[] = [];
    const added: string[] = [];
    for (const bucket of this.stale) {
      const now = new Set(read(bucket));
      const before = byBucket.get(bucket) ?? [];
      byBucket.set(bucket, [...now]);
      for (const name of before) if (!now.delete(name)) gone.push(name);
      added.push(...now);
    }
    return new NameList(byBucket, changedGroups(this.groups, groupNames(gone), groupNames(added)), new Set());
  }

  /** By code units. */
  startingWith(first: string): readonly string[] {
    return this.groups.get(first)?.sorted() ?? [];
  }

  /** By code units. */
  all(): readonly string[] {
    return [...this.groups.keys()].sort().flatMap((first) => this.startingWith(first));
  }
}

type Grouped = ReadonlyMap<string, string[]>;

function groupNames(names: readonly string[]): Grouped {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const first = name.charAt(0);
    const group = groups.get(first);
    if (group === undefined) groups.set(first, [name]);
    else group.push(name);
  }
  return groups;
}

function changedGroups(before: ReadonlyMap<string, Group>, gone: Grouped, added: Grouped): ReadonlyMap<string, Group> {
  const groups = new Map(before);
  for (const first of new Set([...gone.keys(), ...added.keys()])) {
    const group = groups.get(first) ?? new Group([]);
    groups.set(first, group.with(new Set(gone.get(first)), added.get(first) ?? []));
  }
  return groups;
}
