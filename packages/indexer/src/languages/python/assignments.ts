/** Assignments in the second pass: values of variables, fields of classes, writes. */
import { ExprOp, RefKind, SYMBOLS } from "@sdl/model";
import { NO_NODE } from "../../parse/syntax-tree.js";
import type { Resolving } from "./resolving.js";
import { type Binding, ScopeKind, Wrap } from "./scopes.js";
import { type Given, NOTHING_GIVEN, visitTargets } from "./targets.js";
import { assignmentChain } from "./variables.js";

/** @returns the row to go on with */
export function writeAssignment(r: Resolving, node: number): number {
  const { file } = r;
  const { k } = file;
  const { links, value } = assignmentChain(file, node);
  for (const link of links) {
    const type = file.child(link, k.inType);
    visitTargets(file, file.child(link, k.inLeft), { node: value, wrap: Wrap.Value }, (target, given) => {
      const kind = file.kind(target);
      if (kind === k.identifier) writeName(r, target, type, given);
      else if (kind === k.attribute) writeAttribute(r, target, type, given);
    });
  }
  const left = file.child(node, k.inLeft);
  return file.kind(left) === k.identifier ? file.next(left) : node + 1;
}

/** `x.y += 1` writes; `x += 1` of another scope's variable too. @returns the row to go on with */
export function writeAugmented(r: Resolving, node: number): number {
  const { file } = r;
  const left = file.child(node, file.k.inLeft);
  if (file.kind(left) === file.k.attribute) writeAttribute(r, left, NO_NODE, NOTHING_GIVEN);
  else if (file.kind(left) === file.k.identifier) writeShared(r, left, r.expressions.find(left));
  return node + 1;
}

function writeName(r: Resolving, target: number, type: number, given: Given): void {
  const { file, scopes } = r;
  const scope = scopes.top.assignable;
  if (scope.kind === ScopeKind.Function) {
    const binding = scope.bindings.get(file.name(target))?.alias;
    if (binding === undefined) return;
    giveVariable(r, binding, type, given);
    writeShared(r, target, binding);
  } else if (scope.kind === ScopeKind.Class) {
    const binding = scope.bindings.get(file.name(target));
    if (binding?.isField !== true) return;
    const typeExpr = type === NO_NODE ? 0 : r.types.read(type);
    r.fields.add(scope.symbol, file.name(target), typeExpr, r.locals.wrapped(given.node, given.wrap));
  } else {
    const binding = scope.bindings.get(file.name(target));
    if (binding !== undefined) giveVariable(r, binding, type, given);
  }
}

/** The first type and value that say something are the variable's. */
function giveVariable(r: Resolving, binding: Binding, type: number, given: Given): void {
  const { x } = r.file;
  const symbol = binding.variable;
  if (symbol < 0) return;
  const symbols = x.facts.table(SYMBOLS);
  const typeExpr = type === NO_NODE ? 0 : r.types.read(type);
  if (typeExpr !== 0 && symbols.get(symbol, "typeOpt") === 0) x.setType(symbol, typeExpr);
  if (symbols.get(symbol, "valueOpt") > 0) return;
  const isAlias = given.wrap === Wrap.Value && r.types.isType(given.node);
  const expr = isAlias ? r.types.read(given.node) : r.locals.wrapped(given.node, given.wrap);
  const isItself = x.exprOp(expr) === ExprOp.Symbol && x.exprOperand(expr) === symbol;
  if (expr !== 0 && !isItself) x.setValue(symbol, expr);
}

/** A variable symbol assigned to from elsewhere than its own statement. */
function writeShared(r: Resolving, target: number, binding: Binding | undefined): void {
  if (binding === undefined || binding.variable < 0 || binding.variable === r.owner) return;
  r.addOnce(RefKind.Write, r.expressions.ofBinding(binding, r.file.name(target)), target);
}

/** `self.x = …` is a field; an attribute of anything the file knows is written to. */
function writeAttribute(r: Resolving, target: number, type: number, given: Given): void {
  const { file } = r;
  const root = r.chainRoot(target);
  if (file.kind(root) !== file.k.identifier) return;
  const binding = r.expressions.find(root);
  if (binding === undefined) return;
  if (!binding.isDefined) {
    if (!binding.isTypeParam) r.addOnce(RefKind.Write, r.expressions.value(target), target);
    return;
  }
  if (file.narrowings.hasChains) file.narrowings.end(file.name(target), target, file.next(target));
  const name = file.lastName(target);
  const [op, cls] = binding.candidates;
  if (file.child(target, file.k.inObject) === root && name >= 0 && (op === ExprOp.This || op === ExprOp.Class)) {
    const typeExpr = type === NO_NODE ? 0 : r.types.read(type);
    r.fields.add(cls ?? -1, name, typeExpr, r.locals.wrapped(given.node, given.wrap));
  }
  const expr = r.expressions.value(target);
  if (expr !== 0) r.addOnce(RefKind.Write, expr, target);
}
