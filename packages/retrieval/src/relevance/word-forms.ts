/** Stems of words that a stem may be derived from or be the root of, where the light stemmer keeps them apart: `detection`, `detect`. */
import { stem } from "@sdl/model/text";

/** Endings that make a noun or an adjective of a verb, longest first. */
const ENDINGS = [
  "ition",
  "ment",
  "able",
  "ible",
  "ance",
  "ence",
  "ness",
  "tion",
  "ion",
  "ive",
  "er",
  "or",
  "al",
  "ly",
  "y",
];
const MIN_ROOT = 4;

/** Related stems, without the stem itself. */
export function relatedStems(stemmed: string): readonly string[] {
  const found = new Set<string>();
  for (const ending of ENDINGS) {
    if (!stemmed.endsWith(ending)) continue;
    const root = stemmed.slice(0, -ending.length);
    if (root.length >= MIN_ROOT) found.add(stem(root)).add(stem(`${root}e`));
    if (root.length >= MIN_ROOT && ending === "tion") found.add(stem(`${root}t`)).add(stem(`${root}te`));
  }
  if (stemmed.length >= MIN_ROOT)
    for (const ending of ["ion", "er", "or", "ment"]) found.add(stem(`${stemmed}${ending}`));
  found.delete(stemmed);
  return [...found];
}
