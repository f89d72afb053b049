/** What differs between two versions. A module of its own: it knows graphs, no store. */
export { type DeltaSide, type DescribeSymbol, deltaSide, type SymbolWords } from "./delta-side.js";
export { type Changes, type ChangeType, describeChanges, type ListDiff, type SymbolChange } from "./describe-change.js";
