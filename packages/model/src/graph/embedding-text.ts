/**
 * What a sentence model reads of a symbol: a pure function of the graph, whoever holds it, so that unsaved files embed their symbols alike.
 * What is said first counts most, and a model may not read to the end: words before signatures, the file last.
 */

import type { SymbolHandle } from "../ids.js";
import { EDGE_CODE } from "../kinds.js";
import { wordsOf } from "../text/terms.js";
import type { SymbolGraph } from "./symbol-graph.js";

/** UTF-16 units. A model of 256 tokens reads about as much. */
export const EMBEDDING_TEXT_LENGTH = 1000;
/** Of each part, so that none takes the room of the others. */
const PART_LENGTH = 500;
const CALLEES = 12;

export function embeddingText(graph: SymbolGraph, symbol: SymbolHandle): string {
  const { kind, qualifiedName, file } = graph.symbol(symbol);
  const { signature, doc = "" } = graph.details(symbol);
  const isModule = kind === "module";
  const parts = [
    isModule ? `module ${spoken(file)}` : `${kind} ${spoken(qualifiedName)}`,
    doc,
    signature?.text ?? (isModule ? "" : qualifiedName),
    calleesOf(graph, symbol),
    isModule ? "" : spoken(file),
  ];
  return parts
    .filter((part) => part !== "")
    .map((part) => part.slice(0, PART_LENGTH))
    .join("\n")
    .slice(0, EMBEDDING_TEXT_LENGTH);
}

/** Words of names, which sentence models do not take apart: `src/eviction/evictOldest` becomes `src eviction evict Oldest`. */
function spoken(name: string): string {
  return wordsOf(name)
    .flatMap((word) => word.split(/_+|(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u))
    .filter((word) => word !== "")
    .join(" ");
}

/** Names of functions that it calls, by code units: handles decide nothing. */
function calleesOf(graph: SymbolGraph, symbol: SymbolHandle): string {
  const { symbols, kinds, length } = graph.outgoing(symbol);
  const names = new Set<string>();
  for (let i = 0; i < length; i++) {
    const callee = symbols[i] as SymbolHandle;
    if (kinds[i] === EDGE_CODE.call && callee !== symbol) names.add(graph.symbol(callee).name);
  }
  if (names.size === 0) return "";
  return `calls ${[...names].sort().slice(0, CALLEES).map(spoken).join(", ")}`;
}
