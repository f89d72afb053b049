/** Lookup of the symbol that a node belongs to. Accepts nodes in any order and climbs the tree, so it suits rare lookups. */
import { SYMBOLS } from "@sdl/model/facts";
import type { Extraction } from "../extraction.js";

/** Finds declaring and enclosing symbols of nodes. */
export class SymbolNodes {
  private known: Map<number, number> | undefined;

  /** @param extraction must have all symbols declared */
  constructor(private readonly extraction: Extraction) {}

  /** The symbol that the node declares; the last one if there are several. */
  symbolDeclaredBy(node: number): number | undefined {
    return this.symbols.get(node);
  }

  /** Built at the first lookup: most files need none. */
  private get symbols(): ReadonlyMap<number, number> {
    if (this.known !== undefined) return this.known;
    this.known = new Map();
    const count = this.extraction.facts.table(SYMBOLS).rows;
    for (let symbol = 1; symbol < count; symbol++) this.known.set(this.extraction.nodeOf(symbol), symbol);
    return this.known;
  }

  /** The innermost symbol around a node; 0 is the module. */
  symbolAround(node: number): number {
    const { parent } = this.extraction.tree;
    for (let row = node; row !== 0; row = parent[row] ?? 0) {
      const symbol = this.symbols.get(row);
      if (symbol !== undefined) return symbol;
    }
    return 0;
  }
}
