/**
 * Module wrappers: functions in which a script wraps itself to keep its names private. Their declarations belong to the
 * module. Knows only tree shapes.
 */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { TypescriptFile } from "../typescript-file.js";

/** Maximum number of parentheses, operators and `.call` between a wrapper and its statement. */
const MAX_ENCLOSING = 6;

/**
 * Whether a function is a module wrapper: `(function () { … })()`, `!function () { … }.call(this)`, `var lib =
 * (function () { … })()`, the factory in `(function (root, factory) { … })(this, function () { … })` and in
 * `define(["a"], function (a) { … })`. An arrow function whose result is used computes a value and is no wrapper.
 */
export function isModuleWrapper(file: TypescriptFile, node: number): boolean {
  const { k } = file;
  const list = file.parent(node);
  if (file.kind(list) === k.arguments) {
    const call = file.parent(list);
    const callee = file.unwrap(file.child(call, k.in_function));
    const isFactory = callee !== NO_NODE && (file.isFunctionValue(callee) || file.isText(callee, "define"));
    return isFactory && isStatement(file, call);
  }
  const call = callOf(file, node);
  if (call === NO_NODE) return false;
  return isStatement(file, call) || (file.kind(node) !== k.arrow_function && isAssigned(file, call));
}

/**
 * The argument that a function gets which is called where it stands: `(function (a) { … })(b)`, `.call(this, b)`.
 * {@link NO_NODE} for other functions. @param place of the parameter, from 0
 */
export function wrapperArgument(file: TypescriptFile, fn: number, place: number): number {
  const { k } = file;
  const call = callOf(file, fn);
  if (call === NO_NODE || place < 0) return NO_NODE;
  const list = file.child(call, k.in_arguments);
  if (list === NO_NODE || file.kind(list) !== k.arguments) return NO_NODE;
  const skipped = file.kind(file.child(call, k.in_function)) === k.member_expression ? 1 : 0;
  const values = [...file.tree.namedChildren(list)].filter((child) => file.kind(child) !== k.comment);
  return values[place + skipped] ?? NO_NODE;
}

/** The function literal that a call runs: `(function () { … })()`, `(() => { … }).call(this)`; {@link NO_NODE} for others. */
export function calledLiteral(file: TypescriptFile, call: number): number {
  const { k } = file;
  let callee = file.child(call, k.in_function);
  if (file.kind(callee) === k.member_expression && file.isText(file.child(callee, k.in_property), "call"))
    callee = file.child(callee, k.in_object);
  if (callee === NO_NODE || file.kind(callee) !== k.parenthesized_expression) return NO_NODE;
  const fn = file.unwrap(callee);
  return fn !== NO_NODE && file.isFunctionValue(fn) ? fn : NO_NODE;
}

/** The call that runs the function immediately. */
function callOf(file: TypescriptFile, node: number): number {
  const { k } = file;
  let at = node;
  let around = file.parent(at);
  for (let depth = 0; depth < MAX_ENCLOSING; depth++) {
    const kind = file.kind(around);
    if (kind === k.call_expression) return file.child(around, k.in_function) === at ? around : NO_NODE;
    const isAround = kind === k.parenthesized_expression;
    if (!isAround && (kind !== k.member_expression || file.child(around, k.in_object) !== at)) return NO_NODE;
    at = around;
    around = file.parent(at);
  }
  return NO_NODE;
}

function isStatement(file: TypescriptFile, call: number): boolean {
  const { k } = file;
  let around = file.parent(call);
  for (let depth = 0; depth < MAX_ENCLOSING; depth++) {
    const kind = file.kind(around);
    if (kind === k.expression_statement) return true;
    if (kind !== k.parenthesized_expression && kind !== k.unary_expression) return false;
    around = file.parent(around);
  }
  return false;
}

function isAssigned(file: TypescriptFile, call: number): boolean {
  const { k } = file;
  const around = file.parent(call);
  const kind = file.kind(around);
  if (kind === k.variable_declarator) return file.child(around, k.in_value) === call;
  return kind === k.assignment_expression && file.child(around, k.in_right) === call;
}
