/** Indices of nodes in their lists: arguments, parameters. A long list is scanned once and cached. */
import type { TypescriptFile } from "../typescript-file.js";

/** Longest list that is scanned at each lookup; most lists are shorter. */
const SHORT_LIST = 16;

/**
 * The index of `node` among the children of `list` that `counts` accepts, from 0; -1 if it is not accepted. @param
 * counts must be the same for every call about a list
 */
export function placeIn(file: TypescriptFile, list: number, node: number, counts: (node: number) => boolean): number {
  const { next } = file.tree;
  const end = next[list] ?? 0;
  let looked = 0;
  let place = 0;
  for (let child = list + 1; child < end; child = next[child] ?? end) {
    if (++looked > SHORT_LIST) return longPlaces(file, list, counts).get(node) ?? -1;
    if (!file.tree.isPart(child) || !counts(child)) continue;
    if (child === node) return place;
    place++;
  }
  return -1;
}

function longPlaces(
  file: TypescriptFile,
  list: number,
  counts: (node: number) => boolean,
): ReadonlyMap<number, number> {
  const { longLists: lists } = file;
  const known =
    lists.get(list) ??
    new Map(
      file.tree
        .namedChildren(list)
        .filter(counts)
        .map((node, place) => [node, place]),
    );
  lists.set(list, known);
  return known;
}
