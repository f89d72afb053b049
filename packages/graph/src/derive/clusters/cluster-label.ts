/**
 * Labels of clusters: the folder or file that contains most members, and words that are frequent in the members' names and rare in other clusters.
 */
import { isTextStopWord, stem } from "@sdl/model/text";

/** Smallest share of the members' paths that must be inside a folder or file for the cluster to be named after it. */
const PLACE_SHARE = 0.6;
const MAX_WORDS = 2;
const LEAST_WORD_LENGTH = 3;
/** Words too common in code to describe a topic. */
const EMPTY_WORDS = new Set(
  "get set has new init index main src lib test self this type base impl util utils".split(" "),
);

/** Symbols of one name in one file, as input of a label. */
export interface LabelledGroup {
  /** Distinct words of the group's name; see {@link labelWords}. */
  readonly words: readonly string[];
  readonly path: string;
}

/** Distinct words of a name, in order. */
export function labelWords(name: string): readonly string[] {
  return [...new Set(labelWordsOf(name))];
}

/** For each word, the number of clusters that use it. */
export type ClustersPerWord = ReadonlyMap<string, number>;

/** Label of a cluster. @param use counted over all clusters, this one included @param clusters number of all clusters */
export function clusterLabel(groups: readonly LabelledGroup[], use: ClustersPerWord, clusters: number): string {
  const place = commonPlaceOf(groups.map(({ path }) => path));
  const said = new Set(labelWordsOf(place));
  const words = findDistinctiveWords(groups, use, clusters).filter((word) => !said.has(word));
  const named = dropRepeatedWords(words).slice(0, MAX_WORDS).join(", ");
  if (place === "") return named;
  return named === "" ? place : `${place}: ${named}`;
}

/** Number of clusters that use each word. */
export function countWordUse(clusters: readonly (readonly LabelledGroup[])[]): ClustersPerWord {
  const use = new Map<string, number>();
  for (const groups of clusters) {
    const words = new Set(groups.flatMap((group) => group.words));
    for (const word of words) use.set(word, (use.get(word) ?? 0) + 1);
  }
  return use;
}

/** The last two parts of the deepest folder or file that contains enough of the paths. */
function commonPlaceOf(paths: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const [path, members] of countEach(paths)) {
    for (const prefix of pathPrefixes(path)) counts.set(prefix, (counts.get(prefix) ?? 0) + members);
  }
  let best = "";
  for (const [prefix, count] of counts) {
    if (count < PLACE_SHARE * paths.length) continue;
    const isDeeper = pathDepth(prefix) > pathDepth(best);
    if (best === "" || isDeeper || (pathDepth(prefix) === pathDepth(best) && comesBefore(prefix, best, counts)))
      best = prefix;
  }
  return best
    .split("/")
    .slice(-2)
    .join("/")
    .replace(/\.[a-z]+$/i, "");
}

function countEach(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function comesBefore(a: string, b: string, counts: ReadonlyMap<string, number>): boolean {
  const difference = (counts.get(a) ?? 0) - (counts.get(b) ?? 0);
  return difference > 0 || (difference === 0 && a < b);
}

function pathPrefixes(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, i) => parts.slice(0, i + 1).join("/"));
}

function pathDepth(path: string): number {
  return path === "" ? 0 : path.split("/").length;
}

/** Words of at least two members, best first: frequent in this cluster, rare in others (tf-idf). Ties are broken by the word. */
function findDistinctiveWords(groups: readonly LabelledGroup[], use: ClustersPerWord, clusters: number): string[] {
  const counts = new Map<string, number>();
  for (const { words } of groups) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const weight = (word: string) => (counts.get(word) ?? 0) * Math.log((1 + clusters) / (use.get(word) ?? 1));
  return [...counts]
    .filter(([, count]) => count >= 2)
    .map(([word]) => ({ word, weight: weight(word) }))
    .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word);
}

/** Keeps the first word of each stem. */
function dropRepeatedWords(words: readonly string[]): string[] {
  const stems = new Set<string>();
  return words.filter((word) => {
    const before = stems.size;
    return stems.add(stem(word)).size > before;
  });
}

function labelWordsOf(name: string): string[] {
  const parts = name.split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
  return parts.map((part) => part.toLowerCase()).filter((part) => part.length >= LEAST_WORD_LENGTH && !isEmpty(part));
}

function isEmpty(word: string): boolean {
  return EMPTY_WORDS.has(word) || isTextStopWord(word) || /^\p{N}+$/u.test(word);
}
