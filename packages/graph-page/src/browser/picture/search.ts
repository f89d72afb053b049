/** Search of nodes by words, and their order of importance. Pure. */
import type { GraphNode } from "./graph.js";

/** Compares nodes: subjects of the picture first, then by fan-in. */
export function compareByImportance(a: GraphNode, b: GraphNode): number {
  return importanceRank(a) - importanceRank(b) || b.fanIn - a.fanIn || a.number - b.number;
}

function importanceRank({ isSeed, change, effect }: GraphNode): number {
  if (change !== undefined) return -1 - change.risk / 1000;
  if (isSeed) return -1;
  return effect === undefined ? 1000 : effect.distance;
}

/**
 * Nodes that have every word in their name or path, best matching names first. `kind:class` limits the kind.
 * @param nodes by importance, which breaks ties
 */
export function searchNodes(nodes: readonly GraphNode[], query: string): readonly GraphNode[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const kinds = words.filter((word) => word.startsWith("kind:")).map((word) => word.slice("kind:".length));
  const texts = words.filter((word) => !word.startsWith("kind:"));
  const found: { readonly node: GraphNode; readonly fit: number }[] = [];
  for (const node of nodes) {
    if (kinds.length > 0 && !kinds.some((kind) => node.kind.startsWith(kind))) continue;
    const fit = matchQuality(node, texts);
    if (fit !== undefined) found.push({ node, fit });
  }
  return found.sort((a, b) => a.fit - b.fit).map(({ node }) => node);
}

/** Match quality, 0 is best; undefined if a word is missing. */
function matchQuality({ name, file }: GraphNode, words: readonly string[]): number | undefined {
  const [lowName, lowFile] = [name.toLowerCase(), file.toLowerCase()];
  const simple = lowName.slice(lowName.lastIndexOf(".") + 1);
  let fit = 0;
  for (const word of words) {
    if (lowName === word || simple === word) continue;
    if (lowName.startsWith(word) || simple.startsWith(word)) fit += 1;
    else if (lowName.includes(word)) fit += 2;
    else if (lowFile.includes(word)) fit += 3;
    else return undefined;
  }
  return fit;
}
