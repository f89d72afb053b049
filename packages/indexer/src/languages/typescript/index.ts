/** Facts of typescript sources. */
import type { LanguageExtractor } from "../extractor.js";

export const typescriptExtractor: LanguageExtractor = {
  languages: ["typescript", "tsx", "javascript"],
  sharedKinds: (grammar) => ({
    comments: grammar.kindSet(["comment"]),
    separators: grammar.kindSet([], [",", ";"]),
    identifiers: grammar.kindSet(["identifier"]),
    strings: grammar.kindSet(["string"]),
  }),
  extract: () => undefined,
};
