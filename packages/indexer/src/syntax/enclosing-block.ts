/** The smallest statement or block around some nodes. Knows rows. */
import type { Language } from "@sdl/model";
import { extractorFor } from "../languages/registry.js";
import type { SyntaxTree } from "../parse/syntax-tree.js";

/**
 * @param rows ascending, at least one
 * @returns offsets of the smallest statement, member or block that holds all of them; of the whole tree if only that does
 */
export function enclosingBlock(
  tree: SyntaxTree,
  language: Language,
  rows: readonly number[],
): readonly [start: number, end: number] {
  const { lists } = extractorFor(language).elisionRules(tree.grammar);
  const last = rows.at(-1) ?? 0;
  let node = rows[0] ?? 0;
  while (node !== 0 && !((tree.next[node] ?? 0) > last && isStatement(tree, lists, node)))
    node = tree.parent[node] ?? 0;
  return [tree.start[node] ?? 0, tree.end[node] ?? 0];
}

/** What stands in a list by itself. */
function isStatement(tree: SyntaxTree, lists: Uint8Array, node: number): boolean {
  return lists[tree.kind[tree.parent[node] ?? 0] ?? 0] === 1;
}
