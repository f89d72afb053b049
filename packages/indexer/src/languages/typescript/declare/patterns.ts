/** Destructuring patterns: the names a pattern binds, and the part of the value that each name receives. */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { TypescriptFile } from "../typescript-file.js";

/** Maximum number of pattern levels followed from a name outwards. */
const MAX_DEPTH = 16;

/** The name nodes that `pattern` binds, in source order; default values are skipped. */
export function patternNames(file: TypescriptFile, pattern: number): number[] {
  const { tree, k } = file;
  const found: number[] = [];
  const end = tree.next[pattern] ?? 0;
  for (let row = pattern; row < end; ) {
    const kind = tree.kind[row];
    const isDefault =
      tree.field[row] === k.in_right &&
      (file.kind(file.parent(row)) === k.assignment_pattern ||
        file.kind(file.parent(row)) === k.object_assignment_pattern);
    if (
      isDefault ||
      kind === k.computed_property_name ||
      kind === k.member_expression ||
      kind === k.subscript_expression
    ) {
      if (row === pattern) return found;
      row = tree.next[row] ?? end;
      continue;
    }
    if (kind === k.identifier || kind === k.shorthand_property_identifier_pattern) found.push(row);
    row++;
  }
  return found;
}

/** The expression of what `name` receives when `pattern` is assigned `value`; 0 if unknown. */
export function patternValue(file: TypescriptFile, name: number, pattern: number, value: number): number {
  const path: number[] = [];
  let node = name;
  for (let depth = 0; node !== pattern; depth++) {
    if (depth > MAX_DEPTH || node === 0) return 0;
    const step = stepInto(file, node);
    if (step === undefined) return 0;
    if (step !== 0) path.push(step);
    node = file.parent(node);
  }
  let expr = value;
  for (let i = path.length - 1; i >= 0 && expr !== 0; i--) {
    const step = path[i] as number;
    expr =
      step < 0
        ? file.facts.expr(ExprOp.Part, expr, -1 - step)
        : file.facts.expr(ExprOp.Member, expr, file.names.string(step - 1));
  }
  return expr;
}

/** Index of a part in an array pattern: the number of commas before it, holes included. */
function placeIn(file: TypescriptFile, pattern: number, part: number): number {
  const { tree } = file;
  let place = 0;
  for (let child = pattern + 1; child < part; child = tree.next[child] ?? part) {
    if (file.isText(child, ",")) place++;
  }
  return place;
}

/**
 * Step from a pattern's part to the enclosing pattern: a property (name number plus one), an item (-1 minus its index),
 * nothing (0), or unknown.
 */
function stepInto(file: TypescriptFile, node: number): number | undefined {
  const { k } = file;
  const parent = file.parent(node);
  const parentKind = file.kind(parent);
  if (parentKind === k.array_pattern) return -1 - placeIn(file, parent, node);
  if (parentKind === k.rest_pattern) return undefined;
  if (parentKind === k.pair_pattern) {
    const key = file.firstNamed(parent);
    return key !== NO_NODE && file.kind(key) === k.property_identifier ? file.name(key) + 1 : undefined;
  }
  const isShorthand = file.kind(node) === k.shorthand_property_identifier_pattern;
  if (isShorthand && (parentKind === k.object_pattern || parentKind === k.object_assignment_pattern)) {
    return file.name(node) + 1;
  }
  if (parentKind === k.object_assignment_pattern || parentKind === k.assignment_pattern) {
    return file.tree.field[node] === k.in_left ? 0 : undefined;
  }
  return 0;
}
