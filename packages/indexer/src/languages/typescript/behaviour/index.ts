/** Behaviour of a TypeScript or JavaScript file: its side effects and guards. */
import type { BehaviourRows } from "../../../extract/behaviour/behaviour-rows.js";
import { EffectRules } from "../../../extract/behaviour/effect-table.js";
import type { EffectLanguage } from "../../../extract/behaviour/effects.js";
import type { GuardFinder } from "../../../extract/behaviour/guards.js";
import { addReadonlyMembers } from "../../../extract/behaviour/readonly-members.js";
import type { SymbolNodes } from "../../../extract/behaviour/symbol-nodes.js";
import type { BehaviourLanguage, BehaviourScan } from "../../../extract/behaviour/write-behaviour.js";
import { perGrammar } from "../../../parse/grammar.js";
import type { SyntaxTree } from "../../../parse/syntax-tree.js";
import { vocabularyOf } from "../kinds.js";
import { argument } from "./arguments.js";
import { EFFECT_TABLE } from "./effect-table.js";
import { environmentUses } from "./environment.js";
import { asserted, guards } from "./guards.js";

const EFFECTS: EffectLanguage = {
  rules: new EffectRules(EFFECT_TABLE),
  self: "this",
  mutators: new Set(
    "push pop shift unshift splice sort reverse fill copyWithin set delete clear add append".split(" "),
  ),
  containers: new Set("Array Map Set WeakMap WeakSet Headers URLSearchParams FormData".split(" ")),
  containerHeads: new Set(
    "Array Map Set WeakMap WeakSet Headers URLSearchParams FormData".split(" ").map((name) => `global:${name}`),
  ),
  argument,
};

/** Finds side effects and guards in TypeScript and JavaScript files. */
export const BEHAVIOUR: BehaviourLanguage = {
  effects: EFFECTS,
  guards,
  scanned: perGrammar((grammar) => grammar.kindSet(["throw_statement", "call_expression", "member_expression"])),
  visit,
  addMembers: addReadonlyMembers,
};

function visit({ tree, rows, symbols, guards }: BehaviourScan, node: number): void {
  const k = vocabularyOf(tree.grammar);
  switch (tree.kind[node]) {
    case k.throw_statement:
      if (tree.isNamed(node)) guards.addThrow(node);
      break;
    case k.call_expression:
      addAssertion(guards, tree, node);
      break;
    case k.member_expression:
      addEnvironment(rows, symbols, tree, node);
      break;
  }
}

function addEnvironment(rows: BehaviourRows, symbols: SymbolNodes, tree: SyntaxTree, node: number): void {
  for (const { name, isWrite } of environmentUses(tree, node))
    rows.addEffect(symbols.symbolAround(node), node, isWrite ? "writes env" : "reads env", name);
}

function addAssertion(guards: GuardFinder, tree: SyntaxTree, node: number): void {
  const text = asserted(tree, node);
  if (text !== undefined) guards.addAssertion(node, text);
}
