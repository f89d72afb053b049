/** Declarations in pass two: parameters, return types, bases, fields. */
import { SymbolFlag } from "@sdl/model";
import { ExprOp, FIELDS, HERITAGE, HeritageKind, ParamFlag, SYMBOLS } from "@sdl/model/facts";
import { ERROR_KIND } from "../../../parse/grammar.js";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { parameterPattern } from "../declare/functions.js";
import { memberFlags } from "../declare/members.js";
import { returnNode, textOf, typeText } from "../declare/signatures.js";
import type { Resolving } from "../resolving.js";
import {
  applied,
  constructorType,
  type Signature,
  THIS,
  typeExpr,
  typeOfSignatures,
} from "../types/type-expressions.js";
import { expectedResult } from "./expected-values.js";
import { valueExpr } from "./expressions.js";
import { documentedType } from "./locals.js";

/** Writes the parameters and return type of a function's own node. */
export function writeFunction(state: Resolving, node: number, symbol: number): void {
  const { file, k } = state;
  const declared = typeExpr(state, returnNode(file, node)) || (state.comments?.returned(node) ?? 0);
  file.extraction.setType(symbol, declared || expectedResult(state, node));
  const single = file.child(node, k.in_parameter);
  if (single !== NO_NODE) file.extraction.addParam(symbol, { name: file.tree.text(single) });
  const parameters = file.child(node, k.in_parameters);
  if (parameters === NO_NODE) return;
  for (const child of file.tree.namedChildren(parameters)) {
    if (file.kind(child) !== k.decorator && file.kind(child) !== ERROR_KIND) writeParameter(state, child, symbol);
  }
}

function writeParameter(state: Resolving, node: number, symbol: number): void {
  const { file, k } = state;
  let pattern = parameterPattern(file, node);
  if (pattern === NO_NODE) return;
  if (file.kind(pattern) === k.this) {
    writeThis(state, node, symbol);
    return;
  }
  const isRest = file.kind(pattern) === k.rest_pattern;
  if (isRest) pattern = file.firstNamed(pattern);
  const isProperty = (parameterFlags(state, node) & ParamFlag.Property) !== 0;
  const annotation = file.child(node, k.in_type);
  const type = typeExpr(state, annotation) || documentedType(state, pattern, node);
  const preset = file.child(node, file.kind(node) === k.assignment_pattern ? k.in_right : k.in_value);
  file.extraction.addParam(symbol, {
    name: textOf(file, pattern).replace(/\s+/g, " ").slice(0, 80),
    typeText: typeText(file, annotation),
    type,
    defaultText: preset === NO_NODE ? undefined : textOf(file, preset),
    flags: parameterFlags(state, node) | (isRest ? ParamFlag.Rest : 0),
  });
  if (!isProperty || file.kind(pattern) !== k.identifier) return;
  const owner = file.facts.table(SYMBOLS).get(symbol, "container");
  const flags = file.has(node, k.readonly_token) ? SymbolFlag.Readonly : 0;
  state.addField(owner, pattern, { type, value: valueExpr(state, preset), flags });
}

/** Writes what a method without a body declares for `this`, as a field of the method: implementations are functions with that `this`. */
function writeThis(state: Resolving, node: number, symbol: number): void {
  const { file, k } = state;
  const fn = file.parent(file.parent(node));
  if (file.child(fn, k.in_body) !== NO_NODE) return;
  state.addNamedField(symbol, file.names.of(THIS), { type: typeExpr(state, file.child(node, k.in_type)) });
}

function parameterFlags({ file, k }: Resolving, node: number): number {
  const isProperty =
    file.has(node, k.accessibility_modifier) || (file.kind(node) !== k.identifier && file.has(node, k.readonly_token));
  return (file.kind(node) === k.optional_parameter ? ParamFlag.Optional : 0) | (isProperty ? ParamFlag.Property : 0);
}

/** Writes the `extends` and `implements` of a class. */
export function writeClass(state: Resolving, node: number, symbol: number): void {
  const { file, k } = state;
  const heritage = file.tree.childOfKind(node, k.class_heritage);
  if (heritage === NO_NODE) return;
  for (const clause of file.tree.namedChildren(heritage)) {
    const kind = file.kind(clause);
    if (kind === k.implements_clause) {
      for (const type of file.tree.namedChildren(clause))
        addBase(state, { symbol, kind: HeritageKind.Implements, expr: typeExpr(state, type), node: type });
    } else {
      const value = kind === k.extends_clause ? file.child(clause, k.in_value) : clause;
      const named = valueExpr(state, value);
      addBase(state, {
        symbol,
        kind: HeritageKind.Extends,
        expr: applied(state, state.comments?.extended(node, named) ?? named, file.child(clause, k.in_type_arguments)),
        node: kind === k.extends_clause ? clause : value,
      });
    }
  }
}

/** Writes the `extends` of an interface. */
export function writeInterface(state: Resolving, node: number, symbol: number): void {
  const { file } = state;
  const clause = file.tree.childOfKind(node, file.k.extends_type_clause);
  if (clause === NO_NODE) return;
  for (const type of file.tree.namedChildren(clause)) {
    addBase(state, { symbol, kind: HeritageKind.Extends, expr: typeExpr(state, type), node: type });
  }
}

interface Base {
  readonly symbol: number;
  readonly kind: number;
  readonly expr: number;
  readonly node: number;
}

function addBase(state: Resolving, base: Base): void {
  const { facts } = state.file;
  const text = textOf(state.file, base.node).replace(/^extends\s+/, "");
  facts.table(HERITAGE).append({
    symbol: base.symbol,
    kind: base.kind,
    expr: base.expr,
    text: facts.string(state.file.extraction.clean(text)),
  });
}

/** Writes a base that a script sets by code: `C.prototype = Object.create(B.prototype)`, `util.inherits(C, B)`. */
export function writePrototype(state: Resolving, symbol: number, base: number): void {
  const { file, k } = state;
  const isMember = file.kind(base) === k.member_expression && file.isText(file.child(base, k.in_property), "prototype");
  const named = isMember ? file.child(base, k.in_object) : base;
  const expr = valueExpr(state, named);
  if (symbol > 0 && expr !== 0) addBase(state, { symbol, kind: HeritageKind.Extends, expr, node: named });
}

/** Writes a declared field of a class, interface or object type. */
export function writeField(state: Resolving, node: number, owner: number): void {
  const { file, k } = state;
  const named = file.child(node, k.in_name);
  const nameNode = named === NO_NODE ? file.child(node, k.in_property) : named;
  if (nameNode === NO_NODE || file.kind(nameNode) === k.computed_property_name) return;
  const type = typeExpr(state, file.child(node, k.in_type)) || (state.comments?.declared(node) ?? 0);
  state.addField(owner, nameNode, {
    type,
    value: valueExpr(state, file.child(node, k.in_value)),
    flags:
      memberFlags(file, node, node) &
      (SymbolFlag.Static | SymbolFlag.Readonly | SymbolFlag.Optional | SymbolFlag.Abstract),
  });
}

/** Writes the type and the value of a field that is a symbol, since its object has functions. */
export function writeObjectField(state: Resolving, node: number, symbol: number): void {
  const { file, k } = state;
  file.extraction.setType(symbol, typeExpr(state, file.child(node, k.in_type)));
  file.extraction.setValue(symbol, valueExpr(state, file.child(node, k.in_value)));
}

/** Writes `[name: string]: T` as a field that no name matches. */
export function writeIndex(state: Resolving, node: number, owner: number): void {
  const type = typeExpr(state, state.file.child(node, state.k.in_type));
  const { facts } = state.file;
  if (type === 0 || state.file.op(type) === ExprOp.Literal) return;
  facts.table(FIELDS).append({ owner, name: facts.string("[]"), typeOpt: type + 1, valueOpt: 0, flags: 0 });
}

/** Writes a construct signature, `new (name: string): T`, as a field that no name matches. */
export function writeConstructSignature(state: Resolving, node: number, owner: number): void {
  state.addNamedField(owner, state.file.names.of("new()"), { type: constructorType(state, node) });
}

/** Writes the signatures of an overloaded function or a callable type as one field that no name matches. */
export function describeSignatures(state: Resolving, owner: number, signatures: readonly Signature[]): void {
  const { facts } = state.file;
  const type = typeOfSignatures(state, signatures);
  if (type > 0)
    facts.table(FIELDS).append({ owner, name: facts.string("()"), typeOpt: type + 1, valueOpt: 0, flags: 0 });
}

/**
 * Writes a property of an object literal that is a symbol's value, if the property's value is known: of one that a call
 * makes of functions, as the value of the symbol that holds them.
 */
export function writePair(state: Resolving, node: number, owner: number): void {
  const { file, k } = state;
  const key = file.firstNamed(node);
  if (key === NO_NODE || file.kind(key) === k.computed_property_name) return;
  const value = valueExpr(state, file.child(node, k.in_value));
  const member = file.members.get(owner)?.get(file.names.of(file.propertyName(key))) ?? 0;
  if (member < 0) file.extraction.setValue(-member, value);
  else if (value !== 0) state.addField(owner, key, { value });
}

/** Writes the members of an enum. */
export function writeEnum(state: Resolving, body: number, owner: number): void {
  const { file, k } = state;
  for (const child of file.tree.namedChildren(body)) {
    const isAssigned = file.kind(child) === k.enum_assignment;
    const nameNode = isAssigned ? file.child(child, k.in_name) : child;
    if (nameNode === NO_NODE || file.kind(nameNode) === ERROR_KIND || file.kind(nameNode) === k.computed_property_name)
      continue;
    state.addField(owner, nameNode, {
      value: isAssigned ? valueExpr(state, file.child(child, k.in_value)) : file.literal("number"),
    });
  }
}
