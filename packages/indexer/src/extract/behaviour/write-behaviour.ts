/** Writer of side effects and guards of a file in any language: reads the finished references and scans the tree once. */
import type { Grammar } from "../../parse/grammar.js";
import type { SyntaxTree } from "../../parse/syntax-tree.js";
import type { Extraction } from "../extraction.js";
import { BehaviourRows } from "./behaviour-rows.js";
import { type EffectLanguage, findEffects } from "./effects.js";
import { GuardFinder, type GuardLanguage } from "./guards.js";
import { SymbolNodes } from "./symbol-nodes.js";

/** State of one file's behaviour scan, and where its results go. */
export interface BehaviourScan {
  readonly extraction: Extraction;
  readonly tree: SyntaxTree;
  readonly rows: BehaviourRows;
  readonly symbols: SymbolNodes;
  readonly guards: GuardFinder;
}

/** What a language provides to find behaviour: its effects, its guards, and the nodes to scan. */
export interface BehaviourLanguage {
  readonly effects: EffectLanguage;
  guards(grammar: Grammar): GuardLanguage;
  /** Sets 1 at the node kinds that {@link visit} is called for. */
  scanned(grammar: Grammar): Uint8Array;
  visit(scan: BehaviourScan, node: number): void;
  /** Adds what the tree scan does not see: guards of members. */
  addMembers(rows: BehaviourRows, extraction: Extraction): void;
}

/** Writes the effect and guard tables of a file. Call after its references are written. */
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
