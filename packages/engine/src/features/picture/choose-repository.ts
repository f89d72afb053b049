/** Symbols of a repository picture: those with the most users. */
import type { SymbolHandle } from "@sdl/model";
import { pathClass } from "@sdl/model/paths";
import type { Query } from "../../query/run-query.js";
import { type ChosenPart, fanInOf, fanOutOf, sortByImportance } from "./drawn-symbol.js";
import type { CheckedRequest } from "./picture-request.js";

/** Chooses the symbols with the most users, and notes how many were left out. */
export function chooseRepository({ graph, entry }: Query, { limit, tests = false }: CheckedRequest): ChosenPart {
  const connected: SymbolHandle[] = [];
  let [isolated, inTests] = [0, 0];
  for (const path of graph.filesAndSettings()) {
    const symbols = graph.fileSymbols(path);
    if (!tests && pathClass(path) === "test") {
      inTests += symbols.length;
      continue;
    }
    for (const symbol of symbols) {
      if (fanInOf(graph, symbol) + fanOutOf(graph, symbol) > 0) connected.push(symbol);
      else isolated++;
    }
  }
  const shown = sortByImportance(graph, connected).slice(0, limit);
  const notes: string[] = [];
  if (shown.length < connected.length)
    notes.push(`Shows the ${shown.length} most used of ${connected.length} symbols.`);
  if (inTests > 0) notes.push(`Leaves out ${inTests} symbols of test code.`);
  if (isolated > 0) notes.push(`Leaves out ${isolated} symbols without any edge.`);
  return { title: entry.repoId, symbols: shown.map((handle) => ({ handle })), notes };
}
