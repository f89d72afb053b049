/** Uses of environment variables: `process.env.NAME`, `process.env["NAME"]`, `import.meta.env.NAME`, `const { NAME } = process.env`. */
import type { SyntaxTree } from "../../../parse/syntax-tree.js";
import { behaviourWords } from "./words.js";

export interface EnvironmentUse {
  /** `undefined` when the variable is chosen at run time or all are taken. */
  readonly name: string | undefined;
  readonly isWrite: boolean;
}

const NONE: readonly EnvironmentUse[] = [];

/** The uses that the member expression `node` is the environment of; none when it is something else. */
export function environmentUses(tree: SyntaxTree, node: number): readonly EnvironmentUse[] {
  if (!isEnvironment(tree, node)) return NONE;
  const words = behaviourWords(tree.grammar);
  const parent = tree.parent[node] ?? 0;
  const kind = tree.kind[parent];
  if (kind === words.declarator) return bound(tree, parent);
  const isObject = tree.field[node] === words.inObject;
  if (!isObject || (kind !== words.member && kind !== words.subscript)) return [{ name: undefined, isWrite: false }];
  const name = kind === words.member ? tree.text(tree.child(parent, words.inProperty)) : indexed(tree, parent);
  const around = tree.parent[parent] ?? 0;
  return [{ name, isWrite: tree.kind[around] === words.assignment && tree.field[parent] === words.inLeft }];
}

function isEnvironment(tree: SyntaxTree, node: number): boolean {
  const start = tree.start[node] ?? 0;
  const length = (tree.end[node] ?? 0) - start;
  if (length === 11) return tree.source.startsWith("process.env", start);
  return length === 15 && tree.source.startsWith("import.meta.env", start);
}

/** `const { A, B: b } = process.env`. */
function bound(tree: SyntaxTree, declarator: number): EnvironmentUse[] {
  const words = behaviourWords(tree.grammar);
  const pattern = tree.child(declarator, words.inName);
  if (tree.kind[pattern] !== words.objectPattern) return [{ name: undefined, isWrite: false }];
  return tree.namedChildren(pattern).map((child) => {
    const key = tree.kind[child] === words.pairPattern ? tree.child(child, words.inKey) : child;
    const name = /^\w+/.exec(tree.text(key))?.[0];
    return { name, isWrite: false };
  });
}

function indexed(tree: SyntaxTree, subscript: number): string | undefined {
  const words = behaviourWords(tree.grammar);
  const index = tree.child(subscript, words.inIndex);
  const text = tree.kind[index] === words.string ? tree.text(index).slice(1, -1) : "";
  return /^\w+$/.test(text) ? text : undefined;
}
