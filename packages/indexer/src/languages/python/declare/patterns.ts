/** Patterns of `match` statements and the names that a case binds. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";
import type { Scope } from "../scopes.js";
import { assign } from "./assign.js";
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
    if (isCapture && file.next(row) === row + 2) bindCapture(file, scope, row + 1, NO_NODE);
  } else if (kind === k.splat_pattern) {
    const name = file.tree.childOfKind(row, k.identifier);
    if (name !== NO_NODE) bindCapture(file, scope, name, NO_NODE);
  } else if (kind === k.as_pattern) {
    const name = file.tree.childOfKind(row, k.identifier);
    const inner = file.firstNamed(file.firstNamed(row));
    const type = file.kind(inner) === k.class_pattern ? file.firstNamed(inner) : NO_NODE;
    if (name !== NO_NODE) bindCapture(file, scope, name, type);
  }
}

function bindCapture(file: PythonFile, scope: Scope, name: number, type: number): void {
  const binding = scope.target(file.name(name));
  assign(file, binding.alias ?? binding, name, { node: type, wrap: Wrap.Instance });
}
