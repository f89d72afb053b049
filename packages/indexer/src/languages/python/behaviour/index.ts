/** Side effects and guards of a Python file: reads the finished references, and scans the tree once. */
import { BehaviourRows } from "../../../extract/behaviour/behaviour-rows.js";
import { EffectRules } from "../../../extract/behaviour/effect-table.js";
import { type EffectLanguage, findEffects } from "../../../extract/behaviour/effects.js";
import { GuardFinder } from "../../../extract/behaviour/guards.js";
import { SymbolNodes } from "../../../extract/behaviour/symbol-nodes.js";
import type { Extraction } from "../../../extract/extraction.js";
import { argument } from "./arguments.js";
import { EFFECT_TABLE } from "./effect-table.js";
import { environmentUse } from "./environment.js";
import { addFrozenClasses } from "./frozen-classes.js";
import { asserted, guardLanguage } from "./guards.js";
import { behaviourWords } from "./words.js";

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

export function writeBehaviour(extraction: Extraction): void {
  const rows = new BehaviourRows(extraction);
  findEffects(extraction, EFFECTS, rows);
  scan(extraction, rows);
  addFrozenClasses(rows, extraction);
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
        guards.addThrow(node);
        break;
      case words.asserts:
        if (!isTest(extraction, symbols.around(node))) guards.addAssertion(node, asserted(tree, node));
        break;
      case words.subscript: {
        const use = environmentUse(tree, node);
        if (use !== undefined)
          rows.addEffect(symbols.around(node), node, use.isWrite ? "writes env" : "reads env", use.name);
        break;
      }
    }
  }
  guards.finish();
}

/** What a test asserts is its subject, not a condition of its own. */
function isTest(extraction: Extraction, symbol: number): boolean {
  return /^test|^check_|^assert/i.test(extraction.nameOf(symbol));
}
