/** A tree that outlives the next parse. */
import type { TreeColumns } from "../../src/parse/syntax-tree.js";

export const COLUMNS = ["kind", "field", "start", "end", "next", "parent", "flags"] as const;

/** The used rows of every column: the engine's buffers are used again by its next parse. */
export function copyOf(tree: TreeColumns): TreeColumns {
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, tree[name].slice(0, tree.count)]));
  return { count: tree.count, ...columns } as unknown as TreeColumns;
}
