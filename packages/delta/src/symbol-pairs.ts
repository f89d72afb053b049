/** Which symbol of one version is which of the other: by id, and by what was moved or renamed between them. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import type { DeltaSide } from "./delta-side.js";
import type { SymbolChange } from "./describe-change.js";

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

  /** The later handle of an earlier symbol; `undefined` when it went. */
  later(symbol: SymbolHandle): SymbolHandle | undefined {
    return this.movedTo.get(symbol) ?? twin(this.before.graph, symbol, this.after.graph);
  }

  /** The earlier handle of a later symbol; `undefined` when it came. */
  earlier(symbol: SymbolHandle): SymbolHandle | undefined {
    return this.movedFrom.get(symbol) ?? twin(this.after.graph, symbol, this.before.graph);
  }
}

function twin(from: SymbolGraph, symbol: SymbolHandle, to: SymbolGraph): SymbolHandle | undefined {
  return to.findSymbol(from.symbol(symbol).id);
}
