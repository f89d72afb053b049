/** String arguments of a call. */
import type { Extraction } from "../../../extract/extraction.js";
import { vocabularyOf } from "../kinds.js";
import { plainString } from "./guards.js";

/** Maximum number of nodes between a callee's last name and its call. */
const MAX_CLIMB = 3;

/** The text of the string argument at `index`, or with `keyword`, of the call whose callee ends at `node`. */
export function argument({ tree }: Extraction, node: number, index: number, keyword?: string): string | undefined {
  const k = vocabularyOf(tree.grammar);
  let call = node;
  for (let climbed = 0; climbed < MAX_CLIMB && tree.kind[call] !== k.call; climbed++) call = tree.parent[call] ?? 0;
  const list = tree.child(call, k.in_arguments);
  if (list === 0 || tree.kind[list] !== k.argument_list) return undefined;
  const given = tree.namedChildren(list);
  const named = given.find(
    (child) => tree.kind[child] === k.keyword_argument && tree.text(tree.child(child, k.in_name)) === keyword,
  );
  const value = named === undefined ? given[index] : tree.child(named, k.in_value);
  return plainString(tree, value);
}
