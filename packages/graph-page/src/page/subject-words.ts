/** What a picture is of, in a word. */
import type { PictureSubject } from "@sdl/model/graph";

export const SUBJECT_WORDS: Readonly<Record<PictureSubject, string>> = {
  symbol: "Symbol",
  slice: "Slice",
  delta: "Delta",
  repository: "Repository",
};
