/** Correspondence of symbols between two versions: by id, and by moves and renames. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import type { DeltaSide } from "./delta-side.js";
import type { SymbolChange } from "./describe-change.js";

/** Maps handles between the two graphs. */
export class SymbolPairs {
  private readonly movedTo = new Map<SymbolHandle, SymbolHandle>();
  private readonly movedFrom = new Map<SymbolHandle, SymbolHandle>();

  constructor(
    readonly before: DeltaSide,
    readonly after: DeltaSide,
    changes: readonly SymbolChange[],
  ) {
    for (const { before: from, after: to, isMoved } of changes) {
      if (!isMoved || from === undefined || to === undefined) continue;
      this.movedTo.set(from, to);
      this.movedFrom.set(to, from);
    }
  }

  /** Later handle of an earlier symbol; `undefined` if it was removed. */
  later(symbol: SymbolHandle): SymbolHandle | undefined {
    return this.movedTo.get(symbol) ?? counterpart(this.before.graph, symbol, this.after.graph);
  }

  /** Earlier handle of a later symbol; `undefined` if it was added. */
  earlier(symbol: SymbolHandle): SymbolHandle | undefined {
    return this.movedFrom.get(symbol) ?? counterpart(this.after.graph, symbol, this.before.graph);
  }
}

function counterpart(from: SymbolGraph, symbol: SymbolHandle, to: SymbolGraph): SymbolHandle | undefined {
  return to.findSymbol(from.symbol(symbol).id);
}
