/** Which symbol a node belongs to, asked in any order and rarely: it climbs. */
import { SYMBOLS } from "@sdl/model";
import type { Extraction } from "../extraction.js";

export class SymbolNodes {
  private readonly symbols = new Map<number, number>();

  /** @param extraction all of whose symbols are declared */
  constructor(private readonly extraction: Extraction) {
    const count = extraction.facts.table(SYMBOLS).rows;
    for (let symbol = 1; symbol < count; symbol++) this.symbols.set(extraction.nodeOf(symbol), symbol);
  }

  /** The symbol that the node declares; of several the last. */
  declaredAt(node: number): number | undefined {
    return this.symbols.get(node);
  }

  /** The innermost symbol around a node; 0 is the module. */
  around(node: number): number {
    const { parent } = this.extraction.tree;
    for (let row = node; row !== 0; row = parent[row] ?? 0) {
      const symbol = this.symbols.get(row);
      if (symbol !== undefined) return symbol;
    }
    return 0;
  }
}
