/** The symbols of a whole repository that most of it leans on. */
import type { SymbolHandle } from "@sdl/model";
import { pathClass } from "@sdl/model/paths";
import type { Query } from "../../query/run-query.js";
import { byImportance, type ChosenPart, fanInOf, fanOutOf } from "./drawn-symbol.js";
import type { CheckedRequest } from "./picture-request.js";

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
  const shown = byImportance(graph, connected).slice(0, limit);
  const notes: string[] = [];
  if (shown.length < connected.length)
    notes.push(`${shown.length} of ${connected.length} symbols: those that most others refer to.`);
  if (inTests > 0) notes.push(`Without the ${inTests} symbols of test code.`);
  if (isolated > 0) notes.push(`Without ${isolated} symbols that have no edge.`);
  return { title: entry.repoId, symbols: shown.map((handle) => ({ handle })), notes };
}
