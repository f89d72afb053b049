/** What lists of symbols say beside a name, for readers who choose among them. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { buildCard } from "@sdl/slice";

export interface SymbolWording {
  /** As it is written, with the symbol's own name in it. */
  readonly signature?: string | undefined;
  /** One sentence; where there is no signature with parameters. */
  readonly summary?: string | undefined;
}

export function wordingOf(graph: SymbolGraph, symbol: SymbolHandle): SymbolWording {
  const { signature } = graph.details(symbol);
  const text = `${signature?.async === true ? "async " : ""}${signature?.text ?? ""}`;
  if (text.includes("(")) return { signature: text };
  const { summary } = buildCard(graph, symbol, { detail: "compact" });
  return { ...(text === "" ? {} : { signature: text }), ...(summary === undefined ? {} : { summary }) };
}
