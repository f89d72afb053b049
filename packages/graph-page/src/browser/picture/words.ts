/** Phrases that the page shows and announces. Pure. */
import type { GraphNode } from "./graph.js";

/** A count with its noun, in English digits: `1,204 symbols`. */
export function countWithNoun(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** Letters of a cluster, A, B … Z, AA …: names it where colour alone would not do. */
export function clusterLetters(cluster: number): string {
  const last = String.fromCharCode(65 + (cluster % 26));
  return cluster < 26 ? last : clusterLetters(Math.floor(cluster / 26) - 1) + last;
}

/** A node's place as `file:line`. */
export function placeText({ file, line }: Pick<GraphNode, "file" | "line">): string {
  return `${file}:${line}`;
}

const LONGEST_PATH = 26;

/** Place text for a narrow list: of a long path only the end, which is the most specific part. */
export function shortPlaceText({ file, line }: Pick<GraphNode, "file" | "line">): string {
  const parts = file.split("/");
  const isShort = file.length <= LONGEST_PATH || parts.length <= 2;
  return `${isShort ? file : `…/${parts.slice(-2).join("/")}`}:${line}`;
}

/** Text for the mark of a node besides its place (change, effect, start); undefined for most nodes. */
export function markText({ change, effect, isSeed }: GraphNode): string | undefined {
  if (change !== undefined) return change.risk < 0 ? change.type : `${change.type}, risk ${change.risk}`;
  if (effect !== undefined) return `may be affected, ${countWithNoun(effect.distance, "step")} away`;
  return isSeed ? "start" : undefined;
}

/** Formats as text: the sizes of a blast radius: `14 symbols: 3 at 1 step, 11 at 2`. */
export function reachWords(counts: readonly number[]): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return "nothing in this picture";
  const parts = counts.map((count, i) => (i === 0 ? `${count} at 1 step` : `${count} at ${i + 1}`));
  return `${countWithNoun(total, "symbol")}: ${parts.join(", ")}`;
}

/** Longest name in the picture, in characters. */
const LONGEST_LABEL = 34;
/** Longest name in columns, which must fit between two columns. */
export const COLUMN_LABEL = 25;

/** Cuts a text to a label's length, never inside a character. */
export function shortenLabel(text: string, longest = LONGEST_LABEL): string {
  const characters = [...text];
  if (characters.length <= longest) return text;
  return `${characters.slice(0, longest - 1).join("")}…`;
}

/** Name for a label; of a path the end, which is more specific than its beginning. */
export function shortName({ name, kind }: GraphNode, longest = LONGEST_LABEL): string {
  if (kind !== "module") return shortenLabel(name, longest);
  const parts = name.split("/");
  return shortenLabel(parts.length > 2 ? `…/${parts.slice(-2).join("/")}` : name, longest);
}
