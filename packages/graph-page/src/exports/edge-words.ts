/** Kinds of edges as verbs: from is the subject, to the object. */
import type { PictureEdge } from "@sdl/model/graph";

export const EDGE_WORDS: Readonly<Record<PictureEdge["kind"], string>> = {
  call: "calls",
  config: "reads",
  import: "imports",
  extends: "extends",
  implements: "implements",
  uses: "uses",
};

/** Whole numbers of per cent, which every program reads alike. */
export function percentOf({ confidence }: PictureEdge): number {
  return Math.round(confidence * 100);
}
