/** Side effects and guards of a file, whatever its language: reads the finished references, and scans the tree once. */
import type { Grammar } from "../../parse/grammar.js";
import type { SyntaxTree } from "../../parse/syntax-tree.js";
import type { Extraction } from "../extraction.js";
import { BehaviourRows } from "./behaviour-rows.js";
import { type EffectLanguage, findEffects } from "./effects.js";
import { GuardFinder, type GuardLanguage } from "./guards.js";
import { SymbolNodes } from "./symbol-nodes.js";

/** What is found in a file, and where it goes. */
export interface BehaviourScan {
  readonly extraction: Extraction;
  readonly tree: SyntaxTree;
  readonly rows: BehaviourRows;
  readonly symbols: SymbolNodes;
  readonly guards: GuardFinder;
}

export interface BehaviourLanguage {
  readonly effects: EffectLanguage;
  guards(grammar: Grammar): GuardLanguage;
  /** Kinds of the nodes that are visited. */
  scanned(grammar: Grammar): Uint8Array;
  visit(scan: BehaviourScan, node: number): void;
  /** What the tree's scan does not see: promises of members. */
  addMembers(rows: BehaviourRows, extraction: Extraction): void;
}

export function writeBehaviour(extraction: Extraction, language: BehaviourLanguage): void {
  const { tree } = extraction;
  const rows = new BehaviourRows(extraction);
  findEffects(extraction, language.effects, rows);
  const symbols = new SymbolNodes(extraction);
  const guards = new GuardFinder(extraction, language.guards(tree.grammar), rows, symbols);
  const scan = { extraction, tree, rows, symbols, guards };
  const scanned = language.scanned(tree.grammar);
  const { kind, count } = tree;
  for (let node = 0; node < count; node++) {
    if (scanned[kind[node] as number] !== 0) language.visit(scan, node);
  }
  guards.finish();
  language.addMembers(rows, extraction);
  rows.write();
}
