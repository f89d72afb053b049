/** Processes of changed symbols, and their entry points. */
import type { SymbolHandle } from "@sdl/model";
import type { DerivedLayers } from "@sdl/model/graph";
import type { DeltaSide } from "../delta-side.js";
import type { SymbolChange } from "../describe-change.js";
import { changesBehaviour } from "./weights.js";

/** Entry point of a process (a flow of calls) that reaches a changed symbol. */
export interface ProcessEntry {
  readonly symbol: SymbolHandle;
  readonly label: string;
  /** Number of calls from the entry point to the nearest changed symbol. */
  readonly depth: number;
}

/** Index of processes by changed symbols. */
export class ChangedProcesses {
  /** By process id: depth of the nearest changed symbol. */
  private readonly depths = new Map<string, number>();
  /** By process id: depth of the nearest symbol whose behaviour changed. A changed declaration has no effect at the entry point. */
  private readonly behaviourDepths = new Map<string, number>();
  private readonly layers: DerivedLayers | undefined;

  constructor(
    private readonly side: DeltaSide,
    changes: readonly SymbolChange[],
  ) {
    this.layers = side.layers;
    for (const change of changes) {
      if (change.after === undefined) continue;
      for (const { processId, depth } of this.layers?.processesOf(change.after) ?? []) {
        keepMinimum(this.depths, processId, depth);
        if (changesBehaviour(change)) keepMinimum(this.behaviourDepths, processId, depth);
      }
    }
  }

  /** Whether a symbol takes part in a process of a changed symbol. */
  has(symbol: SymbolHandle): boolean {
    return this.depths.size > 0 && this.processPartsOf(symbol).some(({ processId }) => this.depths.has(processId));
  }

  /** Entry points of the processes whose behaviour may have changed. */
  entries(): ProcessEntry[] {
    if (this.behaviourDepths.size === 0) return [];
    const { graph } = this.side;
    const found: ProcessEntry[] = [];
    for (const file of graph.files()) {
      for (const symbol of graph.fileSymbols(file)) {
        const part = this.processPartsOf(symbol).find(
          ({ role, processId }) => role === "entry" && this.behaviourDepths.has(processId),
        );
        if (part === undefined) continue;
        found.push({ symbol, label: part.label, depth: this.behaviourDepths.get(part.processId) ?? 0 });
      }
    }
    return found;
  }

  private processPartsOf(symbol: SymbolHandle) {
    return this.layers?.processesOf(symbol) ?? [];
  }
}

function keepMinimum(least: Map<string, number>, key: string, value: number): void {
  least.set(key, Math.min(value, least.get(key) ?? value));
}
