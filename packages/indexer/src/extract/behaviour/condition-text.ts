/** How conditions are read in every language. */
import type { SyntaxTree } from "../../parse/syntax-tree.js";

/** Deepest nesting of a condition that is read. */
export const MAX_DEPTH = 12;

/** What stands inside of parentheses. @param parenthesized the kind of a node in parentheses */
export function unparenthesized(tree: SyntaxTree, node: number, parenthesized: number): number {
  let inner = node;
  for (let depth = 0; depth < MAX_DEPTH && tree.kind[inner] === parenthesized; depth++)
    inner = tree.namedChildren(inner)[0] ?? inner;
  return inner;
}

/** The name that a text ends in. */
export function lastName(text: string): string | undefined {
  let from = text.length;
  while (from > 0 && /[\w$]/.test(text[from - 1] ?? "")) from--;
  return from === text.length ? undefined : text.slice(from);
}

/** On one line. */
export function textOf(tree: SyntaxTree, node: number): string {
  return tree.text(node).replace(/\s+/g, " ");
}
