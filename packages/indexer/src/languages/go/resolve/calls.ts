/**
 * Writes call references; also routes of web frameworks and titles of subtests, recognised by the form of the call
 * alone.
 */
import { ExprOp, RefKind } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { Resolving } from "./resolving.js";

/** Methods that register a route for all HTTP methods; other registering methods have the name of an HTTP method. */
const ANY_METHOD = new Set(["Handle", "HandleFunc", "Any", "All"]);
const HTTP_METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|Get|Post|Put|Patch|Delete|Head|Options)$/;
const MAX_TITLE_LENGTH = 60;

/** Writes a call. @returns the row at which the walk continues */
export function writeCall(r: Resolving, node: number): number {
  const { file, k } = r;
  const callee = file.child(node, k.in_function);
  const list = file.child(node, k.in_arguments);
  if (callee === NO_NODE || list === NO_NODE) return node + 1;
  if (r.expressions.isPredeclared(callee)) return list;
  const selected = file.kind(callee) === k.selector_expression;
  const expr = r.expressions.evaluateCallee(node);
  const at = selected ? file.child(callee, k.in_field) || callee : callee;
  const arity = file.tree.namedChildren(list).length;
  if (expr !== 0 && file.op(expr) !== ExprOp.Literal) r.addRef(RefKind.Call, expr, at, arity);
  writeCallEntry(r, node, callee);
  const root = r.chainRoot(callee);
  return file.kind(root) === k.identifier ? file.next(callee) : root || node + 1;
}

/**
 * Writes a conversion; a call with a type argument, `f[int](x)`, has the same form.
 * @returns the row at which the walk continues
 */
export function writeConversion(r: Resolving, node: number): number {
  const { file, k } = r;
  const type = file.child(node, k.in_type);
  if (file.kind(type) !== k.generic_type) return node + 1;
  const expr = r.expressions.types.read(type);
  const named = file.child(type, k.in_type);
  if (expr !== 0) r.addRef(RefKind.Call, expr, file.child(named, k.in_name) || named, 1);
  return file.child(type, k.in_type_arguments) || node + 1;
}

/** Writes an entry point for `r.GET("/users", list)` (a route) or `t.Run("empty", …)` (a subtest). */
function writeCallEntry(r: Resolving, call: number, callee: number): void {
  const { file, k } = r;
  if (file.kind(callee) !== k.selector_expression) return;
  const given = file.tree.namedChildren(file.child(call, k.in_arguments));
  const text = given.length < 2 ? undefined : file.stringText(given[0] ?? NO_NODE);
  if (text === undefined) return;
  const name = file.tree.text(file.child(callee, k.in_field));
  if (name === "Run")
    file.extraction.addEntry({ owner: r.owner, kind: "title", text: text.slice(0, MAX_TITLE_LENGTH) });
  const isAny = ANY_METHOD.has(name);
  if (text.includes("/") && (isAny || HTTP_METHOD.test(name)))
    writeRoute(r, call, isAny ? text : `${name.toUpperCase()} ${text}`, given.at(-1) ?? NO_NODE);
}

/**
 * Writes a route.
 * @param handler the name of a function, or a function literal whose calls are written as the route's calls
 */
function writeRoute(r: Resolving, call: number, text: string, handler: number): void {
  const { file, k } = r;
  const named = file.kind(handler) === k.selector_expression ? file.child(handler, k.in_field) : handler;
  const route = { owner: r.owner, kind: "route", text } as const;
  if (file.kind(handler) === k.func_literal) file.extraction.addEntry({ ...route, node: call });
  else if (file.kind(named) === k.identifier || file.kind(named) === k.field_identifier)
    file.extraction.addEntry({ ...route, handler: file.tree.text(named) });
}
