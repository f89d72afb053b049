/** Facts of python sources. */
import type { LanguageExtractor } from "../extractor.js";

export const pythonExtractor: LanguageExtractor = {
  languages: ["python"],
  sharedKinds: (grammar) => ({
    comments: grammar.kindSet(["comment"]),
    separators: grammar.kindSet([], [",", ";"]),
    identifiers: grammar.kindSet(["identifier"]),
    strings: grammar.kindSet(["string"]),
  }),
  extract: () => undefined,
};
