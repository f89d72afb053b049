/**
 * The symbol that an editor's cursor stands on: the one whose name is declared there, else the one that the text refers to there. A name that no
 * reference of the graph stands for, such as a local variable's, is no symbol.
 */
import type { SymbolHandle } from "@sdl/model";
import { targetsAt } from "@sdl/repository/source";
import type { ActionContext } from "../../contract/action.js";
import { indexedFile } from "../../query/repository-path.js";
import { type Query, runQuery } from "../../query/run-query.js";
import { labelOf, type SymbolLabel } from "../../query/symbol-ref.js";
import { findSymbolAt } from "../outline/outline.js";

export interface NameInText {
  readonly repoId: string;
  readonly file: string;
  /** Where the name begins: lines from 1, columns from 0 in UTF-16 units. */
  readonly line: number;
  readonly col: number;
  readonly name: string;
}

/** @throws {SdlError} `file_not_indexed`, `symbol_not_found` for a place past the end, and what opening an index throws */
export async function symbolUnderCursor(context: ActionContext, asked: NameInText): Promise<SymbolLabel | undefined> {
  const { engine } = context;
  const find = (query: Query) => ({ symbol: symbolNamedAt(query, asked) });
  return (await engine.guard(() => runQuery(context, { repoId: asked.repoId }, find))).symbol;
}

function symbolNamedAt(query: Query, { file: path, name, ...place }: NameInText): SymbolLabel | undefined {
  const { graph } = query;
  const file = indexedFile(graph, query, path);
  const { symbol, containers } = findSymbolAt(graph, file, place);
  const around = [symbol, ...containers];
  const declared = around.find((one) => one.line === place.line && simpleName(one.name) === name);
  if (declared !== undefined) return declared;
  const owners = around.flatMap(({ symbolId }) =>
    graph.fileSymbols(file).filter((one) => graph.symbol(one).id === symbolId),
  );
  const targets = targetsAt(graph, { file, ...place }, owners).map(({ from, to }) => ({
    label: labelOf(graph.symbol(to)),
    confidence: confidenceOf(query, from, to),
  }));
  const isNamed = (label: SymbolLabel) => Number(simpleName(label.name) === name);
  targets.sort((a, b) => isNamed(b.label) - isNamed(a.label) || b.confidence - a.confidence);
  const [best] = targets;
  if (best !== undefined) return best.label;
  return symbol.kind === "module" ? importedSymbol(query, file, name) : undefined;
}

function confidenceOf({ graph }: Query, from: SymbolHandle, to: SymbolHandle): number {
  const { length, symbols, confidences } = graph.outgoing(from);
  let best = 0;
  for (let i = 0; i < length; i++) if (symbols[i] === to) best = Math.max(best, confidences[i] ?? 0);
  return best;
}

/** An import has no edge of its own: it means the symbol of its name in one of the files that the file refers to. */
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

/** `Class.method` to `method`. */
function simpleName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
