/** Hot spots of a repository: most used symbols, most connected symbols, largest and most changed files. */
import { compareIdParts } from "@sdl/model";
import type { DerivedLayers } from "@sdl/model/graph";
import type { Snapshot } from "@sdl/repository";
import type { ConnectedSymbol, Survey } from "./survey.js";

const MAX_ENTRIES = 10;

/** Lists the top symbols and files by each measure. */
export function findHotspots(graph: Snapshot, survey: Survey, derived: DerivedLayers | undefined): object {
  const symbols = survey.directories.flatMap((directory) => directory.symbols);
  return {
    mostDepended: takeTop(graph, symbols, ({ fanIn }) => fanIn).map((one) => ({
      ...labelWithCounts(graph, one),
      fanIn: one.fanIn,
    })),
    mostConnected: takeTop(graph, symbols, ({ fanIn, fanOut }) => fanIn + fanOut).map((one) => ({
      ...labelWithCounts(graph, one),
      connections: one.fanIn + one.fanOut,
    })),
    largestFiles: largestFiles(graph),
    mostChanged: listMostChanged(graph, derived),
  };
}

/** Files by number of commits in 30 days; empty without a history. */
function listMostChanged(graph: Snapshot, derived: DerivedLayers | undefined): object[] {
  const history = derived?.history();
  if (history === undefined) return [];
  const changed = graph.files().map((file) => ({ file, churn30d: history.churnOfFile(file) }));
  return changed
    .filter(({ churn30d }) => churn30d > 0)
    .sort((a, b) => b.churn30d - a.churn30d || (a.file < b.file ? -1 : 1))
    .slice(0, MAX_ENTRIES);
}

function takeTop(
  graph: Snapshot,
  symbols: readonly ConnectedSymbol[],
  weight: (symbol: ConnectedSymbol) => number,
): readonly ConnectedSymbol[] {
  const floor = [...symbols].map(weight).sort((a, b) => b - a)[MAX_ENTRIES - 1] ?? 0;
  return symbols
    .filter((symbol) => weight(symbol) > 0 && weight(symbol) >= floor)
    .sort((a, b) => weight(b) - weight(a) || compareIdParts(graph.idParts(a.symbol), graph.idParts(b.symbol)))
    .slice(0, MAX_ENTRIES);
}

function labelWithCounts(graph: Snapshot, { symbol }: ConnectedSymbol): object {
  const { id, qualifiedName, file, line } = graph.symbol(symbol);
  return { symbolId: id, name: qualifiedName, file, line };
}

function largestFiles(graph: Snapshot): object[] {
  const sized = graph.files().map((file) => ({ file, bytes: graph.fileEntry(file)?.stat.sizeBytes ?? 0 }));
  return sized
    .sort((a, b) => b.bytes - a.bytes || (a.file < b.file ? -1 : 1))
    .slice(0, MAX_ENTRIES)
    .map(({ file, bytes }) => ({ file, bytes, symbols: graph.fileSymbols(file).length }));
}
