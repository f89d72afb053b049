/** Sentences that the page shows and says. Pure. */
import type { GraphNode } from "./graph.js";

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** A, B … Z, AA …: names a cluster where colour alone would not do. */
export function letterOf(cluster: number): string {
  const last = String.fromCharCode(65 + (cluster % 26));
  return cluster < 26 ? last : letterOf(Math.floor(cluster / 26) - 1) + last;
}

export function placeOf({ file, line }: Pick<GraphNode, "file" | "line">): string {
  return `${file}:${line}`;
}

const LONGEST_PATH = 26;

/** As a narrow list has room for: of a long path the end, which tells more. */
export function shortPlaceOf({ file, line }: Pick<GraphNode, "file" | "line">): string {
  const parts = file.split("/");
  const isShort = file.length <= LONGEST_PATH || parts.length <= 2;
  return `${isShort ? file : `…/${parts.slice(-2).join("/")}`}:${line}`;
}

/** What the picture says of a node beside its place; nothing of most. */
export function markOf({ change, effect, isSeed }: GraphNode): string | undefined {
  if (change !== undefined) return change.risk < 0 ? change.type : `${change.type}, risk ${change.risk}`;
  if (effect !== undefined) return `may be affected, ${counted(effect.distance, "step")} away`;
  return isSeed ? "start" : undefined;
}

/** `14 symbols: 3 at 1 step, 11 at 2`. */
export function reachWords(counts: readonly number[]): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return "nothing in this picture";
  const parts = counts.map((count, i) => (i === 0 ? `${count} at 1 step` : `${count} at ${i + 1}`));
  return `${counted(total, "symbol")}: ${parts.join(", ")}`;
}

/** Characters of a name in the picture. */
const LONGEST_LABEL = 34;
/** In columns names stand between two columns. */
export const COLUMN_LABEL = 25;

/** Cut to what a label has room for, never inside of a character. */
export function shortened(text: string, longest = LONGEST_LABEL): string {
  const characters = [...text];
  if (characters.length <= longest) return text;
  return `${characters.slice(0, longest - 1).join("")}…`;
}

/** A path by its end, which tells more than its beginning. */
export function shortName({ name, kind }: GraphNode, longest = LONGEST_LABEL): string {
  if (kind !== "module") return shortened(name, longest);
  const parts = name.split("/");
  return shortened(parts.length > 2 ? `…/${parts.slice(-2).join("/")}` : name, longest);
}
