/** Side effects and guards of a Go file: which calls leave the program, and when a function panics. */
import type { ConditionSyntax } from "../../../extract/behaviour/conditions.js";
import { EffectRules } from "../../../extract/behaviour/effect-table.js";
import type { GuardLanguage, Thrown } from "../../../extract/behaviour/guards.js";
import type { BehaviourLanguage, BehaviourScan } from "../../../extract/behaviour/write-behaviour.js";
import type { Extraction } from "../../../extract/extraction.js";
import { perGrammar } from "../../../parse/grammar.js";
import type { SyntaxTree } from "../../../parse/syntax-tree.js";
import { words } from "../../kit/vocabulary.js";
import { vocabularyOf } from "../kinds.js";
import { EFFECT_TABLE } from "./effect-table.js";

const PANIC = "panic";

export const BEHAVIOUR: BehaviourLanguage = {
  effects: {
    rules: new EffectRules(EFFECT_TABLE),
    self: "receiver",
    mutators: new Set(),
    containers: new Set(),
    containerHeads: new Set(),
    argument,
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
      conditions: conditionSyntax(k),
      thrown,
    };
  }),
  scanned: perGrammar((grammar) => grammar.kindSet(["call_expression"])),
  visit: ({ tree, guards }: BehaviourScan, node) => {
    if (isPanic(tree, node)) guards.addThrow(node);
  },
  addMembers: () => undefined,
};

function conditionSyntax(k: ReturnType<typeof vocabularyOf>): ConditionSyntax {
  const atoms = new Uint8Array(0x10000);
  for (const kind of [k.identifier, k.selector_expression, k.call_expression, k.index_expression]) atoms[kind] = 1;
  return {
    parenthesized: k.parenthesized_expression,
    atoms,
    not: "!",
    and: "&&",
    or: "||",
    choosing: new Set(["||"]),
    relations: new Set(),
    absent: new Set(["nil"]),
    operand: (tree, node) => {
      const isNegation = tree.kind[node] === k.unary_expression && tree.source[tree.start[node] ?? 0] === "!";
      return isNegation ? tree.child(node, k.in_operand) : 0;
    },
    sides: (tree, node) => {
      if (tree.kind[node] !== k.binary_expression) return undefined;
      const [left, operator, right] = [k.in_left, k.in_operator, k.in_right].map((field) => tree.child(node, field));
      return { left: left ?? 0, operator: tree.text(operator ?? 0), right: right ?? 0 };
    },
  };
}

function isPanic(tree: SyntaxTree, call: number): boolean {
  const k = vocabularyOf(tree.grammar);
  const callee = tree.child(call, k.in_function);
  const length = (tree.end[callee] ?? 0) - (tree.start[callee] ?? 0);
  return length === PANIC.length && tree.kind[callee] === k.identifier && tree.text(callee) === PANIC;
}

function thrown(tree: SyntaxTree, call: number): Thrown {
  return { error: PANIC, message: textAt(tree, call, 0) };
}

/** The text of a plain string among a call's arguments. */
function textAt(tree: SyntaxTree, call: number, index: number): string | undefined {
  const k = vocabularyOf(tree.grammar);
  const list = tree.child(call, k.in_arguments);
  const value = list === 0 ? undefined : tree.namedChildren(list)[index];
  return value !== undefined && tree.kind[value] === k.interpreted_string_literal
    ? tree.text(value).slice(1, -1)
    : undefined;
}

/** @param node the last name of the callee */
function argument({ tree }: Extraction, node: number, index: number): string | undefined {
  const k = vocabularyOf(tree.grammar);
  const parent = tree.parent[node] ?? 0;
  return textAt(tree, tree.kind[parent] === k.call_expression ? parent : (tree.parent[parent] ?? 0), index);
}
