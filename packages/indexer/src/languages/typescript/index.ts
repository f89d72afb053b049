/**
 * TypeScript, TSX and JavaScript: one extractor for three grammars.
 *
 * Pass one (declare/) finds scopes, bindings, symbols and imports; pass two (resolve/) what every name refers to. Both are loops
 * over the rows of the tree. blanking/ lets the grammar read what it cannot.
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
 * What the TypeScript grammar most often cannot read: variance as in `<in out K, out V>`, and a signature that begins with its type
 * parameters on the line after a type or a comment. JavaScript has neither. Where the source is readable nevertheless, blanking finds nothing to do.
 */
const UNREADABLE =
  /[<,]\s*(?:const\s+)?(?:in|out|in\s+out)\s+[A-Z_$][\w$]*\s*(?:[,>=]|extends\b)|[\w>)\]}"'/][\t ]*\r?\n[\t ]*<\s*(?:const\s+)?[A-Z_$][\w$]*(?:>\(|,|\s+extends\s)/;

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
  extract: (extraction) => {
    const file = new TypescriptFile(extraction);
    const doc = moduleDoc(file);
    if (doc !== undefined) extraction.setDoc(0, doc);
    declareAll(file);
    resolveAll(file);
    writeBehaviour(extraction, BEHAVIOUR);
  },
  blank,
  isUnreadable: (source, language) => language !== "javascript" && UNREADABLE.test(source),
};
