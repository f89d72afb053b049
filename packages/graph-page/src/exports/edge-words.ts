/** Edge kinds as verbs: the source is the subject, the target the object. */
import type { PictureEdge } from "@sdl/model/graph";

/** The verb of each kind, such as `calls`. */
export const EDGE_WORDS: Readonly<Record<PictureEdge["kind"], string>> = {
  call: "calls",
  config: "reads",
  import: "imports",
  extends: "extends",
  implements: "implements",
  uses: "uses",
};

/** Confidence in whole percent, which every program reads alike. */
export function confidencePercent({ confidence }: PictureEdge): number {
  return Math.round(confidence * 100);
}
