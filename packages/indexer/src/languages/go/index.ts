/**
 * Extractor of facts from Go sources, in two walks over the tree: the first declares the symbols that the file adds to
 * its package, the second resolves names. The linker resolves names that neither a function nor the file declares,
 * because other files of the package may declare them.
 */
import { writeBehaviour } from "../../extract/behaviour/write-behaviour.js";
import type { Extraction } from "../../extract/extraction.js";
import { perGrammar } from "../../parse/grammar.js";
import type { LanguageExtractor } from "../extractor.js";
import { BEHAVIOUR } from "./behaviour/index.js";
import { declareFile } from "./declare/declare.js";
import { elisionRules } from "./elision-rules.js";
import { GoFile } from "./go-file.js";
import { resolveUses } from "./resolve/resolve.js";

/** Extractor of facts from Go files (`.go`). */
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
  declareFile(file);
  resolveUses(file);
  writeBehaviour(extraction, BEHAVIOUR);
}
