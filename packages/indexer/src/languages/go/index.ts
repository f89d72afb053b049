/**
 * Facts of Go sources.
 *
 * Two walks over the rows of the tree: the first declares what the file adds to its package, the second resolves what expressions name.
 * Names that neither a function nor the file declares are left to linking: the package's other files may.
 */
import { writeBehaviour } from "../../extract/behaviour/write-behaviour.js";
import type { Extraction } from "../../extract/extraction.js";
import { perGrammar } from "../../parse/grammar.js";
import type { LanguageExtractor } from "../extractor.js";
import { BEHAVIOUR } from "./behaviour/index.js";
import { declare } from "./declare/declare.js";
import { elisionRules } from "./elision-rules.js";
import { GoFile } from "./go-file.js";
import { resolveUses } from "./resolve/resolve.js";

/** Writes the facts of Go files (`.go`). */
export const goExtractor: LanguageExtractor = {
  elisionRules,
  languages: ["go"],
  sharedKinds: perGrammar((grammar) => ({
    comments: grammar.kindSet(["comment"]),
    separators: grammar.kindSet([], [",", ";", "\n"]),
    identifiers: grammar.kindSet(["identifier", "field_identifier", "type_identifier", "package_identifier"]),
    strings: grammar.kindSet(["interpreted_string_literal_content", "raw_string_literal_content"]),
  })),
  extract,
};

function extract(extraction: Extraction): void {
  const file = new GoFile(extraction);
  declare(file);
  resolveUses(file);
  writeBehaviour(extraction, BEHAVIOUR);
}
