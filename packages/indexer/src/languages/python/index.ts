/**
 * Extractor of Python sources: .py and .pyi.
 *
 * Two walks over the rows of the tree: the first declares scopes, symbols and imports, the second resolves what
 * expressions name. Names are compared as numbers; neither walk recurses over the depth of the tree.
 */

import { PUBLIC_NAMES } from "@sdl/model/facts";
import { writeBehaviour } from "../../extract/behaviour/write-behaviour.js";
import type { Extraction } from "../../extract/extraction.js";
import { perGrammar } from "../../parse/grammar.js";
import { NO_NODE } from "../../parse/syntax-tree.js";
import type { LanguageExtractor } from "../extractor.js";
import { BEHAVIOUR } from "./behaviour/index.js";
import { declare } from "./declare/declare.js";
import { docstring, headComment } from "./declare/docs.js";
import { readPublicNames } from "./declare/public-names.js";
import { elisionRules } from "./elision-rules.js";
import { PythonFile } from "./python-file.js";
import { writeExports } from "./resolve/exports.js";
import { resolveUses } from "./resolve/resolve.js";

/** Extracts facts from Python files. */
export const pythonExtractor: LanguageExtractor = {
  elisionRules,
  languages: ["python"],
  sharedKinds: perGrammar((grammar) => ({
    comments: grammar.kindSet(["comment", "line_continuation"]),
    separators: grammar.kindSet([], [",", ";"]),
    identifiers: grammar.kindSet(["identifier"]),
    strings: grammar.kindSet(["string_content"]),
  })),
  extract,
};

function extract(extraction: Extraction): void {
  const file = new PythonFile(extraction);
  const doc = docstring(file, NO_NODE) ?? headComment(file);
  if (doc !== undefined) extraction.setDoc(0, doc);
  const published = readPublicNames(file);
  if (published.complete) {
    const table = extraction.facts.table(PUBLIC_NAMES);
    for (const name of published.names) table.append({ name: extraction.facts.string(name) });
  }
  const module = declare(file);
  const resolving = resolveUses(file, module);
  writeExports(file, module, resolving);
  resolving.locals.settle(module);
  writeBehaviour(extraction, BEHAVIOUR);
}
