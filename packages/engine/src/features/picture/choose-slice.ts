/** Symbols of a slice picture: the same as an agent's slice for the task. */
import { isSymbolId, type SymbolHandle } from "@sdl/model";
import type { Query } from "../../query/run-query.js";
import { symbolById } from "../../query/symbol-ref.js";
import { countText } from "../../text/layout.js";
import { sliceVersion } from "../slice/build-slice.js";
import type { ChosenPart } from "./drawn-symbol.js";
import type { CheckedRequest, GivenSymbols } from "./picture-request.js";

/** Token budget that never limits the slice, because the number of symbols limits the picture. */
const TOKENS = 200_000;

/** Builds the slice of the task, or takes the given symbols. */
export async function chooseSlice(
  query: Query,
  { task = "", symbols: given, limit }: CheckedRequest,
): Promise<ChosenPart> {
  const { graph } = query;
  if (given !== undefined) return chooseGiven(query, given);
  const budget = { maxCards: limit, maxEstimatedTokens: TOKENS };
  const { built } = await sliceVersion(query, { taskText: task, budget, includeMemories: false });
  const { cards, startSymbols } = built.slice;
  const starts = new Set(startSymbols.map(({ symbolId }) => symbolId));
  const symbols = cards.map(({ symbolId }) => {
    const handle: SymbolHandle = symbolById(graph, symbolId);
    return { handle, ...(starts.has(symbolId) ? { isSeed: true } : {}) };
  });
  const notes = leftOutNotes(symbols.length, built.dropped.length);
  if (symbols.length === 0)
    notes.push("No symbol matches the task: use words of the code, or name a function or a file.");
  return { title: task.trim(), symbols, notes };
}

/** Leaves out symbols that no longer exist, because the client's list may be old. */
function chooseGiven({ graph }: Query, { title, ids, starts = [], leftOut = 0 }: GivenSymbols): ChosenPart {
  const isSeed = new Set(starts);
  const symbols = [...new Set(ids)].flatMap((id) => {
    const handle = isSymbolId(id) ? graph.findSymbol(id) : undefined;
    return handle === undefined ? [] : [{ handle, ...(isSeed.has(id) ? { isSeed: true } : {}) }];
  });
  const gone = new Set(ids).size - symbols.length;
  const goneNotes =
    gone === 0 ? [] : [`Leaves out ${countText(gone, "symbol")} that no longer ${gone === 1 ? "exists" : "exist"}.`];
  return { title, symbols, notes: [...leftOutNotes(symbols.length, leftOut), ...goneNotes] };
}

function leftOutNotes(shown: number, leftOut: number): string[] {
  return leftOut === 0 ? [] : [`Shows ${shown} of the ${shown + leftOut} symbols relevant to the task.`];
}
