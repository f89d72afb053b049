/** Arguments of a call that are plain strings. */
import type { Extraction } from "../../../extract/extraction.js";
import { behaviourWords } from "./words.js";

/** Nodes between a callee's last name and its call. */
const MAX_CLIMB = 4;

/** The text of the string at `index` of the call whose callee ends at `node`. */
export function argument({ tree }: Extraction, node: number, index: number): string | undefined {
  const words = behaviourWords(tree.grammar);
  let call = node;
  for (let climbed = 0; climbed < MAX_CLIMB; climbed++) {
    call = tree.parent[call] ?? 0;
    if (tree.kind[call] === words.call || tree.kind[call] === words.construction) break;
  }
  const list = tree.child(call, words.inArguments);
  const found = list === 0 ? undefined : tree.namedChildren(list)[index];
  return found === undefined || tree.kind[found] !== words.string ? undefined : tree.text(found).slice(1, -1);
}
