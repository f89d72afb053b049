/** Etags of the cards that a client has, keyed by any reference to their symbols. */
import { isSymbolId, SdlError } from "@sdl/model";
import { resolveNamedSymbol, type SymbolScope } from "./symbol-ref.js";

/** Etags by symbol id. A reference that does not resolve stays as it is, because no card of this answer can match it. */
export function etagsById(scope: SymbolScope, etags: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(etags).map(([reference, etag]) => [resolveId(scope, reference), etag]));
}

function resolveId(scope: SymbolScope, reference: string): string {
  if (isSymbolId(reference)) return reference;
  try {
    return scope.graph.symbol(resolveNamedSymbol(scope, reference)).id;
  } catch (error) {
    if (error instanceof SdlError && error.code !== "corrupt_store") return reference;
    throw error;
  }
}
