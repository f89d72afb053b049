/** Names of picture subjects, one word each. */
import type { PictureSubject } from "@sdl/model/graph";

/** The word for each subject, shown before the title. */
export const SUBJECT_WORDS: Readonly<Record<PictureSubject, string>> = {
  symbol: "Symbol",
  slice: "Slice",
  delta: "Delta",
  repository: "Repository",
};
