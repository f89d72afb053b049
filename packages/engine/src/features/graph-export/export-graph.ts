/**
 * Exports a whole graph as JSON lines: files in path order, symbols in source order, each followed by its edges and unresolved leaves. Equal graphs
 * give equal lines in any version: a line contains no symbol handle and no time.
 */
import { EDGE_KINDS, SdlError, type SymbolHandle } from "@sdl/model";
import { RESOLVERS, type SymbolGraph, type SymbolRecord } from "@sdl/model/graph";
import type { Snapshot } from "@sdl/repository";
import type { ActionContext } from "../../contract/action.js";
import { sanitizeAnswer } from "../../contract/sanitize-answer.js";
import { type QueryTarget, runQuery } from "../../query/run-query.js";

/** Approximate number of characters passed to each `write`. */
const PIECE_LENGTH = 1 << 16;

/**
 * Writes the latest version's graph in pieces, so that memory does not grow with the graph.
 * @throws {SdlError} `repo_not_found`, `not_indexed`; `busy` if another version is published after the first piece
 */
export async function exportGraph(
  context: ActionContext,
  target: QueryTarget,
  write: (piece: string) => void,
): Promise<void> {
  let isBegun = false;
  await runQuery(context, target, ({ graph }) => {
    if (isBegun) throw new SdlError("busy", "the index changed during the export; export again");
    let piece = "";
    for (const line of exportLines(graph)) {
      piece += `${line}\n`;
      if (piece.length < PIECE_LENGTH) continue;
      isBegun = true;
      write(piece);
      piece = "";
    }
    write(piece);
    return {};
  });
}

function jsonLine(row: object): string {
  return JSON.stringify(sanitizeAnswer({ ...row }));
}

/** Lines without their line ends. */
function* exportLines(graph: Snapshot): Iterable<string> {
  for (const path of graph.filesAndSettings()) {
    for (const handle of graph.fileSymbols(path)) {
      const symbol = graph.symbol(handle);
      yield jsonLine(symbolRow(graph, symbol));
      yield* edgeLines(graph, handle, exportedEnd(symbol));
    }
  }
}

/** An end of an edge, with the location, so that a reader needs no lookup of the symbol's own line. */
interface ExportedEnd {
  readonly symbolId: string;
  readonly file: string;
  readonly qualifiedName: string;
  readonly kind: string;
  readonly line: number;
}

function exportedEnd({ id, file, qualifiedName, kind, line }: SymbolRecord): ExportedEnd {
  return { symbolId: id, file, qualifiedName, kind, line };
}

function symbolRow(graph: SymbolGraph, symbol: SymbolRecord): object {
  const { range, visibility, exported, container } = symbol;
  const outer = container === undefined ? {} : { container: graph.symbol(container).id };
  return { type: "symbol", ...exportedEnd(symbol), range, visibility, exported, ...outer };
}

function* edgeLines(graph: SymbolGraph, handle: SymbolHandle, from: ExportedEnd): Iterable<string> {
  const { length, symbols, kinds, confidences, resolvers, counts } = graph.outgoing(handle);
  for (let i = 0; i < length; i++) {
    yield jsonLine({
      type: "edge",
      from,
      to: exportedEnd(graph.symbol(symbols[i] ?? 0)),
      kind: EDGE_KINDS[kinds[i] ?? 0],
      confidence: (confidences[i] ?? 0) / 100,
      resolverId: RESOLVERS[resolvers[i] ?? 0],
      count: counts[i],
    });
  }
  for (const { kind, packageName, name } of graph.unresolved(handle)) {
    const target = packageName === undefined ? { name } : { package: packageName, name };
    yield jsonLine({ type: "edge", from, to: null, target, kind });
  }
}
