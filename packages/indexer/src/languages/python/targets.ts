/** What an assignment, a loop or a context manager binds: its targets, each with the expression it is given. */
import { NO_NODE } from "../../parse/syntax-tree.js";
import type { PythonFile } from "./python-file.js";
import { Wrap } from "./scopes.js";

/** Deepest nesting of patterns that is read. */
const MAX_DEPTH = 16;

/** @param value node of the expression, or 0; @param wrap see {@link Wrap} */
export type TargetVisitor = (target: number, value: number, wrap: number) => void;

/** Visits the identifiers, attributes and subscripts that `target` assigns to. */
export function visitTargets(
  file: PythonFile,
  target: number,
  value: number,
  wrap: number,
  visit: TargetVisitor,
  depth = 0,
): void {
  const { k } = file;
  const kind = file.kind(target);
  if (target === NO_NODE || depth > MAX_DEPTH) return;
  if (kind === k.identifier || kind === k.attribute || kind === k.subscript) {
    visit(target, value, wrap);
  } else if (kind === k.listSplatPattern || kind === k.listSplat) {
    visitTargets(file, file.firstNamed(target), NO_NODE, Wrap.Value, visit, depth + 1);
  } else if (kind === k.parenthesizedExpression || kind === k.asPatternTarget) {
    visitTargets(file, file.firstNamed(target), value, wrap, visit, depth + 1);
  } else if (isSequence(file, kind)) {
    visitItems(file, target, value, wrap, visit, depth);
  }
}

function visitItems(
  file: PythonFile,
  target: number,
  value: number,
  wrap: number,
  visit: TargetVisitor,
  depth: number,
): void {
  const { k } = file;
  const items = file.tree.namedChildren(target);
  const values = wrap === Wrap.Value && isSequence(file, file.kind(value)) ? file.tree.namedChildren(value) : [];
  const isPlain = (node: number): boolean => file.kind(node) !== k.listSplat && file.kind(node) !== k.listSplatPattern;
  const pairwise = values.length === items.length && values.every(isPlain) && items.every(isPlain);
  items.forEach((item, i) => {
    if (pairwise) visitTargets(file, item, values[i] ?? NO_NODE, Wrap.Value, visit, depth + 1);
    else if (wrap > Wrap.Element) visitTargets(file, item, NO_NODE, Wrap.Value, visit, depth + 1);
    else visitTargets(file, item, value, itemWrap(wrap, i, items.length), visit, depth + 1);
  });
}

/** How item `index` of `count` of what is wrapped in `wrap` is to be taken. */
function itemWrap(wrap: number, index: number, count: number): number {
  if (wrap === Wrap.Element && count === 2) return index === 0 ? Wrap.PairFirst : Wrap.PairSecond;
  return wrap === Wrap.Value ? Wrap.Element : Wrap.Element2;
}

function isSequence(file: PythonFile, kind: number): boolean {
  const { k } = file;
  return (
    kind === k.patternList ||
    kind === k.tuplePattern ||
    kind === k.listPattern ||
    kind === k.tuple ||
    kind === k.list ||
    kind === k.expressionList
  );
}
