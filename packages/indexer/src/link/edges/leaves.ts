/** Gathers what leads out of the repository, or nowhere: each once by owner, sorted. Knows texts and numbers only. */
import type { UnresolvedLink } from "@sdl/model";

export interface Leaf {
  /** `EDGE_CODE`. */
  readonly kind: number;
  readonly packageName: string;
  readonly name: string;
}

export class LeafGatherer {
  private readonly numbers = new Map<string, number>();
  private readonly leaves: Leaf[] = [];
  private readonly counts = new Map<number, number>();

  /** The number of a leaf. */
  leaf(leaf: Leaf): number {
    const key = `${leaf.kind}\0${leaf.packageName}\0${leaf.name}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.leaves.length);
    this.leaves.push(leaf);
    return this.leaves.length - 1;
  }

  add(from: number, leaf: number): void {
    const key = from * 0x4000000 + leaf;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  finish(): UnresolvedLink[] {
    const order = this.leaves.map((_, number) => number).sort((a, b) => compareLeaves(this.leaves[a], this.leaves[b]));
    const rank = new Uint32Array(order.length);
    order.forEach((number, at) => {
      rank[number] = at;
    });
    const links = [...this.counts].map(([key, count]) => ({ from: Math.floor(key / 0x4000000), leaf: key % 0x4000000, count }));
    links.sort((a, b) => a.from - b.from || (rank[a.leaf] ?? 0) - (rank[b.leaf] ?? 0));
    return links.flatMap(({ from, leaf, count }) => {
      const found = this.leaves[leaf];
      return found === undefined ? [] : [{ from, ...found, count }];
    });
  }
}

function compareLeaves(a: Leaf | undefined, b: Leaf | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return a.kind - b.kind || compareTexts(a.packageName, b.packageName) || compareTexts(a.name, b.name);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
