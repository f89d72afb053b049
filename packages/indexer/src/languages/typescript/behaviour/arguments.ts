/** String arguments of a call. */
import { type CallSyntax, callString, plainString as plainStringOf } from "../../../extract/behaviour/call-strings.js";
import type { Extraction } from "../../../extract/extraction.js";
import { perGrammar } from "../../../parse/grammar.js";
import type { SyntaxTree } from "../../../parse/syntax-tree.js";

const callSyntax = perGrammar(
  (grammar): CallSyntax => ({
    calls: grammar.kindSet(["call_expression", "new_expression"]),
    strings: grammar.kindSet(["string"]),
    inArguments: grammar.field("arguments"),
  }),
);

/** The text of the string argument at `index` of the call whose callee ends at `node`. */
export function argument({ tree }: Extraction, node: number, index: number): string | undefined {
  return callString(tree, node, index, callSyntax(tree.grammar));
}

/** The content of a string literal. */
export function plainString(tree: SyntaxTree, node: number | undefined): string | undefined {
  return plainStringOf(tree, node, callSyntax(tree.grammar));
}
