/** What is known of the difference of two versions: the values that comparing, rating and packing share. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolRecord } from "@sdl/model/graph";
import type { BlastEntry } from "./blast/blast-radius.js";
import type { Companion } from "./companions.js";
import type { SymbolChange } from "./describe-change.js";
import type { Amplifier } from "./fan-in.js";
import type { SymbolPairs } from "./symbol-pairs.js";

/** How risky the change of one symbol is, and why. */
export interface ChangeRisk {
  /** r of `risk/change-risk.ts`, 0..1. */
  readonly value: number;
  readonly isTestCode: boolean;
  /** Part of what others outside of its file may use. */
  readonly isPublic: boolean;
  /** Public before, and not any more. */
  readonly isRemovedApi: boolean;
  /** It runs, and no test is linked to it. */
  readonly isUntested: boolean;
  /** Distinct symbols outside of test code that refer to it, in the version that has more of them. */
  readonly dependents: number;
  /** Share of the symbols that fewer depend on, 0..1. */
  readonly fanInPercentile: number;
}

/** A changed symbol with what is at stake. */
export interface RatedChange extends SymbolChange {
  readonly risk: ChangeRisk;
}

export interface Delta {
  readonly pairs: SymbolPairs;
  /** Riskiest first, then by file and place. */
  readonly changes: readonly RatedChange[];
  /** Files whose facts differ, by code units. */
  readonly files: readonly string[];
  /** Best first. */
  readonly blast: readonly BlastEntry[];
  readonly amplifiers: readonly Amplifier[];
  /** What usually changes as well; empty without a history. */
  readonly companions: readonly Companion[];
}

/** The symbol as it is now; as it was, when it is gone. */
export function recordOf(pairs: SymbolPairs, { before, after }: SymbolChange): SymbolRecord {
  if (after !== undefined) return pairs.after.graph.symbol(after);
  return pairs.before.graph.symbol(before as SymbolHandle);
}
