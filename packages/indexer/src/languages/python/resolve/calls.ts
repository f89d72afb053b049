/** Calls in the second pass: the reference, and what calls of builtins imply about their arguments. */
import { ExprOp, ImportFlag, ImportForm, RefKind } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { Wrap } from "../declare/wraps.js";
import type { PythonFile } from "../python-file.js";
import { addItem } from "./added-items.js";
import { readConfigCall } from "./config-reads.js";
import { argumentNodes, moduleText } from "./dynamic-import.js";
import { writeCallEntry } from "./entries.js";
import type { Resolving } from "./resolving.js";

/** Writes a call. @returns the row to continue with */
export function writeCall(r: Resolving, node: number): number {
  const { file, k } = r;
  const callee = file.child(node, k.in_function);
  if (callee === NO_NODE) return node + 1;
  const isName = file.kind(callee) === k.identifier;
  const name = isName ? file.name(callee) : -1;
  const binding = isName ? r.expressions.findName(name, callee) : undefined;
  const isFree = isName && binding === undefined;
  const isDecorator = file.kind(file.parent(node)) === k.decorator;
  if (isFree) readBuiltin(r, node, callee);
  writeCallEntry(r, node, callee);
  if (!isDecorator && !(isFree && isSuper(file, callee))) {
    addCall(r, node, isName ? r.expressions.ofName(binding, callee) : r.expressions.callee(callee));
    if (isName) r.handed.noteCalled(binding);
    else readMethod(r, node, callee);
    readConfigCall(r, node, callee);
  }
  return r.afterCallee(callee);
}

function addCall(r: Resolving, node: number, expr: number): void {
  const { file } = r;
  const callee = file.child(node, file.k.in_function);
  if (expr !== 0 && file.op(expr) !== ExprOp.Literal)
    file.extraction.addRef(RefKind.Call, r.owner, expr, r.nameAt(callee), arity(file, node));
  r.handed.noteCall(node, expr);
}

function isSuper(file: PythonFile, callee: number): boolean {
  return file.tree.text(callee) === "super";
}

function arity(file: PythonFile, call: number): number {
  const list = file.child(call, file.k.in_arguments);
  if (list === NO_NODE) return 0;
  if (file.kind(list) !== file.k.argument_list) return 1;
  let count = 0;
  for (let child = list + 1; child < file.next(list); child = file.next(child)) {
    if (file.tree.isPart(child)) count++;
  }
  return count;
}

/** Reads calls of builtins: `isinstance(x, T)` names a type. */
function readBuiltin(r: Resolving, call: number, callee: number): void {
  const { file } = r;
  const length = (file.tree.end[callee] ?? 0) - (file.tree.start[callee] ?? 0);
  if (length !== 10) return;
  const name = file.tree.text(callee);
  if (name !== "isinstance" && name !== "issubclass" && name !== "__import__") return;
  const [subject, types] = argumentNodes(file, call);
  if (name === "__import__") {
    if (subject !== undefined) addDynamicImport(r, subject);
    return;
  }
  if (subject === undefined || types === undefined) return;
  r.readTypeNames(types);
}

/** Methods that add their last argument to the object. */
const ADDERS = new Set("append add appendleft put put_nowait insert push register connect setdefault".split(" "));
/** Methods that add the items of their argument to the object. */
const EXTENDERS = new Set(["extend", "update"]);

/** Reads method calls: `xs.append(value)`, `importlib.import_module("m")`. */
function readMethod(r: Resolving, node: number, callee: number): void {
  const { file } = r;
  const name = file.lastNameText(callee);
  const added = () => argumentNodes(file, node).at(-1) ?? NO_NODE;
  if (ADDERS.has(name)) addItem(r, file.child(callee, file.k.in_object), added());
  else if (EXTENDERS.has(name)) addItem(r, file.child(callee, file.k.in_object), added(), Wrap.Items);
  else readDynamicImport(r, node, callee);
}

function readDynamicImport(r: Resolving, call: number, callee: number): void {
  const { file } = r;
  if (!file.tree.source.endsWith("import_module", file.tree.end[callee])) return;
  const [name] = argumentNodes(file, call);
  if (name !== undefined) addDynamicImport(r, name);
}

function addDynamicImport(r: Resolving, node: number): void {
  const { file } = r;
  const specifier = moduleText(file, node);
  if (specifier === undefined) return;
  const flags = r.scopes.top.nested ? ImportFlag.Nested : 0;
  file.extraction.addImport({ form: ImportForm.Dynamic, specifier, imported: "", local: "", node, flags });
}
