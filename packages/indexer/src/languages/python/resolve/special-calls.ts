/**
 * Special calls with a known meaning: `super()`, `type(self)`, `cast(T, x)`, `C.__new__(C)`, `getattr(x, "name")`,
 * `filter(f, xs)`, classes that `type` makes, managers that Django makes of query sets, fields that a call describes, dynamic imports.
 */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { keywordArgument } from "../declare/classes.js";
import { stringText } from "../declare/docs.js";
import type { PythonFile } from "../python-file.js";
import { importedModule } from "./dynamic-import.js";

/** Functions and values of the evaluator that a special call uses. */
export interface CallContext {
  /** Evaluates a node. */
  readonly value: (node: number) => number;
  /** Evaluates a node as a type. */
  readonly typeOf: (node: number) => number;
  /** Whether the callee is a name that the file does not bind. */
  readonly isFree: (callee: number) => boolean;
  /** Ordinal of the enclosing class, or -1. */
  readonly classAround: number;
}

type Meaning = (file: PythonFile, c: CallContext, call: Call) => number | undefined;

interface Call {
  readonly callee: number;
  /** The first argument, or `NO_NODE`. */
  readonly first: number;
}

/** Evaluators by the callee's last name. */
const MEANINGS = new Map<string, Meaning>([
  ["super", (file, c, { callee, first }) => (c.isFree(callee) ? superOf(file, c, first) : undefined)],
  ["type", (file, c, { callee, first }) => (c.isFree(callee) ? ownClass(file, c, first) : undefined)],
  ["cast", castTo],
  ["__new__", madeByNew],
  ["getattr", attributeNamed],
  ["as_manager", managerOf],
  ["from_queryset", managerClass],
  ["filter", (file, c, { callee, first }) => (c.isFree(callee) ? chosenItems(file, c, first) : undefined)],
  ...["ib", "attrib", "field", "Field"].map((name): [string, Meaning] => [name, describedField]),
  ...["ForeignKey", "OneToOneField", "ManyToManyField", "relationship"].map((name): [string, Meaning] => [
    name,
    related,
  ]),
]);

/** The expression of a special call; `undefined` for any other call. */
export function specialCall(file: PythonFile, c: CallContext, call: Call): number | undefined {
  const name = file.lastNameText(call.callee);
  const meaning = MEANINGS.get(name);
  const value = meaning === undefined ? importedModule(file, name, call.first) : meaning(file, c, call);
  return value || madeClass(file, c, call.first);
}

/** Evaluates `Meta("Name", (Base,), {…})`, which makes a class of `type` or another metaclass, as if it gave the bases. */
function madeClass(file: PythonFile, c: CallContext, first: number): number | undefined {
  if (first === NO_NODE || file.kind(first) !== file.k.string) return undefined;
  const [, bases = NO_NODE, ...rest] = file.tree.namedChildren(file.parent(first));
  if (rest.length !== 1 || file.kind(bases) !== file.k.tuple) return undefined;
  const values = file.tree.namedChildren(bases).map((base) => c.value(base));
  return values.reduce((all, value) => file.union(all, value), 0) || undefined;
}

/** Evaluates `type(self)`. */
function ownClass(file: PythonFile, c: CallContext, first: number): number | undefined {
  const instance = c.value(first);
  if (file.op(instance) !== ExprOp.This) return undefined;
  return file.expr(ExprOp.Class, file.operand(instance));
}

function castTo(file: PythonFile, c: CallContext, { first }: Call): number | undefined {
  return first !== NO_NODE && file.field(first) === 0 ? instanceOf(file, c.typeOf(first)) : undefined;
}

/** Evaluates `C.__new__(C)` or `object.__new__(cls)`: an instance of the argument. */
function madeByNew(file: PythonFile, c: CallContext, { callee, first }: Call): number | undefined {
  const cls = file.kind(callee) === file.k.attribute && first !== NO_NODE ? c.value(first) : 0;
  return cls === 0 ? undefined : file.expr(ExprOp.Call, cls);
}

/** Evaluates `getattr(x, "name")`. */
function attributeNamed(file: PythonFile, c: CallContext, { first: object }: Call): number | undefined {
  if (object === NO_NODE) return undefined;
  const [, name] = file.tree.namedChildren(file.parent(object));
  const text = name === undefined ? undefined : stringText(file, name);
  const row = c.value(object);
  if (text === undefined || row === 0 || !/^\w+$/.test(text)) return undefined;
  return file.extraction.member(row, text);
}

/** Evaluates `Q.as_manager()`: an object with the methods of the query set `Q`. */
function managerOf(file: PythonFile, c: CallContext, { callee, first }: Call): number | undefined {
  const cls = file.kind(callee) === file.k.attribute && first === NO_NODE ? objectOf(file, c, callee) : 0;
  return cls === 0 ? undefined : file.expr(ExprOp.Call, cls);
}

/** Evaluates `M.from_queryset(Q)`: a class with the methods of the manager `M` and of the query set `Q`. */
function managerClass(file: PythonFile, c: CallContext, { callee, first }: Call): number | undefined {
  const methods = file.kind(callee) === file.k.attribute && first !== NO_NODE ? c.value(first) : 0;
  return methods === 0 ? undefined : file.union(objectOf(file, c, callee), methods);
}

/** Evaluates `filter(f, xs)`: some of the items of `xs`. */
function chosenItems(file: PythonFile, c: CallContext, first: number): number | undefined {
  const [, items] = first === NO_NODE ? [] : file.tree.namedChildren(file.parent(first));
  const value = items === undefined ? 0 : c.value(items);
  return value === 0 ? undefined : file.expr(ExprOp.Items, file.expr(ExprOp.Element, value));
}

/** Evaluates what a field holds by the keywords of the call that describes it: `field(default_factory=C)`, `attr.ib(type=C)`. */
function describedField(file: PythonFile, c: CallContext, { first }: Call): number | undefined {
  if (first === NO_NODE) return undefined;
  const list = file.parent(first);
  const factory = keywordArgument(file, list, "default_factory") || keywordArgument(file, list, "factory");
  const made = factory === NO_NODE ? 0 : c.value(factory);
  if (made !== 0) return file.expr(ExprOp.Call, made);
  const byDefault = keywordArgument(file, list, "default");
  if (
    file.kind(byDefault) === file.k.call &&
    file.lastNameText(file.child(byDefault, file.k.in_function)) === "Factory"
  )
    return c.value(byDefault) || undefined;
  const type = keywordArgument(file, list, "type") || checkedType(file, keywordArgument(file, list, "validator"));
  return type === NO_NODE ? undefined : instanceOf(file, c.typeOf(type));
}

/** The class that the validator `instance_of(C)` asks for. */
function checkedType(file: PythonFile, validator: number): number {
  if (file.kind(validator) !== file.k.call) return NO_NODE;
  const callee = file.child(validator, file.k.in_function);
  return file.lastNameText(callee) === "instance_of"
    ? file.firstNamed(file.child(validator, file.k.in_arguments))
    : NO_NODE;
}

/** Evaluates `ForeignKey("C")` and the like, which name a class by a text, as if they got the class. */
function related(file: PythonFile, c: CallContext, { callee, first }: Call): number | undefined {
  const text = first === NO_NODE ? undefined : stringText(file, first);
  if (text === undefined || !/^[A-Za-z_]\w*$/.test(text)) return undefined;
  const type = text === "self" && c.classAround >= 0 ? file.expr(ExprOp.Class, c.classAround) : c.typeOf(first);
  const called = c.value(callee);
  return type === 0 || called === 0 ? undefined : file.expr(ExprOp.Call, called, type);
}

function instanceOf(file: PythonFile, type: number): number | undefined {
  return type === 0 ? undefined : file.expr(ExprOp.Instance, type);
}

/** The value before the callee's dot. */
function objectOf(file: PythonFile, c: CallContext, callee: number): number {
  return c.value(file.child(callee, file.k.in_object));
}

function superOf(file: PythonFile, c: CallContext, first: number): number {
  const named = c.value(first);
  if (named !== 0 && file.op(named) === ExprOp.Symbol) {
    return file.expr(ExprOp.Super, file.operand(named));
  }
  return c.classAround < 0 ? 0 : file.expr(ExprOp.Super, c.classAround);
}
