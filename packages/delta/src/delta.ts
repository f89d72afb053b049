/** Delta values that comparing, rating and packing share. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolRecord } from "@sdl/model/graph";
import type { BlastEntry } from "./blast/blast-radius.js";
import type { Companion } from "./companions.js";
import type { SymbolChange } from "./describe-change.js";
import type { FanInAmplifier } from "./fan-in.js";
import type { ChangeBreaks } from "./interface/interface-breaks.js";
import type { StricterRequirement } from "./interface/requirements.js";
import type { SymbolPairs } from "./symbol-pairs.js";

/** Risk of the change of one symbol, with its reasons. */
export interface ChangeRisk extends ChangeBreaks {
  /** Risk r of `risk/change-risk.ts`, 0..1. */
  readonly value: number;
  /** Probability that the change breaks code that uses the symbol, 0..1; a part of `value`. */
  readonly breakage: number;
  readonly isTestCode: boolean;
  /** Whether the symbol is executable and has no linked test. */
  readonly isUntested: boolean;
  /** Number of distinct symbols outside of test code that refer to the symbol, the maximum of both versions. */
  readonly dependents: number;
}

/** A change with its risk. */
export interface RatedChange extends SymbolChange {
  readonly risk: ChangeRisk;
}

/** A complete delta, with handles of both graphs. */
export interface Delta {
  readonly pairs: SymbolPairs;
  /** New or stricter requirements of packages on their users. */
  readonly requirements: readonly StricterRequirement[];
  /** Riskiest first, then by file and position. */
  readonly changes: readonly RatedChange[];
  /** Files whose facts differ, in the order of code units. */
  readonly files: readonly string[];
  /** Best first. */
  readonly blast: readonly BlastEntry[];
  readonly amplifiers: readonly FanInAmplifier[];
  /** Symbols that usually change too; empty without a history. */
  readonly companions: readonly Companion[];
}

/** Record of the changed symbol in the later version; in the earlier version if it was removed. */
export function changedSymbolRecord(pairs: SymbolPairs, { before, after }: SymbolChange): SymbolRecord {
  if (after !== undefined) return pairs.after.graph.symbol(after);
  return pairs.before.graph.symbol(before as SymbolHandle);
}
