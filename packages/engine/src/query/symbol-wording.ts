/** Signature and summary of a symbol in lists, for readers who select among symbols. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { buildCard } from "@sdl/slice";

/** Text that describes a symbol in a list. */
export interface SymbolWording {
  /** The signature as written, including the symbol's own name. */
  readonly signature?: string | undefined;
  /** One sentence; present if the signature has no parameters. */
  readonly summary?: string | undefined;
}

/** The signature of a callable symbol; for others also a summary. */
export function wordSymbol(graph: SymbolGraph, symbol: SymbolHandle): SymbolWording {
  const { signature } = graph.details(symbol);
  const text = `${signature?.async === true ? "async " : ""}${signature?.text ?? ""}`;
  if (text.includes("(")) return { signature: text };
  const { summary } = buildCard(graph, symbol, { detail: "compact" });
  return { ...(text === "" ? {} : { signature: text }), ...(summary === undefined ? {} : { summary }) };
}
