/** Places of nodes in the lists that hold them: arguments, parameters. A long list is looked through once, whoever asks for how many of its nodes. */
import type { TypescriptFile } from "../typescript-file.js";

/** So many nodes are looked through each time: most lists are shorter. */
const SHORT = 16;

/** The place of `node` among the children of `list` that count, from 0; -1 when it is none. @param counts the same for every question about a list */
export function placeIn(file: TypescriptFile, list: number, node: number, counts: (node: number) => boolean): number {
  const { next } = file.tree;
  const end = next[list] ?? 0;
  let looked = 0;
  let place = 0;
  for (let child = list + 1; child < end; child = next[child] ?? end) {
    if (++looked > SHORT) return longPlaces(file, list, counts).get(node) ?? -1;
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
