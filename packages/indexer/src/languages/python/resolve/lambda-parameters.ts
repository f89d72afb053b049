/**
 * Values of a lambda's parameters: items of the arguments of `map`, `filter` and `sorted`, or the parameter types of an
 * expected `Callable`. Reads the syntax around a lambda; does not read other files.
 */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";

/** Reads nodes as expressions of values and of types; 0 where they say nothing. */
export interface Evaluator {
  value(node: number): number;
  typeOf(node: number): number;
}

/** Functions that call their first argument with items of the following arguments. */
const MAPPING = new Set(["map", "filter", "filterfalse", "takewhile", "dropwhile", "starmap", "reduce"]);
/** Functions and methods that call `key` with items of their first argument, or of their receiver. */
const ORDERING = new Set(["sorted", "min", "max", "groupby", "nlargest", "nsmallest", "sort"]);
/** Maximum number of arguments and parameters that are followed. */
const MAX_PLACE = 15;

/** The value of a lambda's parameter; 0 if unknown. @param place index of the parameter, from 0 */
export function lambdaParameterValue(file: PythonFile, evaluator: Evaluator, lambda: number, place: number): number {
  const { k } = file;
  const around = file.parent(lambda);
  const kind = file.kind(around);
  if (place > MAX_PLACE) return 0;
  if (kind === k.argument_list) return argumentValue(file, evaluator, { list: around, lambda, place });
  if (kind === k.keyword_argument) return keyValue(file, evaluator, around, place);
  const type = kind === k.assignment ? evaluator.typeOf(file.child(around, k.in_type)) : 0;
  return type === 0 ? 0 : file.expr(ExprOp.Handed, file.expr(ExprOp.Instance, type), place);
}

function argumentValue(
  file: PythonFile,
  evaluator: Evaluator,
  { list, lambda, place }: { readonly list: number; readonly lambda: number; readonly place: number },
): number {
  const { k } = file;
  const call = file.parent(list);
  const given = [...file.tree.namedChildren(list)].filter((node) => file.kind(node) !== k.comment);
  const argument = given.indexOf(lambda);
  const name = file.lastNameText(file.child(call, k.in_function));
  if (argument === 0 && MAPPING.has(name)) return elementOf(file, evaluator, given[name === "map" ? place + 1 : 1]);
  const value = evaluator.value(call);
  if (file.op(value) !== ExprOp.Call || argument < 0 || argument > MAX_PLACE) return 0;
  return file.expr(ExprOp.Handed, file.expr(ExprOp.Parameter, value, argument), place);
}

/** The value for `sorted(items, key=lambda item: …)` or `items.sort(key=lambda item: …)`. */
function keyValue(file: PythonFile, evaluator: Evaluator, keyword: number, place: number): number {
  const { k } = file;
  const list = file.parent(keyword);
  const callee = file.child(file.parent(list), k.in_function);
  if (
    place > 0 ||
    file.lastNameText(file.child(keyword, k.in_name)) !== "key" ||
    !ORDERING.has(file.lastNameText(callee))
  )
    return 0;
  const isMethod = file.lastNameText(callee) === "sort";
  return elementOf(file, evaluator, isMethod ? file.child(callee, k.in_object) : file.firstNamed(list));
}

function elementOf(file: PythonFile, evaluator: Evaluator, items: number | undefined): number {
  const value = items === undefined || items === NO_NODE ? 0 : evaluator.value(items);
  return value === 0 ? 0 : file.expr(ExprOp.Element, value);
}
