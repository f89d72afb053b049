/**
 * Level 3 of logic slices: the whole dependency closure in pages, each within the token budget. Every symbol is on one page; an edge is on the page
 * of the later of its ends.
 */
import { largestWhere, type SymbolHandle } from "@sdl/model";
import type { LogicEdge } from "@sdl/slice";
import { ListCursor } from "../../query/list-cursor.js";
import { addressOf } from "../../text/symbol-address.js";
import { fitsBudget, type LogicMaterial, type LogicSlice, makeEmptySlice } from "./logic-material.js";
import type { SourcedSymbol } from "./sourced-symbol.js";

/**
 * @param cursor cursor of the previous page; the first page if absent
 * @returns a page with as many dependencies as keep the budget, at least one; the first page may have only the root
 * @throws {SdlError} `invalid_params` for a cursor of another closure
 */
export async function pageOfSlice(material: LogicMaterial, cursor: string | undefined): Promise<LogicSlice> {
  const { logic, bodies, root, level, graph } = material;
  const symbols = [...logic.walk()].map(({ symbol }) => symbol);
  const idOf = (symbol: SymbolHandle | undefined) => (symbol === undefined ? undefined : graph.symbol(symbol).id);
  const isFirst = cursor === undefined;
  const cursors = new ListCursor([material.repoId, idOf(root)]);
  const ids = symbols.map((symbol) => graph.symbol(symbol).id);
  const from = isFirst ? 1 : cursors.startIndex(ids, cursor);
  const whole = await bodies.read(root);
  const { source: _, ...label } = whole;
  const dependencies = await readPage(material, symbols, from);
  const edges = logic.edgesAmong(symbols.slice(0, from + dependencies.length));
  const write = (count: number): LogicSlice => {
    const end = from + count;
    const page = new Set(symbols.slice(isFirst ? 0 : from, end).map(idOf));
    const later = new Set(symbols.slice(end, from + dependencies.length).map(idOf));
    const isShown = ({ from: source, to }: LogicEdge) =>
      (page.has(source) || page.has(to)) && !later.has(source) && !later.has(to);
    return {
      ...makeEmptySlice(isFirst ? whole : label, level),
      dependencies: dependencies.slice(0, count),
      edges: edges.filter(isShown),
      ...(end < symbols.length ? nextPage(material, whole, cursors.makeCursorAfter(ids[end - 1] ?? "")) : {}),
    };
  };
  const { length } = dependencies;
  return write(largestWhere(Math.min(isFirst ? 0 : 1, length), length, (count) => fitsBudget(material, write(count))));
}

/** The cursor, and the arguments of the next call with it. */
function nextPage({ maxTokens }: LogicMaterial, root: SourcedSymbol, cursor: string): Partial<LogicSlice> {
  return { cursor, next: { symbol: addressOf(root), detail: "L3", budget: maxTokens, cursor } };
}

/**
 * Entries from an index on, at least one, as long as the sum of their texts' tokens keeps the budget. A symbol inside an entry of an earlier page
 * refers to that entry instead of repeating its text.
 */
async function readPage(
  { bodies, countTokens, graph, maxTokens }: LogicMaterial,
  symbols: readonly SymbolHandle[],
  from: number,
): Promise<readonly SourcedSymbol[]> {
  bodies.addKnownEntries(
    symbols.slice(0, from).map((symbol): [SymbolHandle, string] => [symbol, graph.symbol(symbol).id]),
  );
  const page: SourcedSymbol[] = [];
  let tokens = 0;
  for (const symbol of symbols.slice(from)) {
    const entry = await bodies.readDependency(symbol);
    tokens += countTokens(entry.source ?? "");
    if (tokens > maxTokens && page.length > 0) break;
    page.push(entry);
  }
  return page;
}
