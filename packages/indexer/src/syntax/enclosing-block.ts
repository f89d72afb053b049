/** Enclosing statement and block: the innermost statement, or block of statements, around some nodes. Knows rows. */
import type { Language } from "@sdl/model";
import type { ElisionRules } from "../languages/elision-rules.js";
import { extractorFor } from "../languages/registry.js";
import type { SyntaxTree } from "../parse/syntax-tree.js";

type OffsetRange = readonly [start: number, end: number];

/**
 * Finds the enclosing statement.
 * @param rows ascending, at least one
 * @returns offsets of the smallest statement or member that holds all rows; of the whole tree if nothing smaller does
 */
export function enclosingStatement(tree: SyntaxTree, language: Language, rows: readonly number[]): OffsetRange {
  const rules = extractorFor(language).elisionRules(tree.grammar);
  let node = commonAncestor(tree, rows);
  while (node !== 0 && !isStatement(tree, rules, node)) node = parentNode(tree, node);
  return nodeOffsets(tree, node);
}

/**
 * The innermost block of statements that holds all rows, from its head (`if (…) {`, `for … in …:`, a function's head)
 * to its end. The `else` after it is another block. If a row is part of a statement's head, the statement with its
 * block counts. A class member or top-level statement without an enclosing block counts itself.
 * @param rows ascending, at least one
 * @returns offsets; of the whole tree if nothing smaller holds all rows
 */
export function enclosingBlock(tree: SyntaxTree, language: Language, rows: readonly number[]): OffsetRange {
  const rules = extractorFor(language).elisionRules(tree.grammar);
  let node = commonAncestor(tree, rows);
  while (node !== 0 && !isStatement(tree, rules, node) && !isBlock(tree, rules, node)) node = parentNode(tree, node);
  if (node === 0) return nodeOffsets(tree, 0);
  if (isBlock(tree, rules, node)) return blockWithHead(tree, rules, node);
  const list = parentNode(tree, node);
  const standsByItself = holdsBlock(tree, rules, node) || isContainer(tree, rules, list);
  return standsByItself ? nodeOffsets(tree, node) : blockWithHead(tree, rules, list);
}

function commonAncestor(tree: SyntaxTree, rows: readonly number[]): number {
  const last = rows.at(-1) ?? 0;
  let node = rows[0] ?? 0;
  while (node !== 0 && (tree.next[node] ?? 0) <= last) node = parentNode(tree, node);
  return node;
}

/** Whether a node is an entry of a list of statements or members. */
function isStatement(tree: SyntaxTree, { lists }: ElisionRules, node: number): boolean {
  return has(lists, tree, parentNode(tree, node));
}

/** Whether a node is a list of statements; a block inside a block is a statement instead. */
function isBlock(tree: SyntaxTree, { lists, containers }: ElisionRules, node: number): boolean {
  return has(lists, tree, node) && !has(containers, tree, node);
}

/** Whether the entries of a list are members or top-level statements. */
function isContainer(tree: SyntaxTree, { containers }: ElisionRules, list: number): boolean {
  return has(containers, tree, list) || has(containers, tree, parentNode(tree, list));
}

function holdsBlock(tree: SyntaxTree, { blocks }: ElisionRules, node: number): boolean {
  for (let row = node + 1; row < (tree.next[node] ?? 0); row++) if (has(blocks, tree, row)) return true;
  return false;
}

/** The block with its head: a `case` contains its head; a block that is a list entry has none. */
function blockWithHead(tree: SyntaxTree, rules: ElisionRules, block: number): OffsetRange {
  const owner = parentNode(tree, block);
  if (block === 0 || has(rules.cases, tree, block) || has(rules.lists, tree, owner)) return nodeOffsets(tree, block);
  const isLast = !hasBlockAfter(tree, rules, owner, block);
  return [tree.start[owner] ?? 0, tree.end[isLast ? owner : block] ?? 0];
}

function hasBlockAfter(tree: SyntaxTree, { blocks }: ElisionRules, owner: number, block: number): boolean {
  for (let row = tree.next[block] ?? 0; row < (tree.next[owner] ?? 0); row++) if (has(blocks, tree, row)) return true;
  return false;
}

function has(kinds: Uint8Array, tree: SyntaxTree, node: number): boolean {
  return kinds[tree.kind[node] ?? 0] === 1;
}

function parentNode(tree: SyntaxTree, node: number): number {
  return tree.parent[node] ?? 0;
}

function nodeOffsets(tree: SyntaxTree, node: number): OffsetRange {
  return [tree.start[node] ?? 0, tree.end[node] ?? 0];
}
