/** The way from a throw up to its function: the conditions passed, and whether anything else decides that it is reached. */
import type { SyntaxTree } from "../../parse/syntax-tree.js";

/** Kinds and fields that matter on the way. Sets have 1 at the number of each kind. */
export interface PathKinds {
  readonly conditionals: Uint8Array;
  readonly functions: Uint8Array;
  readonly classes: Uint8Array;
  readonly tries: number;
  readonly handlers: Uint8Array;
  /** What runs always and once. */
  readonly transparent: Uint8Array;
  readonly inCondition: number;
  readonly inConsequence: number;
  readonly inBody: number;
}

export interface ThrowPath {
  readonly functionNode: number;
  /** Conditions passed, innermost first. */
  readonly conditions: readonly number[];
  /** Whether anything but those conditions decides if it is reached. */
  readonly isConditional: boolean;
  /** The outermost `if`, or the throw itself. */
  readonly statement: number;
}

/** `undefined` for a throw that leaves no function: in a module or class body, or caught on its way. */
export function throwPath(tree: SyntaxTree, from: number, kinds: PathKinds): ThrowPath | undefined {
  const conditions: number[] = [];
  let isConditional = false;
  let statement = from;
  for (let node = from; node !== 0; node = tree.parent[node] ?? 0) {
    const parent = tree.parent[node] ?? 0;
    const kind = tree.kind[parent] as number;
    if (kinds.functions[kind] === 1) return { functionNode: parent, conditions, isConditional, statement };
    if (isEnd(tree, node, kinds)) return undefined;
    if (kinds.conditionals[kind] === 1) {
      const condition = conditionOf(tree, node, kinds);
      if (condition !== 0) conditions.push(condition);
      isConditional ||= condition === 0 || isChained(tree, parent, kinds);
      statement = parent;
    } else isConditional ||= kind !== kinds.tries && kinds.transparent[kind] !== 1;
  }
  return undefined;
}

/** Whether a throw at `node` comes no further: there is no function around, or a handler is. */
function isEnd(tree: SyntaxTree, node: number, kinds: PathKinds): boolean {
  const parent = tree.parent[node] ?? 0;
  return parent === 0 || kinds.classes[tree.kind[parent] as number] === 1 || isCaught(tree, node, kinds);
}

/** The condition under which the branch `node` runs; 0 for any other part of a conditional. */
function conditionOf(tree: SyntaxTree, node: number, kinds: PathKinds): number {
  if (tree.field[node] !== kinds.inConsequence) return 0;
  return tree.child(tree.parent[node] ?? 0, kinds.inCondition);
}

/** Whether a conditional is a later branch of another one. */
function isChained(tree: SyntaxTree, conditional: number, kinds: PathKinds): boolean {
  return kinds.conditionals[tree.kind[tree.parent[conditional] ?? 0] as number] === 1;
}

/** Whether `node` is the body of a `try` that has a handler. */
function isCaught(tree: SyntaxTree, node: number, kinds: PathKinds): boolean {
  const parent = tree.parent[node] ?? 0;
  if (tree.kind[parent] !== kinds.tries || tree.field[node] !== kinds.inBody) return false;
  return tree.children(parent).some((child) => kinds.handlers[tree.kind[child] as number] === 1);
}
