/** Assignments in the second pass: values of variables, fields of classes, writes. */
import { ExprOp, RefKind, SYMBOLS } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { type Given, NOTHING_GIVEN, visitTargets } from "../declare/targets.js";
import { assignmentChain } from "../declare/variables.js";
import { Wrap } from "../declare/wraps.js";
import { type Binding, ScopeKind } from "../scopes.js";
import { typeComment } from "../types/written-types.js";
import { addItem } from "./added-items.js";
import { givenValue } from "./aliases.js";
import type { Resolving } from "./resolving.js";
import { addVariableValue } from "./variable-values.js";

/** Writes the values of an assignment. @returns the row to continue with */
export function writeAssignment(r: Resolving, node: number): number {
  const { file, k } = r;
  const { links, value } = assignmentChain(file, node);
  const commented = links.length === 1 ? typeComment(r.types, file.parent(node)) : 0;
  for (const link of links) {
    const type = file.child(link, k.in_type);
    visitTargets(file, file.child(link, k.in_left), { node: value, wrap: Wrap.Value }, (target, given) => {
      writeTarget(r, target, type === NO_NODE ? commented : r.types.read(type), given);
    });
  }
  const left = file.child(node, k.in_left);
  return file.kind(left) === k.identifier ? file.next(left) : node + 1;
}

/** Writes one target. @param type expression, 0 for none */
function writeTarget(r: Resolving, target: number, type: number, given: Given): void {
  const { file } = r;
  const kind = file.kind(target);
  if (kind === file.k.identifier) writeName(r, target, type, given);
  else if (kind === file.k.attribute) writeAttribute(r, target, type, given);
  else noteMutation(r, target);
  if (kind === file.k.subscript && given.wrap === Wrap.Value)
    addItem(r, file.child(target, file.k.in_value), given.node);
}

/** Writes `x.y += 1`, and `x += 1` of a variable of another scope. @returns the row to continue with */
export function writeAugmented(r: Resolving, node: number): number {
  const { file } = r;
  const left = file.child(node, file.k.in_left);
  if (file.kind(left) === file.k.attribute) writeAttribute(r, left, 0, NOTHING_GIVEN);
  else if (file.kind(left) === file.k.subscript) noteMutation(r, left);
  else if (file.kind(left) === file.k.identifier) writeShared(r, left, r.expressions.find(left));
  return node + 1;
}

/** Writes a target that is a name. @param type expression, 0 for none */
function writeName(r: Resolving, target: number, type: number, given: Given): void {
  const { file, scopes } = r;
  const scope = scopes.top.assignable;
  if (scope.kind === ScopeKind.Function) {
    const own = scope.bindings.get(file.name(target));
    const binding = own?.alias;
    if (binding === undefined) {
      if (own?.typeNode === NO_NODE && own.typeExpr === 0) own.typeExpr = type;
      return;
    }
    giveVariable(r, binding, type, given);
    writeShared(r, target, binding);
  } else if (scope.kind === ScopeKind.Class) {
    const binding = scope.bindings.get(file.name(target));
    if (binding?.isField !== true) return;
    r.fields.add(scope.symbol, file.name(target), type, r.locals.wrapped(given.node, given.wrap));
  } else {
    const binding = scope.bindings.get(file.name(target));
    if (binding !== undefined) giveVariable(r, binding, type, given);
  }
}

/** Sets a variable's type and value: the first known ones win. */
function giveVariable(r: Resolving, binding: Binding, type: number, given: Given): void {
  const symbol = binding.variable;
  if (symbol < 0) return;
  if (r.file.facts.table(SYMBOLS).get(symbol, "typeOpt") === 0) r.file.extraction.setType(symbol, type);
  addVariableValue(r, symbol, givenValue(r, given));
}

/** Writes a reference to a variable symbol that is assigned outside its own statement. */
function writeShared(r: Resolving, target: number, binding: Binding | undefined): void {
  if (binding === undefined || binding.variable < 0 || binding.variable === r.owner) return;
  r.addRefOnce(RefKind.Write, r.expressions.ofBinding(binding, r.file.name(target)), target);
}

/** Writes an attribute target: `self.x = …` is a field; an attribute of a known object is a write reference. */
function writeAttribute(r: Resolving, target: number, type: number, given: Given): void {
  const { file } = r;
  const root = r.chainRoot(target);
  if (file.kind(root) !== file.k.identifier) return;
  const binding = r.expressions.find(root);
  if (binding === undefined) return;
  if (!binding.isDefined) {
    if (!binding.isTypeParam) r.addRefOnce(RefKind.Write, r.expressions.value(target), target);
    return;
  }
  if (file.narrowings.hasChains) file.narrowings.end(file.chainName(target), target, file.next(target));
  const name = file.lastName(target);
  const [op, cls] = binding.candidates;
  if (file.child(target, file.k.in_object) === root && name >= 0 && (op === ExprOp.This || op === ExprOp.Class)) {
    r.fields.add(cls ?? -1, name, type, r.locals.wrapped(given.node, given.wrap));
  }
  const expr = r.expressions.value(target);
  if (expr !== 0) r.addRefOnce(RefKind.Write, expr, target);
}

/** Records `container[key] = value` or `del container[key]`: a mutation of the container without a reference. */
function noteMutation(r: Resolving, target: number): void {
  const { file } = r;
  if (r.scopes.top.assignable.kind !== ScopeKind.Function) return;
  const expr = r.expressions.value(file.firstNamed(target));
  if (expr !== 0) file.extraction.mutations.push({ owner: r.owner, expr, node: target });
}

/** Records the deletion `del self.x`, `del container[key], other[key]`. */
export function noteDeletion(r: Resolving, statement: number): void {
  const { file, k } = r;
  const deleted = file.firstNamed(statement);
  const targets = file.kind(deleted) === k.expression_list ? file.tree.namedChildren(deleted) : [deleted];
  for (const target of targets) {
    const kind = file.kind(target);
    if (kind === k.subscript) noteMutation(r, target);
    else if (kind === k.attribute) noteAttribute(r, target);
  }
}

function noteAttribute(r: Resolving, target: number): void {
  const expr = r.expressions.value(target);
  if (expr !== 0) r.file.extraction.mutations.push({ owner: r.owner, expr, node: target });
}
