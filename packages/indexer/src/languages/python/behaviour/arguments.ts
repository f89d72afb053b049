/** Arguments of a call that are plain strings. */
import type { Extraction } from "../../../extract/extraction.js";
import { plainString } from "./guards.js";
import { behaviourWords } from "./words.js";

/** Nodes between a callee's last name and its call. */
const MAX_CLIMB = 3;

/** The text of the string at `index`, or given for `keyword`, of the call whose callee ends at `node`. */
export function argument({ tree }: Extraction, node: number, index: number, keyword?: string): string | undefined {
  const words = behaviourWords(tree.grammar);
  let call = node;
  for (let climbed = 0; climbed < MAX_CLIMB && tree.kind[call] !== words.call; climbed++) call = tree.parent[call] ?? 0;
  const list = tree.child(call, words.inArguments);
  if (list === 0 || tree.kind[list] !== words.argumentList) return undefined;
  const given = tree.namedChildren(list);
  const named = given.find(
    (child) => tree.kind[child] === words.keyword && tree.text(tree.child(child, words.inName)) === keyword,
  );
  const value = named === undefined ? given[index] : tree.child(named, words.inValue);
  return value === undefined ? undefined : plainString(tree, value);
}
