/**
 * Second pass over a Python file: resolves what every expression refers to. Writes references, parameters, bases,
 * values and returns. Walks the rows in preorder; only single expressions recurse, with a limit.
 */
import { ExprOp, RefKind, SYMBOLS } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { rowWalk } from "../../kit/row-walk.js";
import { decoratorTarget, isStructural } from "../declare/decorators.js";
import { type PythonVocabulary, vocabularyOf } from "../kinds.js";
import type { PythonFile } from "../python-file.js";
import { type Scope, ScopeKind } from "../scopes.js";
import { noteDeletion, writeAssignment, writeAugmented } from "./assignments.js";
import { writeCall } from "./calls.js";
import { readConfigItem } from "./config-reads.js";
import { writeClass, writeFunction, writeLambdaSymbol } from "./definitions.js";
import { writeDecoratorEntry } from "./entries.js";
import { Resolving } from "./resolving.js";

/** Skips nodes that the first pass has read. */
const passOver = ({ file }: Resolving, node: number): number => file.next(node);

const walk = rowWalk<PythonVocabulary, Resolving>(vocabularyOf, {
  as_pattern_target: passOver,
  assignment: writeAssignment,
  attribute: readChain,
  augmented_assignment: writeAugmented,
  call: writeCall,
  class_definition: writeClass,
  class_pattern: (r, node) => {
    r.typeOfDotted(r.file.firstNamed(node));
  },
  decorator: readDecorator,
  delete_statement: noteDeletion,
  dotted_name: readDotted,
  except_clause: readExcept,
  function_definition: writeFunction,
  future_import_statement: passOver,
  global_statement: passOver,
  identifier: readIdentifier,
  import_from_statement: passOver,
  import_statement: passOver,
  lambda: writeLambdaSymbol,
  nonlocal_statement: passOver,
  raise_statement: readRaise,
  return_statement: (r, node) => r.addReturn(r.file.firstNamed(node)),
  string: ({ file }, node) => file.afterString(node),
  subscript: readConfigItem,
  type: readType,
  type_alias_statement: readAlias,
  yield: (r, node) => r.addYield(node),
});

/** Resolves the whole file. @param module the scope that the first pass returned; stays open */
export function resolveUses(file: PythonFile, module: Scope): Resolving {
  const resolving = new Resolving(file, module);
  walk(resolving);
  resolving.handed.finish();
  resolving.fields.finish();
  return resolving;
}

function readIdentifier(r: Resolving, node: number): void {
  const { file } = r;
  const field = file.field(node);
  if (field === file.k.in_name || field === file.k.in_attribute || isBound(r, node)) return;
  r.read(node, node);
}

/** Whether a name or chain is assigned here, or is part of a type that was read as a whole. */
function isBound(r: Resolving, node: number): boolean {
  const { file } = r;
  const parent = file.kind(file.parent(node));
  if (r.bindsNames[parent] === 1) return true;
  return file.field(node) === file.k.in_left && parent !== file.k.binary_operator && parent !== file.k.boolean_operator;
}

/** Reads the outermost chain `a.b.c` as a whole if its root is a name. */
function readChain(r: Resolving, node: number): number {
  const { file } = r;
  const root = r.chainRoot(node);
  if (file.kind(root) !== file.k.identifier) {
    if (root !== NO_NODE && !isBound(r, node)) r.readAccessor(node, r.expressions.value(node));
    return root === NO_NODE ? node + 1 : root;
  }
  if (!isBound(r, node)) r.read(node, root);
  return file.next(node);
}

function readDecorator(r: Resolving, node: number): number {
  const { file } = r;
  const target = decoratorTarget(file, node);
  if (target === NO_NODE) return node + 1;
  writeDecoratorEntry(r, node, r.owner);
  if (!isStructural(file, target)) {
    const expr = r.expressions.callee(target);
    if (expr !== 0) file.extraction.addRef(RefKind.Decorator, r.owner, expr, r.nameAt(target));
    r.handed.noteDecorated(expr, r.owner);
  }
  return r.afterCallee(target);
}

function readType(r: Resolving, node: number): number {
  const { file } = r;
  r.types.read(node);
  return r.types.holdsValues(node) ? node + 1 : file.next(node);
}

function readExcept(r: Resolving, node: number): void {
  const { file, k } = r;
  for (let child = node + 1; child < file.next(node); child = file.next(child)) {
    if (file.field(child) !== k.in_value || file.isSkipped(child)) continue;
    const type = file.kind(child) === k.as_pattern ? file.firstNamed(child) : child;
    r.readTypeNames(type);
  }
}

/** Reads `raise C`, which makes an object of a class of this file or an imported one. @returns the row to continue with */
function readRaise(r: Resolving, node: number): number {
  const { file } = r;
  const raised = file.firstNamed(node);
  const root = r.chainRoot(raised);
  const op = file.kind(root) === file.k.identifier ? r.expressions.find(root)?.candidates[0] : undefined;
  if (op !== ExprOp.Import && op !== ExprOp.Symbol) return node + 1;
  const expr = r.expressions.callee(raised);
  if (expr === 0 || (file.op(expr) === ExprOp.Symbol && !isClass(r, expr))) return node + 1;
  file.extraction.addRef(RefKind.Call, r.owner, expr, r.nameAt(raised));
  return file.next(raised);
}

/** Whether a Symbol expression is a class, or a variable that is another name of one. */
function isClass({ file }: Resolving, expr: number): boolean {
  const symbol = file.operand(expr);
  if (file.extraction.kindOf(symbol) === "class") return true;
  const value = file.facts.table(SYMBOLS).get(symbol, "valueOpt") - 1;
  return file.op(Math.max(0, value)) === ExprOp.Symbol && file.extraction.kindOf(file.operand(value)) === "class";
}

/** Reads names in patterns: `case Color.RED`. */
function readDotted(r: Resolving, node: number): number {
  const { file } = r;
  const isDotted = file.next(node) > node + 2;
  if (isDotted && file.kind(file.parent(node)) !== file.k.class_pattern) r.dotted(node, RefKind.Read);
  return file.next(node);
}

function readAlias(r: Resolving, node: number): number {
  const { file } = r;
  const symbol = r.owner;
  const type = r.types.read(file.child(node, file.k.in_right));
  if (r.scopes.top.kind !== ScopeKind.Comprehension) file.extraction.setType(symbol, type);
  return file.next(node);
}
