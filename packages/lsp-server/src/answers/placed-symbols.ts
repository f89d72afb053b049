/** Symbols of an answer with the location of each in the editor. */
import { symbolGetCards } from "@sdl/engine";
import type { Location } from "vscode-languageserver";
import { type Inquiry, type SymbolLabel, simpleName } from "./inquiry.js";

/** A symbol, and where its name is. */
export interface PlacedSymbol {
  readonly symbolId: string;
  readonly name: string;
  readonly kind: string;
  readonly file: string;
  readonly location: Location;
}

/** Maximum number of cards per call of the action. */
const CARDS_PER_CALL = 100;

/** Finds the location of a symbol's name. */
export async function placeSymbol(
  inquiry: Inquiry,
  { symbolId, name, kind, file, line }: SymbolLabel,
): Promise<PlacedSymbol> {
  const label = { symbolId, name: simpleName(name), kind, file, line };
  return { symbolId, name, kind, file, location: await inquiry.nameLocation(label) };
}

/** Symbols by id; ids that the index does not contain are omitted. */
export async function placeSymbols(inquiry: Inquiry, ids: Iterable<string>): Promise<Map<string, PlacedSymbol>> {
  const symbolIds = [...new Set(ids)];
  const found = new Map<string, PlacedSymbol>();
  for (let from = 0; from < symbolIds.length; from += CARDS_PER_CALL) {
    const answer = await inquiry.runAction(symbolGetCards, { symbolIds: symbolIds.slice(from, from + CARDS_PER_CALL) });
    for (const card of answer?.cards ?? []) {
      if ("notModified" in card) continue;
      const line = card.line ?? card.range.startLine;
      found.set(card.symbolId, await placeSymbol(inquiry, { ...card, line }));
    }
  }
  return found;
}
