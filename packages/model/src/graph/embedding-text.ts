/**
 * Text that a sentence model embeds for a symbol: a pure function of the graph, so that saved and unsaved files give equal texts.
 * The most informative parts come first, because a model may not read to the end: name and documentation, then the signature, the file last.
 */

import type { SymbolHandle } from "../ids.js";
import { EDGE_CODE } from "../kinds.js";
import { wordsOf } from "../text/terms.js";
import type { SymbolGraph } from "./symbol-graph.js";

/** Maximum length in UTF-16 units, about the input limit of a model of 256 tokens. */
export const EMBEDDING_TEXT_LENGTH = 1000;
/** Maximum length of each part, so that no part displaces the others. */
const MAX_PART_LENGTH = 500;
const MAX_CALLEES = 12;

/** The text for one symbol. */
export function embeddingText(graph: SymbolGraph, symbol: SymbolHandle): string {
  const { kind, qualifiedName, file } = graph.symbol(symbol);
  const { signature, doc = "" } = graph.details(symbol);
  const isModule = kind === "module";
  const parts = [
    isModule ? `module ${splitName(file)}` : `${kind} ${splitName(qualifiedName)}`,
    doc,
    signature?.text ?? (isModule ? "" : qualifiedName),
    calleeNames(graph, symbol),
    isModule ? "" : splitName(file),
  ];
  return parts
    .filter((part) => part !== "")
    .map((part) => part.slice(0, MAX_PART_LENGTH))
    .join("\n")
    .slice(0, EMBEDDING_TEXT_LENGTH);
}

/** Words of a name, which sentence models do not split: `src/eviction/evictOldest` becomes `src eviction evict Oldest`. */
function splitName(name: string): string {
  return wordsOf(name)
    .flatMap((word) => word.split(/_+|(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u))
    .filter((word) => word !== "")
    .join(" ");
}

/** Names of called functions in the order of code units, so that the order does not depend on handles. */
function calleeNames(graph: SymbolGraph, symbol: SymbolHandle): string {
  const { symbols, kinds, length } = graph.outgoing(symbol);
  const names = new Set<string>();
  for (let i = 0; i < length; i++) {
    const callee = symbols[i] as SymbolHandle;
    if (kinds[i] === EDGE_CODE.call && callee !== symbol) names.add(graph.symbol(callee).name);
  }
  if (names.size === 0) return "";
  return `calls ${[...names].sort().slice(0, MAX_CALLEES).map(splitName).join(", ")}`;
}
