/** The difference of two versions as a whole: what changed, how risky each change is, what it may reach. A pure function of both. */
import type { SymbolHandle, SymbolRecord } from "@sdl/model";
import { byCodeUnits } from "@sdl/model";
import { type BlastEntry, blastRadius } from "./blast/blast-radius.js";
import { type Companion, findCompanions } from "./companions.js";
import type { DeltaSide, DescribeSymbol } from "./delta-side.js";
import { describeChanges, type SymbolChange } from "./describe-change.js";
import { type Amplifier, findAmplifiers } from "./fan-in.js";
import { type ChangeRisk, changeRisk } from "./risk/change-risk.js";
import { SymbolPairs } from "./symbol-pairs.js";

export interface DeltaOptions {
  readonly describe: DescribeSymbol;
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

export function computeDelta(before: DeltaSide, after: DeltaSide, { describe }: DeltaOptions): Delta {
  const { changes, files } = describeChanges(before, after, describe);
  const pairs = new SymbolPairs(before, after, changes);
  const rated = changes.map((change) => ({ ...change, risk: changeRisk(pairs, change) }));
  return {
    pairs,
    changes: rated.sort((a, b) => b.risk.value - a.risk.value || byRecord(recordOf(pairs, a), recordOf(pairs, b))),
    files,
    blast: blastRadius(pairs, changes),
    amplifiers: findAmplifiers(pairs, files),
    companions: findCompanions(pairs, changes),
  };
}

/** The symbol as it is now; as it was, when it is gone. */
export function recordOf(pairs: SymbolPairs, { before, after }: SymbolChange): SymbolRecord {
  if (after !== undefined) return pairs.after.graph.symbol(after);
  return pairs.before.graph.symbol(before as SymbolHandle);
}

function byRecord(a: SymbolRecord, b: SymbolRecord): number {
  return byCodeUnits(a.file, b.file) || a.range.startLine - b.range.startLine || byCodeUnits(a.id, b.id);
}
