/** The blast radius as a tree: what changed, the riskiest first, and what that may reach, by file. Pure. */
import type { BlastRadiusAnswer, ChangedSymbol, PlacedSymbol, ReachedSymbol } from "../server/answers.js";
import { counted } from "../status/status-view.js";

/** A symbol that may be gone: then nothing of it can be opened. */
export interface RadiusEntry {
  readonly name: string;
  readonly note: string;
  readonly tooltip: string;
  readonly symbol: PlacedSymbol | undefined;
}

export interface RadiusGroup {
  readonly title: string;
  readonly entries: readonly RadiusEntry[];
}

/** @param isNamed whether the note says of what file an entry is */
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

/** Tells of all of it in a line. */
export function radiusSummary({ delta }: BlastRadiusAnswer): string {
  const { changedSymbols = [], blastRadius = [] } = delta;
  if (changedSymbols.length === 0) return "Nothing differs from the last commit.";
  const risk = Math.max(...changedSymbols.map((symbol) => symbol.risk));
  const files = new Set(blastRadius.map(({ file }) => file)).size;
  const reach = blastRadius.length === 0 ? "nothing else is affected" : `${counted(files, "file")} may be affected`;
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

/** The whole way stands in the tooltip: a tree is narrow. */
function baseName(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1);
}
