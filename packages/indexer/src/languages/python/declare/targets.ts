/** Targets of assignments, loops and context managers, each with the expression assigned to it. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";
import { MAX_PLACE, Wrap } from "./wraps.js";

/** Deepest nesting of target patterns that is read. */
const MAX_DEPTH = 16;

/** The expression assigned to a target. */
export interface Given {
  /** Node of the expression, or none. */
  readonly node: number;
  /** How the target's value is derived from the expression, see {@link Wrap}. */
  readonly wrap: number;
}

/** No expression: the assigned value is unknown. */
export const NOTHING_GIVEN: Given = { node: NO_NODE, wrap: Wrap.Value };

/** Called for each target with the expression assigned to it. */
export type TargetVisitor = (target: number, given: Given) => void;

/** Visits the identifiers, attributes and subscripts that `target` assigns to. */
export function visitTargets(file: PythonFile, target: number, given: Given, visit: TargetVisitor): void {
  if (file.kind(target) === file.k.identifier) visit(target, given);
  else new TargetWalk(file, visit).walk(target, given, 0);
}

class TargetWalk {
  constructor(
    private readonly file: PythonFile,
    private readonly visit: TargetVisitor,
  ) {}

  walk(target: number, given: Given, depth: number): void {
    const { file } = this;
    const { k } = file;
    const kind = file.kind(target);
    if (target === NO_NODE || depth > MAX_DEPTH) return;
    if (kind === k.identifier || kind === k.attribute || kind === k.subscript) {
      this.visit(target, given);
    } else if (kind === k.list_splat_pattern || kind === k.list_splat) {
      this.walk(file.firstNamed(target), withoutPlace(given), depth + 1);
    } else if (kind === k.parenthesized_expression || kind === k.as_pattern_target) {
      this.walk(file.firstNamed(target), given, depth + 1);
    } else if (isSequence(file, kind)) {
      this.walkItems(target, given, depth + 1);
    }
  }

  private walkItems(target: number, given: Given, depth: number): void {
    const { file } = this;
    const items = file.tree.namedChildren(target);
    const values = pairedValues(file, items, given);
    const from = withoutPair(file, given);
    items.forEach((item, i) => {
      const value = values?.[i];
      if (value !== undefined) this.walk(item, { node: value, wrap: Wrap.Value }, depth);
      else if (from.wrap > Wrap.Element) this.walk(item, NOTHING_GIVEN, depth);
      else this.walk(item, { node: from.node, wrap: itemWrap(from.wrap, Math.min(i, MAX_PLACE)) }, depth);
    });
  }
}

/** The same as an item of what it is a part of: in `for i, (a, b) in enumerate(xs)`, of `xs`. */
function withoutPair(file: PythonFile, given: Given): Given {
  const items =
    given.wrap < Wrap.PartOfElement ? undefined : itemsOfPair(file, given.node, given.wrap - Wrap.PartOfElement);
  return items === undefined || items === NO_NODE ? given : { node: items, wrap: Wrap.Element };
}

/**
 * The container whose items stand at a place of the pairs of `enumerate(xs)`, `d.items()` or `zip(xs, ys)`: no node for indices
 * and keys, `undefined` for other expressions.
 */
export function itemsOfPair(file: PythonFile, node: number, place: number): number | undefined {
  const { k } = file;
  if (file.kind(node) !== k.call) return undefined;
  const callee = file.child(node, k.in_function);
  const name = file.lastNameText(callee);
  if (name === "zip") return file.tree.namedChildren(file.child(node, k.in_arguments))[place] ?? NO_NODE;
  let items = NO_NODE;
  if (name === "enumerate") items = file.firstNamed(file.child(node, k.in_arguments));
  else if (name === "items" || name === "iteritems") items = file.child(callee, k.in_object);
  if (items === NO_NODE) return undefined;
  return place === 1 ? items : NO_NODE;
}

/** The values of `a, b = x, y`, or of `a, *rest, b = x, y, z` with none for the rest; `undefined` if a value is a splat. */
function pairedValues(file: PythonFile, items: readonly number[], given: Given): (number | undefined)[] | undefined {
  const { k } = file;
  if (given.wrap !== Wrap.Value || !isSequence(file, file.kind(given.node))) return undefined;
  const values = file.tree.namedChildren(given.node);
  if (values.some((node) => file.kind(node) === k.list_splat)) return undefined;
  const rest = items.findIndex((node) => file.kind(node) === k.list_splat_pattern);
  if (rest < 0) return values.length === items.length ? values : undefined;
  const after = items.length - rest - 1;
  if (values.length < items.length - 1) return undefined;
  return [...values.slice(0, rest), undefined, ...values.slice(values.length - after)];
}

/** The wrap of the item at index `place` of an expression with wrap `wrap`. */
function itemWrap(wrap: number, place: number): number {
  return place + (wrap === Wrap.Value ? Wrap.Part : Wrap.PartOfElement);
}

/** The assigned value of `*rest`: as it takes several items, it is a container and has no item index. */
function withoutPlace({ node, wrap }: Given): Given {
  return wrap >= Wrap.Part && wrap < Wrap.PartOfElement ? { node, wrap: Wrap.Rest } : NOTHING_GIVEN;
}

function isSequence(file: PythonFile, kind: number): boolean {
  const { k } = file;
  return (
    kind === k.pattern_list ||
    kind === k.tuple_pattern ||
    kind === k.list_pattern ||
    kind === k.tuple ||
    kind === k.list ||
    kind === k.expression_list
  );
}
