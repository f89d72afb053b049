/** Side effects and guards of a TypeScript or JavaScript file: reads the finished references, and scans the tree once. */
import { BehaviourRows } from "../../../extract/behaviour/behaviour-rows.js";
import { EffectRules } from "../../../extract/behaviour/effect-table.js";
import { type EffectLanguage, findEffects } from "../../../extract/behaviour/effects.js";
import { GuardFinder } from "../../../extract/behaviour/guards.js";
import { addReadonlyMembers } from "../../../extract/behaviour/readonly-members.js";
import { SymbolNodes } from "../../../extract/behaviour/symbol-nodes.js";
import type { Extraction } from "../../../extract/extraction.js";
import type { SyntaxTree } from "../../../parse/syntax-tree.js";
import { argument } from "./arguments.js";
import { EFFECT_TABLE } from "./effect-table.js";
import { environmentUses } from "./environment.js";
import { asserted, guardLanguage } from "./guards.js";
import { behaviourWords } from "./words.js";

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

export function writeBehaviour(extraction: Extraction): void {
  const rows = new BehaviourRows(extraction);
  findEffects(extraction, EFFECTS, rows);
  scan(extraction, rows);
  addReadonlyMembers(rows, extraction);
  rows.write();
}

function scan(extraction: Extraction, rows: BehaviourRows): void {
  const { tree } = extraction;
  const words = behaviourWords(tree.grammar);
  const symbols = new SymbolNodes(extraction);
  const guards = new GuardFinder(extraction, guardLanguage(tree.grammar), rows, symbols);
  const { kind, count } = tree;
  const { scanned } = words;
  for (let node = 0; node < count; node++) {
    if (scanned[kind[node] as number] === 0) continue;
    switch (kind[node]) {
      case words.throws:
        if (tree.isNamed(node)) guards.addThrow(node);
        break;
      case words.call:
        addAssertion(guards, tree, node);
        break;
      case words.member:
        addEnvironment(rows, symbols, tree, node);
        break;
    }
  }
  guards.finish();
}

function addEnvironment(rows: BehaviourRows, symbols: SymbolNodes, tree: SyntaxTree, node: number): void {
  for (const { name, isWrite } of environmentUses(tree, node))
    rows.addEffect(symbols.around(node), node, isWrite ? "writes env" : "reads env", name);
}

function addAssertion(guards: GuardFinder, tree: SyntaxTree, node: number): void {
  const text = asserted(tree, node);
  if (text !== undefined) guards.addAssertion(node, text);
}
