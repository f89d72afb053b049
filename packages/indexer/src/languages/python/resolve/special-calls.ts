/**
 * Special calls with a known meaning: `super()`, `type(self)`, `cast(T, x)`, `C.__new__(C)`, `getattr(x, "name")`,
 * managers that Django makes of query sets, dynamic imports.
 */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
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
]);

/** The expression of a special call; `undefined` for any other call. */
export function specialCall(file: PythonFile, c: CallContext, call: Call): number | undefined {
  const name = file.lastNameText(call.callee);
  const meaning = MEANINGS.get(name);
  return meaning === undefined ? importedModule(file, name, call.first) || undefined : meaning(file, c, call);
}

/** Evaluates `type(self)`. */
function ownClass(file: PythonFile, c: CallContext, first: number): number | undefined {
  const instance = c.value(first);
  if (file.op(instance) !== ExprOp.This) return undefined;
  return file.expr(ExprOp.Class, file.operand(instance));
}

function castTo(file: PythonFile, c: CallContext, { first }: Call): number | undefined {
  const type = first !== NO_NODE && file.field(first) === 0 ? c.typeOf(first) : 0;
  return type === 0 ? undefined : file.expr(ExprOp.Instance, type);
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
