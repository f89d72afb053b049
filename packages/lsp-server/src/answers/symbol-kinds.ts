/** Mapping of the graph's symbol kinds to the protocol's. */
import { SymbolKind } from "vscode-languageserver";

const KINDS: Readonly<Record<string, SymbolKind>> = {
  function: SymbolKind.Function,
  class: SymbolKind.Class,
  interface: SymbolKind.Interface,
  type: SymbolKind.Struct,
  module: SymbolKind.Module,
  method: SymbolKind.Method,
  constructor: SymbolKind.Constructor,
  variable: SymbolKind.Variable,
};

/** The protocol's kind; unknown kinds become variables. */
export function toProtocolKind(kind: string): SymbolKind {
  return Object.hasOwn(KINDS, kind) ? (KINDS[kind] ?? SymbolKind.Variable) : SymbolKind.Variable;
}
