/** Behaviour of a Python file: its side effects and guards. */
import { EffectRules } from "../../../extract/behaviour/effect-table.js";
import type { EffectLanguage } from "../../../extract/behaviour/effects.js";
import type { BehaviourLanguage, BehaviourScan } from "../../../extract/behaviour/write-behaviour.js";
import type { Extraction } from "../../../extract/extraction.js";
import { perGrammar } from "../../../parse/grammar.js";
import { vocabularyOf } from "../kinds.js";
import { argument } from "./arguments.js";
import { EFFECT_TABLE } from "./effect-table.js";
import { environmentUse } from "./environment.js";
import { addFrozenClasses } from "./frozen-classes.js";
import { asserted, guards } from "./guards.js";

const EFFECTS: EffectLanguage = {
  rules: new EffectRules(EFFECT_TABLE),
  self: "self",
  mutators: new Set(
    (
      "append extend insert remove pop popitem popleft appendleft extendleft clear sort reverse update setdefault add discard " +
      "difference_update intersection_update symmetric_difference_update subtract move_to_end rotate"
    ).split(" "),
  ),
  containers: new Set(
    "list dict set bytearray deque defaultdict OrderedDict Counter WeakKeyDictionary WeakValueDictionary WeakSet List Dict Set DefaultDict Deque".split(
      " ",
    ),
  ),
  containerHeads: new Set(
    ["collections", "typing", "weakref"].concat("list dict set bytearray".split(" ").map((name) => `global:${name}`)),
  ),
  argument,
};

/** Finds side effects and guards in Python files. */
export const BEHAVIOUR: BehaviourLanguage = {
  effects: EFFECTS,
  guards,
  scanned: perGrammar((grammar) => grammar.kindSet(["raise_statement", "assert_statement", "subscript"])),
  visit,
  addMembers: addFrozenClasses,
};

function visit({ extraction, tree, rows, symbols, guards }: BehaviourScan, node: number): void {
  const k = vocabularyOf(tree.grammar);
  switch (tree.kind[node]) {
    case k.raise_statement:
      guards.addThrow(node);
      break;
    case k.assert_statement:
      if (!isTest(extraction, symbols.symbolAround(node))) guards.addAssertion(node, asserted(tree, node));
      break;
    case k.subscript: {
      const use = environmentUse(tree, node);
      if (use !== undefined)
        rows.addEffect(symbols.symbolAround(node), node, use.isWrite ? "writes env" : "reads env", use.name);
      break;
    }
  }
}

/** Whether a symbol is a test: its assertions are its subject, not guards. */
function isTest(extraction: Extraction, symbol: number): boolean {
  return /^test|^check_|^assert/i.test(extraction.nameOf(symbol));
}
