/** Delta of two versions: changes with their risk, blast radius, amplifiers and companions. A pure function of both versions. */
import type { SymbolRecord } from "@sdl/model/graph";
import { byCodeUnits } from "@sdl/model/text";
import { blastRadius } from "./blast/blast-radius.js";
import { findCompanions } from "./companions.js";
import { changedSymbolRecord, type Delta } from "./delta.js";
import type { DeltaSide, DescribeSymbol } from "./delta-side.js";
import { describeChanges } from "./describe-change.js";
import { findAmplifiers } from "./fan-in.js";
import { rateChanges } from "./risk/change-risk.js";
import { SymbolPairs } from "./symbol-pairs.js";

/** How symbols' behaviour is described. */
export interface DeltaOptions {
  readonly describe: DescribeSymbol;
}

/** Computes the whole delta of two versions. */
export function computeDelta(before: DeltaSide, after: DeltaSide, { describe }: DeltaOptions): Delta {
  const described = describeChanges(before, after, describe);
  const { changes, files } = described;
  const pairs = new SymbolPairs(before, after, changes);
  const rated = rateChanges(pairs, described);
  return {
    pairs,
    requirements: rated.requirements,
    changes: [...rated.changes].sort(
      (a, b) =>
        b.risk.value - a.risk.value || compareByRecord(changedSymbolRecord(pairs, a), changedSymbolRecord(pairs, b)),
    ),
    files,
    blast: blastRadius(pairs, changes),
    amplifiers: findAmplifiers(pairs, files),
    companions: findCompanions(pairs, changes),
  };
}

function compareByRecord(a: SymbolRecord, b: SymbolRecord): number {
  return byCodeUnits(a.file, b.file) || a.range.startLine - b.range.startLine || byCodeUnits(a.id, b.id);
}
