/** Etags of the cards that a client has, which it may list by any text that means their symbols. */
import { isSymbolId, SdlError } from "@sdl/model";
import { namedSymbol, type SymbolScope } from "./symbol-ref.js";

/** By symbol id. A text that means no symbol here stays as it is: the client knows a card that this answer cannot have. */
export function etagsById(scope: SymbolScope, etags: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(etags).map(([said, etag]) => [idOf(scope, said), etag]));
}

function idOf(scope: SymbolScope, said: string): string {
  if (isSymbolId(said)) return said;
  try {
    return scope.graph.symbol(namedSymbol(scope, said)).id;
  } catch (error) {
    if (error instanceof SdlError && error.code !== "corrupt_store") return said;
    throw error;
  }
}
