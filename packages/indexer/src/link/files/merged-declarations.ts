/**
 * Merged declarations: declarations with the same name and container that share members. In TypeScript, interfaces
 * merge with each other, namespaces with classes, functions and enums. Knows the symbols of one file. Invariant: memory
 * grows with the file, however many declarations share a name.
 */

/** The symbols of the file. */
export interface DeclarationTable {
  readonly rows: number;
  readonly merges: (ordinal: number) => boolean;
  readonly container: (ordinal: number) => number;
  readonly name: (ordinal: number) => number;
  /** Names of the members and fields that the declaration itself has. */
  readonly memberNames: (ordinal: number) => Iterable<number>;
}

interface Group {
  readonly ordinals: number[];
  /** By member name: the first declaration that has the member. */
  holders: ReadonlyMap<number, number> | undefined;
}

/** Finds the declaration that has a member. */
export class MergedDeclarations {
  /** By declaration; declarations that merge with no other have no group. */
  private readonly groups = new Map<number, Group>();

  constructor(private readonly table: DeclarationTable) {
    const places = new Map<number, Map<number, Group>>();
    for (let ordinal = 1; ordinal < table.rows; ordinal++) if (table.merges(ordinal)) this.place(ordinal, places);
  }

  /** Of the declarations that merge with the symbol, the first that has a member with this name. */
  holder(ordinal: number, name: number): number | undefined {
    const group = this.groups.get(ordinal);
    if (group === undefined) return undefined;
    group.holders ??= this.holdersOf(group);
    return group.holders.get(name);
  }

  /** The declarations that merge with the symbol, itself among them; `undefined` if there is no other. */
  group(ordinal: number): readonly number[] | undefined {
    return this.groups.get(ordinal)?.ordinals;
  }

  private place(ordinal: number, places: Map<number, Map<number, Group>>): void {
    const container = this.table.container(ordinal);
    const names = places.get(container) ?? new Map<number, Group>();
    places.set(container, names);
    const name = this.table.name(ordinal);
    const group = names.get(name);
    if (group === undefined) {
      names.set(name, { ordinals: [ordinal], holders: undefined });
      return;
    }
    group.ordinals.push(ordinal);
    this.groups.set(group.ordinals[0] as number, group);
    this.groups.set(ordinal, group);
  }

  private holdersOf({ ordinals }: Group): ReadonlyMap<number, number> {
    const holders = new Map<number, number>();
    for (const ordinal of ordinals) {
      for (const name of this.table.memberNames(ordinal)) if (!holders.has(name)) holders.set(name, ordinal);
    }
    return holders;
  }
}
