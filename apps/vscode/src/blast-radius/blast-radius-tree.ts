/** Blast radius as a tree: changed symbols, the riskiest first, and the symbols that they may affect. Pure. */
import type { BlastRadiusAnswer, ChangedSymbol, PlacedSymbol, ReachedSymbol } from "../server/answers.js";
import { countWithNoun } from "../status/status-view.js";

/** A row of the tree; `symbol` is absent if the symbol was removed and cannot be opened. */
export interface RadiusEntry {
  readonly name: string;
  readonly note: string;
  readonly tooltip: string;
  readonly symbol: PlacedSymbol | undefined;
}

/** A titled group of the tree. */
export interface RadiusGroup {
  readonly title: string;
  readonly entries: readonly RadiusEntry[];
}

/** Groups of the tree: changed symbols, then the symbols that they may affect. */
export function radiusGroups({ delta, symbols }: BlastRadiusAnswer): readonly RadiusGroup[] {
  const { changedSymbols = [], blastRadius = [], trimmedSet } = delta;
  const byId = new Map(symbols.map((symbol) => [symbol.symbolId, symbol]));
  const more = (left = 0) => (left === 0 ? "" : ` and ${left} more`);
  const groups = [
    {
      title: `Changed: ${changedSymbols.length}${more(trimmedSet?.changedSymbols)}`,
      entries: changedSymbols.map((symbol) => changedEntry(symbol, byId)),
    },
    {
      title: `May be affected: ${blastRadius.length}${more(trimmedSet?.blastRadius)}`,
      entries: blastRadius.map((symbol) => reachedEntry(symbol, byId)),
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** One-line summary of a blast radius. */
export function radiusSummary({ delta }: BlastRadiusAnswer): string {
  const { changedSymbols = [], blastRadius = [] } = delta;
  if (changedSymbols.length === 0) return "There are no changes since the last commit.";
  const risk = Math.max(...changedSymbols.map((symbol) => symbol.risk));
  const files = new Set(blastRadius.map(({ file }) => file)).size;
  const reach =
    blastRadius.length === 0 ? "nothing else is affected" : `${countWithNoun(files, "file")} may be affected`;
  return `Highest risk ${risk} of 100; ${reach}.`;
}

function changedEntry(changed: ChangedSymbol, byId: ReadonlyMap<string, PlacedSymbol>): RadiusEntry {
  const { symbolId, name, file, changeType, signatureDiff, risk } = changed;
  const what = signatureDiff === undefined || changeType !== "modified" ? changeType : "signature changed";
  const signatures =
    signatureDiff === undefined ? [] : [`before: ${signatureDiff.before}`, `after: ${signatureDiff.after}`];
  return {
    name,
    note: `risk ${risk}, ${what}, ${baseName(file)}`,
    tooltip: [`${what} in ${file}`, ...signatures].join("\n"),
    symbol: byId.get(symbolId),
  };
}

function reachedEntry(reached: ReachedSymbol, byId: ReadonlyMap<string, PlacedSymbol>): RadiusEntry {
  const { symbolId, name, file, reason, distance } = reached;
  const steps = distance === 1 ? "directly" : `${distance} steps away`;
  return {
    name,
    note: `${baseName(file)}, ${reason}`,
    tooltip: `${reason}\n${steps}, ${file}`,
    symbol: byId.get(symbolId),
  };
}

/** File name without its path, because a tree is narrow; the full path is in the tooltip. */
function baseName(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1);
}
