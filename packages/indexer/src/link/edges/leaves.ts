/** Collector of leaves: targets outside the repository or unresolved, once per owner, sorted. Knows texts and numbers only. */
import type { UnresolvedLink } from "@sdl/model/graph";
import { byCodeUnits } from "@sdl/model/text";

/** The name of a target outside the repository. */
export interface Leaf {
  /** `EDGE_CODE`. */
  readonly kind: number;
  readonly packageName: string;
  readonly name: string;
}

/** More leaves than a file can have. */
const LEAF_KEY = 0x4000000;

/** Collects the leaves of one file. */
export class LeafGatherer {
  private readonly numbers = new Map<string, number>();
  private readonly leaves: Leaf[] = [];
  private readonly keys: number[] = [];
  private readonly counts: number[] = [];

  /** The number of a leaf. */
  leaf(leaf: Leaf): number {
    const key = `${leaf.kind}\0${leaf.packageName}\0${leaf.name}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.leaves.length);
    this.leaves.push(leaf);
    return this.leaves.length - 1;
  }

  /** @param count number of references to the leaf */
  add(from: number, leaf: number, count: number): void {
    this.keys.push(from * LEAF_KEY + leaf);
    this.counts.push(count);
  }

  finish(): UnresolvedLink[] {
    const rank = this.ranks();
    const place = (key: number): number => key - (key % LEAF_KEY) + (rank[key % LEAF_KEY] ?? 0);
    const places = this.keys.map(place);
    const order = this.keys.map((_, at) => at).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
    const links: { from: number; kind: number; packageName: string; name: string; count: number }[] = [];
    let previous = -1;
    for (const at of order) {
      const key = this.keys[at] ?? 0;
      const last = links.at(-1);
      if (key === previous && last !== undefined) last.count += this.counts[at] ?? 1;
      else {
        const leaf = this.leaves[key % LEAF_KEY] as Leaf;
        links.push({ from: Math.floor(key / LEAF_KEY), ...leaf, count: this.counts[at] ?? 1 });
      }
      previous = key;
    }
    return links;
  }

  private ranks(): Uint32Array {
    const { leaves } = this;
    const order = leaves.map((_, number) => number).sort((a, b) => compareLeaves(leaves[a] as Leaf, leaves[b] as Leaf));
    const rank = new Uint32Array(order.length);
    for (let at = 0; at < order.length; at++) rank[order[at] ?? 0] = at;
    return rank;
  }
}

function compareLeaves(a: Leaf, b: Leaf): number {
  return a.kind - b.kind || byCodeUnits(a.packageName, b.packageName) || byCodeUnits(a.name, b.name);
}
