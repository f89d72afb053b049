/**
 * Contextual types: the type that the code around a function literal expects, as an expression of a value of that type.
 * Reads the syntax around a node; does not read other files.
 */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { TargetForm, targetOf } from "../declare/targets.js";
import type { Resolving } from "../resolving.js";
import { placeIn } from "../types/places.js";
import { typeExpr } from "../types/type-expressions.js";
import { callOfArguments, valueExpr } from "./expressions.js";

/** Maximum number of enclosing objects, lists, calls and functions that are read. */
const MAX_LEVELS = 6;
/** Maximum number of arguments that are followed. */
const MAX_ARGUMENT = 15;

/** The value expected at a node's position; 0 if unknown. */
export function expectedValue(state: Resolving, node: number, level = 0): number {
  const { file, k } = state;
  if (level > MAX_LEVELS) return 0;
  const around = file.parent(node);
  switch (file.kind(around)) {
    case k.arguments: {
      const set = containerMadeOf(state, node, "Set");
      return set === NO_NODE ? argumentValue(state, around, node) : containerValue(state, set, level);
    }
    case k.variable_declarator:
    case k.public_field_definition:
    case k.required_parameter:
    case k.optional_parameter:
      return node === file.child(around, k.in_value) ? declaredValue(state, around) : 0;
    case k.assignment_expression:
      return node === file.child(around, k.in_right) ? assignedTo(state, file.child(around, k.in_left)) : 0;
    case k.as_expression:
    case k.satisfies_expression:
    case k.type_assertion:
      return castValue(state, around, level);
    case k.pair:
      return memberValue(state, file.parent(around), file.child(around, k.in_key), level);
    case k.object:
      return memberValue(state, around, file.child(node, k.in_name), level);
    case k.array:
      return itemValue(state, node, around, level);
    default:
      return passedOnValue(state, node, around, level);
  }
}

/** Whether a node's position expects the same value as the enclosing expression, or the result of the enclosing function. */
function passedOnValue(state: Resolving, node: number, around: number, level: number): number {
  const { file, k } = state;
  switch (file.kind(around)) {
    case k.parenthesized_expression:
    case k.binary_expression:
      return expectedValue(state, around, level + 1);
    case k.ternary_expression:
      return node === file.child(around, k.in_condition) ? 0 : expectedValue(state, around, level + 1);
    case k.arrow_function:
      return node === file.child(around, k.in_body) ? resultValue(state, around, level) : 0;
    case k.return_statement:
      return resultValue(state, functionAround(state, around), level);
    case k.jsx_expression:
      return attributeValue(state, file.parent(around));
    default:
      return 0;
  }
}

/** The value expected of an item of a list; of an entry's second part in `new Map([[key, value]])`, what the map gives. */
function itemValue(state: Resolving, node: number, list: number, level: number): number {
  const { file, k } = state;
  const entries = file.parent(list);
  const map = file.kind(entries) === k.array ? containerMadeOf(state, entries, "Map") : NO_NODE;
  if (map === NO_NODE) return wrapped(state, ExprOp.Element, expectedValue(state, list, level + 1));
  const value = node === file.firstNamed(list) ? 0 : containerValue(state, map, level);
  if (value === 0) return 0;
  return file.expr(ExprOp.Call, file.expr(ExprOp.Member, value, file.facts.string("get")));
}

/** The `new Map(list)` or `new Set(list)` that a list is the argument of. */
function containerMadeOf({ file, k }: Resolving, list: number, name: "Map" | "Set"): number {
  const made = file.parent(file.parent(list));
  const isArgument = file.kind(file.parent(list)) === k.arguments && file.kind(made) === k.new_expression;
  const callee = isArgument ? file.child(made, k.in_constructor) : NO_NODE;
  return callee !== NO_NODE && file.isText(callee, name) ? made : NO_NODE;
}

/** The value of such a container, by its written type arguments, else by what its place expects. */
function containerValue(state: Resolving, made: number, level: number): number {
  const { file, k } = state;
  const isWritten = file.child(made, k.in_type_arguments) !== NO_NODE;
  return isWritten ? valueExpr(state, made) : expectedValue(state, made, level + 1);
}

function wrapped(state: Resolving, op: number, value: number): number {
  return value === 0 ? 0 : state.file.expr(op, value);
}

/** The target of an assignment, if its type is declared elsewhere; 0 if the assignment declares it, or is an export. */
function assignedTo(state: Resolving, target: number): number {
  const form = targetOf(state.file, target)?.form;
  if (form === TargetForm.Module || form === TargetForm.Export) return 0;
  const value = valueExpr(state, target);
  return state.file.op(value) === ExprOp.Symbol ? 0 : value;
}

function declaredValue(state: Resolving, declaration: number): number {
  const type =
    typeExpr(state, state.file.child(declaration, state.k.in_type)) || (state.comments?.declared(declaration) ?? 0);
  return wrapped(state, ExprOp.Instance, type);
}

/** What the callee expects of the call's argument that the node is. */
function argumentValue(state: Resolving, list: number, node: number): number {
  const { file, k } = state;
  const place = placeIn(file, list, node, (it) => file.kind(it) !== k.comment);
  if (place < 0 || place > MAX_ARGUMENT) return 0;
  const around = file.parent(list);
  const call = file.kind(around) === k.call_expression ? callOfArguments(state, around) : valueExpr(state, around);
  const isCall = file.op(call) === ExprOp.Call || file.op(call) === ExprOp.New;
  return isCall ? file.expr(ExprOp.Parameter, call, place) : 0;
}

/** The value expected by `x as T`, `x satisfies T` or `<T>x`; `as const` expects the same as the whole expression. */
function castValue(state: Resolving, cast: number, level: number): number {
  const { file, k } = state;
  const typeNode = file.kind(cast) === k.type_assertion ? file.firstNamed(file.firstNamed(cast)) : file.lastNamed(cast);
  const type = file.firstNamed(cast) === typeNode ? 0 : typeExpr(state, typeNode);
  return type === 0 ? expectedValue(state, cast, level + 1) : file.expr(ExprOp.Instance, type);
}

/** The value expected of a property of an object literal; of a computed name, any item's. @param key node of the property's name */
function memberValue(state: Resolving, object: number, key: number, level: number): number {
  const { file, k } = state;
  if (key === NO_NODE) return 0;
  const value = expectedValue(state, object, level + 1);
  if (value === 0 || file.kind(key) === k.computed_property_name) return wrapped(state, ExprOp.Element, value);
  return file.expr(ExprOp.Member, value, file.facts.string(file.propertyName(key)));
}

/** The value expected of a function's result: its declared type, else the result type expected of the function. */
function resultValue(state: Resolving, fn: number, level: number): number {
  const { file, k } = state;
  if (fn === NO_NODE) return 0;
  const declared = typeExpr(state, file.child(fn, k.in_return_type)) || (state.comments?.returned(fn) ?? 0);
  const value =
    declared !== 0
      ? file.expr(ExprOp.Instance, declared)
      : wrapped(state, ExprOp.Call, expectedValue(state, fn, level + 1));
  return file.has(fn, k.async_token) ? wrapped(state, ExprOp.Await, value) : value;
}

/**
 * The result that the type of a function literal's place declares, for a literal that is the value of a variable, field
 * or property, or is cast; 0 if unknown.
 */
export function expectedResult(state: Resolving, fn: number): number {
  const { file, k } = state;
  const kind = file.kind(file.parent(fn));
  const isHeld =
    kind === k.variable_declarator ||
    kind === k.public_field_definition ||
    kind === k.pair ||
    kind === k.as_expression ||
    kind === k.parenthesized_expression;
  const expected = isHeld && file.isFunctionValue(fn) ? expectedValue(state, fn) : 0;
  return isDeclared(state, expected) ? wrapped(state, ExprOp.Call, expected) : 0;
}

/** Whether an expected value is, or is a member of, a value of a declared type. */
function isDeclared({ file }: Resolving, value: number): boolean {
  let root = value;
  while (file.op(root) === ExprOp.Member) root = file.operand(root);
  return file.op(root) === ExprOp.Instance;
}

function functionAround({ file, k }: Resolving, node: number): number {
  for (let at = file.parent(node); at > 0; at = file.parent(at)) {
    if (file.isFunctionValue(at) || file.kind(at) === k.method_definition || file.kind(at) === k.function_declaration)
      return at;
  }
  return NO_NODE;
}

/** The value that a component's props declare for an attribute. */
function attributeValue(state: Resolving, attribute: number): number {
  const { file, k } = state;
  const element = file.parent(attribute);
  if (file.kind(attribute) !== k.jsx_attribute) return 0;
  const component = valueExpr(state, file.child(element, k.in_name));
  if (component === 0) return 0;
  const props = file.expr(ExprOp.Parameter, file.expr(ExprOp.Call, component), 0);
  return file.expr(ExprOp.Member, props, file.facts.string(file.tree.text(file.firstNamed(attribute))));
}
