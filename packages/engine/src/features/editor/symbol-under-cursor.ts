/**
 * Finds the symbol at an editor's cursor: the one whose name is declared there, else the one that is referenced there. Finds nothing for a name
 * without an edge in the graph, such as a local variable.
 */
import type { SymbolHandle } from "@sdl/model";
import { targetsAtPosition } from "@sdl/repository/source";
import type { ActionContext } from "../../contract/action.js";
import { resolveIndexedFile } from "../../query/repository-path.js";
import { type Query, runQuery } from "../../query/run-query.js";
import { labelOf, type SymbolLabel } from "../../query/symbol-ref.js";
import { findSymbolAt } from "../outline/outline.js";

/** A name in the text of a file. */
export interface NameInText {
  readonly repoId: string;
  readonly file: string;
  /** Start of the name: lines from 1, columns from 0 in UTF-16 units. */
  readonly line: number;
  readonly col: number;
  readonly name: string;
}

/** @throws {SdlError} `file_not_indexed`, `symbol_not_found` for a position past the end, and any error of opening an index */
export async function symbolUnderCursor(context: ActionContext, asked: NameInText): Promise<SymbolLabel | undefined> {
  const { engine } = context;
  const find = (query: Query) => ({ symbol: namedSymbolAtPlace(query, asked) });
  return (await engine.releaseOnFault(() => runQuery(context, { repoId: asked.repoId }, find))).symbol;
}

function namedSymbolAtPlace(query: Query, { file: path, name, ...place }: NameInText): SymbolLabel | undefined {
  const { graph } = query;
  const file = resolveIndexedFile(graph, query, path);
  const { symbol, containers } = findSymbolAt(graph, file, place);
  const around = [symbol, ...containers];
  const declared = around.find((one) => one.line === place.line && takeSimpleName(one.name) === name);
  if (declared !== undefined) return declared;
  const owners = around.flatMap(({ symbolId }) =>
    graph.fileSymbols(file).filter((one) => graph.symbol(one).id === symbolId),
  );
  const targets = targetsAtPosition(graph, { file, ...place }, owners).map(({ from, to }) => ({
    label: labelOf(graph.symbol(to)),
    confidence: edgeConfidence(query, from, to),
  }));
  const isNamed = (label: SymbolLabel) => Number(takeSimpleName(label.name) === name);
  targets.sort((a, b) => isNamed(b.label) - isNamed(a.label) || b.confidence - a.confidence);
  const [best] = targets;
  if (best !== undefined) return best.label;
  return symbol.kind === "module" ? importedSymbol(query, file, name) : undefined;
}

function edgeConfidence({ graph }: Query, from: SymbolHandle, to: SymbolHandle): number {
  const { length, symbols, confidences } = graph.outgoing(from);
  let best = 0;
  for (let i = 0; i < length; i++) if (symbols[i] === to) best = Math.max(best, confidences[i] ?? 0);
  return best;
}

/**
 * The symbol that an imported name refers to. An import has no edge of its own: finds an exported symbol of that name in the files that the
 * importing file refers to; `undefined` if there are several.
 */
function importedSymbol({ graph }: Query, file: string, name: string): SymbolLabel | undefined {
  const files = new Set(graph.fileSymbols(file).flatMap((symbol) => targetFiles(graph, symbol)));
  const named = graph.symbolsNamed(name).map((handle) => graph.symbol(handle));
  const [only, ...others] = named.filter((record) => record.exported && files.has(record.file));
  return only === undefined || others.length > 0 ? undefined : labelOf(only);
}

function targetFiles(graph: Query["graph"], symbol: SymbolHandle): string[] {
  const { length, symbols } = graph.outgoing(symbol);
  return Array.from({ length }, (_, i) => graph.fileOf(symbols[i] as SymbolHandle));
}

/** `Class.method` becomes `method`. */
function takeSimpleName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
