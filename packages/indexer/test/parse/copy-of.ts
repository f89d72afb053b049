/** Copy of a tree that stays valid after the next parse. */
import type { TreeColumns } from "../../src/parse/syntax-tree.js";

/** Names of all columns. */
export const COLUMNS = ["kind", "field", "start", "end", "next", "parent", "flags"] as const;

/** Copies the used rows of every column, since the engine reuses its buffers. */
export function copyOf(tree: TreeColumns): TreeColumns {
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, tree[name].slice(0, tree.count)]));
  return { count: tree.count, ...columns } as unknown as TreeColumns;
}
