/** Folders of an overview: those with the most symbols, in path order, each with its exports and the tokens of its files. */
import { compareIdParts } from "@sdl/model";
import { type DerivedLayers, wholeName } from "@sdl/model/graph";
import type { Snapshot } from "@sdl/repository";
import type { CountTokens } from "@sdl/slice";
import { pruneAnswer } from "../../contract/prune-answer.js";
import { SOURCE_BYTES_PER_TOKEN } from "./bytes-per-token.js";
import type { ConnectedSymbol, Directory, Survey } from "./survey.js";

/** Folders to describe, and number of exports per folder. */
export interface DirectoryOptions {
  /** Only these folders and folders inside them; all if absent. */
  readonly wanted: readonly string[] | undefined;
  readonly maxDirectories: number;
  readonly maxExports: number;
  readonly countTokens: CountTokens;
  readonly derived: DerivedLayers | undefined;
}

const MAX_TOP = 3;

/** Describes the folders with the most symbols, and counts those left out. */
export function describeDirectories(graph: Snapshot, survey: Survey, options: DirectoryOptions): object {
  const { wanted, maxDirectories } = options;
  const fitting = survey.directories.filter(
    ({ path }) => wanted === undefined || wanted.some((one) => isInFolder(path, one)),
  );
  const kept = new Set([...fitting].sort(compareBySymbolCount).slice(0, maxDirectories));
  const droppedDirectories = fitting.length - kept.size;
  return {
    directories: fitting
      .filter((directory) => kept.has(directory))
      .map((directory) => describe(graph, directory, options)),
    ...(droppedDirectories === 0 ? {} : { truncation: { truncated: true, droppedDirectories, howToResume: RESUME } }),
  };
}

const RESUME =
  "The folders with the fewest symbols are left out: raise maxDirectories, or name folders in directories.";

/** Whether a folder equals the other folder or is inside it. */
export function isInFolder(path: string, folder: string): boolean {
  return folder === "" || folder === "." || path === folder || path.startsWith(`${folder.replace(/\/$/, "")}/`);
}

function compareBySymbolCount(a: Directory, b: Directory): number {
  return b.symbols.length - a.symbols.length || (a.path < b.path ? -1 : 1);
}

function describe(
  graph: Snapshot,
  { path, files, symbols, sourceBytes }: Directory,
  options: DirectoryOptions,
): object {
  const exported = sortByFanIn(graph, symbols).filter(({ symbol }) => graph.isExport(symbol));
  const used = exported.filter(({ fanIn }) => fanIn > 0);
  const described = pruneAnswer({
    path,
    files: files.length,
    symbols: symbols.length,
    exportCount: exported.length,
    exports: firstNames(graph, exported, options.maxExports),
    topByFanIn: used.slice(0, MAX_TOP).map(({ symbol, fanIn }) => ({ ...nameSymbol(graph, symbol), fanIn })),
    topByChurn: topByChurn(graph, symbols, options.derived),
    estimatedFullTokens: Math.round(sourceBytes / SOURCE_BYTES_PER_TOKEN),
  });
  return { ...described, summaryTokens: options.countTokens(JSON.stringify(described)) };
}

/** The first distinct names, in the order of the symbols. */
function firstNames(graph: Snapshot, symbols: readonly ConnectedSymbol[], limit: number): string[] {
  const names = new Set<string>();
  for (const { symbol } of symbols) {
    if (names.size >= limit) break;
    names.add(graph.symbol(symbol).name);
  }
  return [...names];
}

/** Symbols with the most commits in 30 days; empty without a history. */
function topByChurn(
  graph: Snapshot,
  symbols: readonly ConnectedSymbol[],
  derived: DerivedLayers | undefined,
): object[] {
  const changed = symbols.flatMap(({ symbol }) => {
    const churn30d = derived?.churnOf(symbol) ?? 0;
    return churn30d === 0 ? [] : [{ symbol, id: graph.idParts(symbol), churn30d }];
  });
  changed.sort((a, b) => b.churn30d - a.churn30d || compareIdParts(a.id, b.id));
  return changed.slice(0, MAX_TOP).map(({ symbol, churn30d }) => ({ ...nameSymbol(graph, symbol), churn30d }));
}

function nameSymbol(
  graph: Snapshot,
  handle: ConnectedSymbol["symbol"],
): { readonly symbolId: string; readonly name: string } {
  const record = graph.symbol(handle);
  return { symbolId: record.id, name: wholeName(record) };
}

function sortByFanIn(graph: Snapshot, symbols: readonly ConnectedSymbol[]): ConnectedSymbol[] {
  return [...symbols].sort(
    (a, b) => b.fanIn - a.fanIn || compareIdParts(graph.idParts(a.symbol), graph.idParts(b.symbol)),
  );
}
