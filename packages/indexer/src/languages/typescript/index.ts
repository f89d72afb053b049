/**
 * Extractor of TypeScript, TSX and JavaScript: one for three grammars.
 *
 * Pass one (declare/) finds scopes, bindings, symbols and imports; pass two (resolve/) resolves names. Both are loops
 * over the rows of the tree. blanking/ blanks source that the grammars cannot parse.
 */
import { writeBehaviour } from "../../extract/behaviour/write-behaviour.js";
import { perGrammar } from "../../parse/grammar.js";
import type { LanguageExtractor } from "../extractor.js";
import { BEHAVIOUR } from "./behaviour/index.js";
import { blank } from "./blanking/blanking.js";
import { declareAll } from "./declare/declare.js";
import { moduleDoc } from "./declare/docs.js";
import { elisionRules } from "./elision-rules.js";
import { resolveAll } from "./resolve/resolve.js";
import { TypescriptFile } from "./typescript-file.js";

/**
 * Matches the source that the TypeScript grammar most often cannot parse, or parses as something else: variance as in
 * `<in out K, out V>`, a signature that starts with type parameters on the line after a type or a comment, and a
 * namespace whose brace stands on the next line. JavaScript has none of them. A false match only costs a blanking run
 * that changes nothing.
 */
const UNREADABLE =
  /[<,]\s*(?:const\s+)?(?:in|out|in\s+out)\s+[A-Z_$][\w$]*\s*(?:[,>=]|extends\b)|[\w>)\]}"'/][\t ]*\r?\n[\t ]*<\s*(?:const\s+)?[A-Z_$][\w$]*(?:>\(|,|\s+extends\s)|\bnamespace[\t ]+[\w.$]+[\t ]*\r?\n[\t ]*\{/;

/** Extracts facts from TypeScript, TSX and JavaScript files. */
export const typescriptExtractor: LanguageExtractor = {
  elisionRules,
  languages: ["typescript", "tsx", "javascript"],
  sharedKinds: perGrammar((grammar) => ({
    comments: grammar.kindSet(["comment", "hash_bang_line"]),
    separators: grammar.kindSet(["empty_statement"], [",", ";", '"', "'"]),
    loose: grammar.kindSet(["jsx_text"]),
    identifiers: grammar.kindSet([
      "identifier",
      "private_property_identifier",
      "property_identifier",
      "shorthand_property_identifier",
      "shorthand_property_identifier_pattern",
      "type_identifier",
    ]),
    strings: grammar.kindSet(["string", "template_string", "jsx_text"]),
  })),
  extract: (extraction, component) => {
    const file = new TypescriptFile(extraction, component);
    const doc = moduleDoc(file);
    if (doc !== undefined) extraction.setDoc(0, doc);
    declareAll(file);
    resolveAll(file);
    writeBehaviour(extraction, BEHAVIOUR);
  },
  blank,
  isUnreadable: (source, language) => language !== "javascript" && UNREADABLE.test(source),
  // Types of Flow are mostly written like those of TypeScript.
  secondGrammar: (language) => (language === "javascript" ? "tsx" : undefined),
};
