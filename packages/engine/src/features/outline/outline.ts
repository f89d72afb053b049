/** Outline of a file: its symbols, nested as in the source. */
import { rangeCovers, SdlError, type SymbolHandle } from "@sdl/model";
import { type Signature, type SymbolGraph, type SymbolRecord, wholeName } from "@sdl/model/graph";
import { labelOf, type SymbolLabel } from "../../query/symbol-ref.js";

/** One symbol of an outline with its members, in source order. */
interface OutlineNode {
  readonly symbolId: string;
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  readonly endLine: number;
  readonly exported: boolean;
  readonly signature?: string | undefined;
  readonly children: OutlineNode[];
}

/** The tree of a file's symbols, with their number. */
export interface FileOutline {
  readonly file: string;
  /** Id of the module symbol, which represents the file's top-level code. */
  readonly symbolId: string | undefined;
  readonly symbolCount: number;
  readonly symbols: readonly OutlineNode[];
}

/** @param file an indexed path @param isWorded whether to include signatures, for text answers */
export function buildOutline(graph: SymbolGraph, file: string, isWorded: boolean): FileOutline {
  const nodes = new Map<SymbolHandle, OutlineNode>();
  const top: OutlineNode[] = [];
  let moduleId: string | undefined;
  for (const handle of graph.fileSymbols(file)) {
    const symbol = graph.symbol(handle);
    if (symbol.container === undefined) {
      moduleId = symbol.id;
      continue;
    }
    const node = outlineNode(symbol, isWorded ? graph.details(handle).signature : undefined);
    nodes.set(handle, node);
    // A container precedes its members; a symbol without a container in this file is top level.
    (nodes.get(symbol.container)?.children ?? top).push(node);
  }
  return { file, symbolId: moduleId, symbolCount: nodes.size + (moduleId === undefined ? 0 : 1), symbols: top };
}

function outlineNode(record: SymbolRecord, signature: Signature | undefined): OutlineNode {
  const { id, kind, line, range, exported } = record;
  const place = { line, endLine: range.endLine };
  const written = signature === undefined ? {} : { signature: signature.text };
  return { symbolId: id, name: wholeName(record), kind, ...place, exported, ...written, children: [] };
}

/** A symbol with everything that contains it. */
export interface SymbolPlace {
  readonly symbol: SymbolLabel & { readonly range: SymbolRecord["range"] };
  /** From the innermost container to the module. */
  readonly containers: readonly SymbolLabel[];
}

/**
 * The innermost symbol at a position in an indexed file.
 * @throws {SdlError} `symbol_not_found` for a line past the end
 */
export function findSymbolAt(
  graph: SymbolGraph,
  file: string,
  position: { line: number; col?: number | undefined },
): SymbolPlace {
  let best: SymbolRecord | undefined;
  let lastLine = 0;
  for (const handle of graph.fileSymbols(file)) {
    const symbol = graph.symbol(handle);
    lastLine = Math.max(lastLine, symbol.range.endLine);
    if (!rangeCovers(symbol.range, position.line, position.col)) continue;
    best = innermostOfTwo(best, symbol);
  }
  if (best === undefined) {
    throw new SdlError(
      "symbol_not_found",
      `${file} has no line ${position.line}: its last symbol ends at line ${lastLine}; pass a line of the file`,
    );
  }
  return { symbol: { ...labelOf(best), range: best.range }, containers: containerLabels(graph, best) };
}

/** The inner one of two symbols; if they are side by side on one line, the first. */
function innermostOfTwo(a: SymbolRecord | undefined, b: SymbolRecord): SymbolRecord {
  if (a === undefined || isNestedSymbol(b, a)) return b;
  return a;
}

function isNestedSymbol(inner: SymbolRecord, outer: SymbolRecord): boolean {
  const startsAfter =
    inner.range.startLine > outer.range.startLine ||
    (inner.range.startLine === outer.range.startLine && inner.range.startCol >= outer.range.startCol);
  const endsBefore =
    inner.range.endLine < outer.range.endLine ||
    (inner.range.endLine === outer.range.endLine && inner.range.endCol <= outer.range.endCol);
  return startsAfter && endsBefore;
}

function containerLabels(graph: SymbolGraph, symbol: SymbolRecord): readonly SymbolLabel[] {
  const chain: SymbolLabel[] = [];
  let container = symbol.container;
  while (container !== undefined) {
    const record = graph.symbol(container);
    chain.push(labelOf(record));
    container = record.container;
  }
  return chain;
}
