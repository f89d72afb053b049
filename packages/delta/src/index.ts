/** Public API of deltas: differences between two versions and their blast radius. Knows graphs, no store. */
export { BLAST_SIGNALS, type BlastEntry, type BlastSignal, blastRadius } from "./blast/blast-radius.js";
export { inheritedMembers } from "./blast/heritage.js";
export { type Companion, findCompanionsInGraph } from "./companions.js";
export { computeDelta, type DeltaOptions } from "./compute-delta.js";
export { changedSymbolRecord, type Delta, type RatedChange } from "./delta.js";
export {
  type DeltaNames,
  type DeltaPack,
  type PackedAmplifier,
  type PackedBlastEntry,
  type PackedChange,
  type PackedCompanion,
  packAmplifiers,
  packCompanions,
  packDelta,
} from "./delta-pack.js";
export { type BehaviourStatements, type DeltaSide, type DescribeSymbol, deltaSide } from "./delta-side.js";
export { type Changes, type ChangeType, describeChanges, type ListDiff, type SymbolChange } from "./describe-change.js";
export { type FanInAmplifier, type FanInTrend, fanIn, fanInTrend, findAmplifiers } from "./fan-in.js";
export { type PackedBreak, packBreaks } from "./pack-breaks.js";
export { FINDING_TYPES, type Finding, findRisks } from "./risk/findings.js";
export { type RecommendedTest, recommendTests, TEST_TYPES } from "./risk/recommended-tests.js";
export { type RiskLevel, type RiskParts, riskLevel, riskParts, riskScore, SCORE_WEIGHTS } from "./risk/score.js";
export { SymbolPairs } from "./symbol-pairs.js";
