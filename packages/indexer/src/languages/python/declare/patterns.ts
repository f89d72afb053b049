/** Patterns of `match` statements and the names that a case binds. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";
import type { Scope } from "../scopes.js";
import { assign } from "./assign.js";
import { type Given, NOTHING_GIVEN } from "./targets.js";
import { Wrap } from "./wraps.js";

/** Binds the names that the patterns of `clause` capture. `case Point() as p` makes `p` an instance of `Point`. */
export function bindCase(file: PythonFile, scope: Scope, clause: number): void {
  const { k } = file;
  for (let child = clause + 1; child < file.next(clause); child = file.next(child)) {
    if (file.kind(child) !== k.case_pattern) continue;
    for (let row = child; row < file.next(child); row++) bindPatternRow(file, scope, row);
  }
}

function bindPatternRow(file: PythonFile, scope: Scope, row: number): void {
  const { k } = file;
  const kind = file.kind(row);
  if (kind === k.dotted_name) {
    const parent = file.kind(file.parent(row));
    const isCapture = parent === k.case_pattern || (parent === k.keyword_pattern && file.field(row) === 0);
    if (isCapture && file.next(row) === row + 2) bindCapture(file, scope, row + 1, capturedIn(file, file.parent(row)));
  } else if (kind === k.splat_pattern) {
    const name = file.tree.childOfKind(row, k.identifier);
    if (name !== NO_NODE) bindCapture(file, scope, name, NOTHING_GIVEN);
  } else if (kind === k.as_pattern) {
    const name = file.tree.childOfKind(row, k.identifier);
    const node = classesIn(file, file.firstNamed(file.firstNamed(row)));
    if (name !== NO_NODE) bindCapture(file, scope, name, { node, wrap: Wrap.Instance });
  }
}

/** What a name that is a part of a class pattern, by place or by keyword, holds; nothing for names in other patterns. */
function capturedIn(file: PythonFile, part: number): Given {
  const { k } = file;
  const pattern = file.kind(part) === k.keyword_pattern ? file.parent(part) : part;
  return file.kind(file.parent(pattern)) === k.class_pattern ? { node: part, wrap: Wrap.Captured } : NOTHING_GIVEN;
}

function bindCapture(file: PythonFile, scope: Scope, name: number, given: Given): void {
  const binding = scope.target(file.name(name));
  assign(file, binding.alias ?? binding, name, given);
}

/** The node that names the class of a class pattern, or `A() | B()` itself if all its alternatives are class patterns. */
export function classesIn(file: PythonFile, pattern: number): number {
  const { k } = file;
  if (file.kind(pattern) === k.class_pattern) return file.firstNamed(pattern);
  return alternatives(file, pattern) === undefined ? NO_NODE : pattern;
}

/** The nodes that name the classes of `A() | B()`; `undefined` for other nodes, and if an alternative is no class pattern. */
export function alternatives(file: PythonFile, union: number): readonly number[] | undefined {
  if (file.kind(union) !== file.k.union_pattern) return undefined;
  const patterns = file.tree.namedChildren(union);
  const areClasses = patterns.every((pattern) => file.kind(pattern) === file.k.class_pattern);
  return areClasses ? patterns.map((pattern) => file.firstNamed(pattern)) : undefined;
}
