/** Side effects and guards of a Go file: which calls leave the program, and when a function panics. */
import { type CallSyntax, callString } from "../../../extract/behaviour/call-strings.js";
import { operatorSyntax } from "../../../extract/behaviour/conditions.js";
import { EffectRules } from "../../../extract/behaviour/effect-table.js";
import type { GuardLanguage, ThrownError } from "../../../extract/behaviour/guards.js";
import type { BehaviourLanguage, BehaviourScan } from "../../../extract/behaviour/write-behaviour.js";
import { perGrammar } from "../../../parse/grammar.js";
import type { SyntaxTree } from "../../../parse/syntax-tree.js";
import { words } from "../../kit/vocabulary.js";
import { vocabularyOf } from "../kinds.js";
import { EFFECT_TABLE } from "./effect-table.js";

const PANIC = "panic";

const callSyntax = perGrammar(
  (grammar): CallSyntax => ({
    calls: grammar.kindSet(["call_expression"]),
    strings: grammar.kindSet(["interpreted_string_literal"]),
    inArguments: grammar.field("arguments"),
  }),
);

/** Rules that find side effects, thrown errors and guards in Go functions. */
export const BEHAVIOUR: BehaviourLanguage = {
  effects: {
    rules: new EffectRules(EFFECT_TABLE),
    self: "receiver",
    mutators: new Set(),
    containers: new Set(),
    containerHeads: new Set(),
    argument: ({ tree }, node, index) => callString(tree, node, index, callSyntax(tree.grammar)),
  },
  guards: perGrammar((grammar): GuardLanguage => {
    const k = vocabularyOf(grammar);
    return {
      throws: k.call_expression,
      returns: k.return_statement,
      tries: -1,
      inCondition: k.in_condition,
      inConsequence: k.in_consequence,
      inBody: k.in_body,
      conditionals: grammar.kindSet(["if_statement"]),
      functions: grammar.kindSet(words("func_literal function_declaration method_declaration")),
      classes: grammar.kindSet([]),
      blocks: grammar.kindSet(words("block statement_list")),
      handlers: grammar.kindSet([]),
      transparent: grammar.kindSet(words("block expression_statement statement_list")),
      conditions: {
        ...operatorSyntax(k, k.in_operand),
        atoms: grammar.kindSet(words("call_expression identifier index_expression selector_expression")),
        choosing: new Set(["||"]),
        relations: new Set(),
        absent: new Set(["nil"]),
      },
      thrown: readPanic,
    };
  }),
  scanned: perGrammar((grammar) => grammar.kindSet(["call_expression"])),
  visit: ({ tree, guards }: BehaviourScan, node) => {
    if (isPanic(tree, node)) guards.addThrow(node);
  },
  addMembers: () => undefined,
};

function isPanic(tree: SyntaxTree, call: number): boolean {
  const k = vocabularyOf(tree.grammar);
  const callee = tree.child(call, k.in_function);
  const length = (tree.end[callee] ?? 0) - (tree.start[callee] ?? 0);
  return length === PANIC.length && tree.kind[callee] === k.identifier && tree.text(callee) === PANIC;
}

function readPanic(tree: SyntaxTree, call: number): ThrownError {
  const callee = tree.child(call, vocabularyOf(tree.grammar).in_function);
  return { error: PANIC, message: callString(tree, callee, 0, callSyntax(tree.grammar)) };
}
