/** Processes that changed symbols take part in, and where the world enters them. */
import type { SymbolHandle } from "@sdl/model";
import type { DerivedLayers } from "@sdl/model/graph";
import type { DeltaSide } from "../delta-side.js";
import type { SymbolChange } from "../describe-change.js";
import { changesBehaviour } from "./weights.js";

export interface ProcessEntry {
  readonly symbol: SymbolHandle;
  readonly label: string;
  /** Calls from the entry to the nearest changed symbol. */
  readonly depth: number;
}

export class ChangedProcesses {
  /** By id: how deep the nearest changed symbol lies in it. */
  private readonly depths = new Map<string, number>();
  /** The same of symbols that do other things than before: what is merely declared otherwise is not felt at the entry. */
  private readonly felt = new Map<string, number>();
  private readonly layers: DerivedLayers | undefined;

  constructor(
    private readonly side: DeltaSide,
    changes: readonly SymbolChange[],
  ) {
    this.layers = side.layers;
    for (const change of changes) {
      if (change.after === undefined) continue;
      for (const { processId, depth } of this.layers?.processesOf(change.after) ?? []) {
        keepLeast(this.depths, processId, depth);
        if (changesBehaviour(change)) keepLeast(this.felt, processId, depth);
      }
    }
  }

  /** Whether a symbol takes part in one of them. */
  has(symbol: SymbolHandle): boolean {
    return this.depths.size > 0 && this.partsOf(symbol).some(({ processId }) => this.depths.has(processId));
  }

  /** Where the world enters what it may feel. */
  entries(): ProcessEntry[] {
    if (this.felt.size === 0) return [];
    const { graph } = this.side;
    const found: ProcessEntry[] = [];
    for (const file of graph.files()) {
      for (const symbol of graph.fileSymbols(file)) {
        const part = this.partsOf(symbol).find(({ role, processId }) => role === "entry" && this.felt.has(processId));
        if (part === undefined) continue;
        found.push({ symbol, label: part.label, depth: this.felt.get(part.processId) ?? 0 });
      }
    }
    return found;
  }

  private partsOf(symbol: SymbolHandle) {
    return this.layers?.processesOf(symbol) ?? [];
  }
}

function keepLeast(least: Map<string, number>, key: string, value: number): void {
  least.set(key, Math.min(value, least.get(key) ?? value));
}
