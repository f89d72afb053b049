/** Path from a throw up to its function: the conditions passed, and whether other constructs decide if the throw is reached. */
import type { SyntaxTree } from "../../parse/syntax-tree.js";

/** Node kinds and fields that matter on the path. Each kind set has 1 at the numbers of its kinds. */
export interface PathKinds {
  readonly conditionals: Uint8Array;
  readonly functions: Uint8Array;
  readonly classes: Uint8Array;
  readonly tries: number;
  readonly handlers: Uint8Array;
  /** Nodes that run their content always and once. */
  readonly transparent: Uint8Array;
  readonly inCondition: number;
  readonly inConsequence: number;
  readonly inBody: number;
}

/** Result of {@link throwPath}. */
export interface ThrowPath {
  readonly functionNode: number;
  /** Conditions passed, innermost first. */
  readonly conditions: readonly number[];
  /** Whether any construct other than {@link conditions} decides if the throw is reached. */
  readonly isConditional: boolean;
  /** The outermost `if` on the path, or the throw itself. */
  readonly statement: number;
}

/** The path of a throw; `undefined` if the throw leaves no function: it is in a module or class body, or is caught. */
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
      const condition = branchCondition(tree, node, kinds);
      if (condition !== 0) conditions.push(condition);
      isConditional ||= condition === 0 || isChained(tree, parent, kinds);
      statement = parent;
    } else isConditional ||= kind !== kinds.tries && kinds.transparent[kind] !== 1;
  }
  return undefined;
}

/** Whether the path ends at `node` without a function: there is no parent, or a handler catches the throw. */
function isEnd(tree: SyntaxTree, node: number, kinds: PathKinds): boolean {
  const parent = tree.parent[node] ?? 0;
  return parent === 0 || kinds.classes[tree.kind[parent] as number] === 1 || isCaught(tree, node, kinds);
}

/** The condition under which branch `node` runs; 0 for any other part of a conditional. */
function branchCondition(tree: SyntaxTree, node: number, kinds: PathKinds): number {
  if (tree.field[node] !== kinds.inConsequence) return 0;
  return tree.child(tree.parent[node] ?? 0, kinds.inCondition);
}

/** Whether a conditional is a later branch of another conditional (`else if`). */
function isChained(tree: SyntaxTree, conditional: number, kinds: PathKinds): boolean {
  return kinds.conditionals[tree.kind[tree.parent[conditional] ?? 0] as number] === 1;
}

/** Whether `node` is the body of a `try` that has a handler. */
function isCaught(tree: SyntaxTree, node: number, kinds: PathKinds): boolean {
  const parent = tree.parent[node] ?? 0;
  if (tree.kind[parent] !== kinds.tries || tree.field[node] !== kinds.inBody) return false;
  return tree.children(parent).some((child) => kinds.handlers[tree.kind[child] as number] === 1);
}
