/** Second pass over declarations: writes parameters with types, results, fields and embedded types. */
import { SymbolFlag } from "@sdl/model";
import { ExprOp, FIELDS, HERITAGE, HeritageKind, ParamFlag } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { isExported } from "../go-file.js";
import { Form } from "../scopes.js";
import type { Resolving } from "./resolving.js";
import { assignedNode } from "./statements.js";
import { structFields } from "./types.js";

/** Member name for the item that indexing a value of the type returns. */
const ITEM = "[]";
/** Member name for the function that calling a value of the type runs. */
const CALLED = "()";
/** Function that runs when a program starts. */
const STARTS = "main";

/** Writes the parameters, results and bindings of a function or method, and opens its scope. */
export function writeFunction(r: Resolving, node: number): void {
  const { file, k } = r;
  const symbol = file.symbols.get(node);
  if (symbol === undefined) return;
  const name = file.child(node, k.in_name);
  r.openBlock(node, symbol);
  bindReceiver(r, node);
  bindTypeParameters(r, node, 1);
  writeSignature(r, node, symbol);
  bindParameters(r, node);
  if (file.kind(node) === k.function_declaration && file.tree.text(name) === STARTS)
    file.extraction.addEntry({ owner: symbol, kind: "main", text: STARTS });
  file.skip(name);
}

/**
 * Binds the receiver: the instance of a type of this file, else a local. Type arguments of the receiver are names of
 * the type's parameters.
 */
function bindReceiver(r: Resolving, node: number): void {
  const { file, k } = r;
  const [receiver] = file.readParameters(file.child(node, k.in_receiver));
  if (receiver === undefined) return;
  const named = file.namedType(receiver.type);
  const own = named === NO_NODE ? undefined : file.types.get(file.name(named));
  const generic = file.parent(named);
  const list = file.kind(generic) === k.generic_type ? file.child(generic, k.in_type_arguments) : NO_NODE;
  if (list !== NO_NODE) {
    file.tree.namedChildren(list).forEach((argument, place) => {
      r.bind(argument, { from: node, expr: file.expr(ExprOp.TypeParameter, 0, 2 * place) });
    });
  }
  const body = file.child(node, k.in_body);
  if (own === undefined) r.bind(receiver.name, { from: body, given: receiver.type, form: Form.Type });
  else r.bind(receiver.name, { from: body, expr: file.expr(ExprOp.This, own) });
}

/** Binds type parameters. @param side 1 for parameters of the function itself, 0 for those of its receiver's type */
function bindTypeParameters(r: Resolving, node: number, side: number): void {
  const { file, k } = r;
  const list = file.child(node, k.in_type_parameters);
  if (list === NO_NODE) return;
  let place = 0;
  for (const declaration of file.tree.namedChildren(list)) {
    const bound = r.expressions.types.read(file.child(declaration, k.in_type));
    const known = bound !== 0 && file.op(bound) !== ExprOp.Literal ? bound : 0;
    for (const name of file.inField(declaration, k.in_name)) {
      r.bind(name, { from: node, expr: file.expr(ExprOp.TypeParameter, known, 2 * place + side) });
      place++;
    }
  }
}

function writeSignature(r: Resolving, node: number, symbol: number): void {
  const { file, k } = r;
  const { types } = r.expressions;
  for (const { name, type } of file.readParameters(file.child(node, k.in_parameters))) {
    const isRest = file.kind(type) === k.variadic_parameter_declaration;
    file.extraction.addParam(symbol, {
      name: name === NO_NODE ? "_" : file.tree.text(name),
      typeText: isRest ? `...${file.tree.text(file.child(type, k.in_type))}` : file.tree.text(type),
      type: types.read(type),
      flags: isRest ? ParamFlag.Rest : 0,
    });
  }
  file.extraction.setType(symbol, types.resultType(node));
}

/** Binds parameters and named results: the body sees these names, the types in the signature do not. */
function bindParameters(r: Resolving, node: number): void {
  const { file, k } = r;
  const body = file.child(node, k.in_body) || file.next(node);
  for (const field of [k.in_parameters, k.in_result])
    for (const { name, type } of file.readParameters(file.child(node, field)))
      r.bind(name, { from: body, given: type, form: Form.Type });
}

/** Opens the scope of a function literal and binds its parameters. */
export function writeLiteral(r: Resolving, node: number): void {
  r.openBlock(node);
  bindParameters(r, node);
}

/** Writes the parameters and results of an interface's method. */
export function writeInterfaceMethod(r: Resolving, node: number): number {
  const { file, k } = r;
  const symbol = file.symbols.get(node);
  if (symbol !== undefined) {
    r.openBlock(node, symbol);
    writeSignature(r, node, symbol);
  }
  return file.child(node, k.in_parameters) || node + 1;
}

/** Writes a type declared in the package or inside a function. */
export function writeType(r: Resolving, node: number): void {
  const { file, k } = r;
  const symbol = file.symbols.get(node);
  const name = file.child(node, k.in_name);
  if (symbol === undefined) return;
  const expr = file.expr(ExprOp.Symbol, symbol);
  if (file.outermost.get(file.name(name)) !== expr) r.bind(name, { from: node, expr });
  file.skip(name);
  r.openBlock(node, symbol);
  bindTypeParameters(r, node, 0);
  const type = file.child(node, k.in_type);
  const kind = file.kind(type);
  if (kind === k.struct_type) writeFields(r, symbol, type);
  else if (kind === k.interface_type) writeEmbedded(r, symbol, type);
  else if (file.kind(node) === k.type_alias) file.extraction.setType(symbol, r.expressions.types.read(type));
  else writeUnderlying(r, symbol, type);
}

function writeFields(r: Resolving, symbol: number, struct: number): void {
  const { file } = r;
  for (const { name, type, isEmbedded } of structFields(file, struct)) {
    const expr = r.expressions.types.read(type);
    addField(r, symbol, file.names.text(name), expr);
    if (isEmbedded) addBase(r, symbol, type, expr);
  }
}

function writeEmbedded(r: Resolving, symbol: number, type: number): void {
  const { file, k } = r;
  for (const element of file.tree.namedChildren(type)) {
    if (file.kind(element) !== k.type_elem || file.tree.namedChildren(element).length !== 1) continue;
    addBase(r, symbol, element, r.expressions.types.read(element));
  }
}

/**
 * Writes the underlying type: for `type B A` the type A as a base, for a container its item type, for a function type
 * its callee.
 */
function writeUnderlying(r: Resolving, symbol: number, type: number): void {
  const { file, k } = r;
  const { types } = r.expressions;
  const kind = file.kind(type);
  const expr = types.read(type);
  if (kind === k.function_type) addField(r, symbol, CALLED, expr);
  else if (file.op(expr) === ExprOp.Apply && kind !== k.generic_type)
    addField(r, symbol, ITEM, types.read(file.child(type, k.in_element) || file.child(type, k.in_value)));
  else addBase(r, symbol, type, expr);
}

function addField({ file }: Resolving, owner: number, name: string, type: number): void {
  const flags = isExported(name) ? SymbolFlag.Exported : 0;
  file.facts
    .table(FIELDS)
    .append({ owner, name: file.facts.string(name), typeOpt: type === 0 ? 0 : type + 1, valueOpt: 0, flags });
}

function addBase({ file }: Resolving, symbol: number, node: number, expr: number): void {
  if (expr === 0 || file.op(expr) === ExprOp.Literal) return;
  const text = file.facts.string(file.extraction.clean(file.tree.text(node)));
  file.facts.table(HERITAGE).append({ symbol, kind: HeritageKind.Extends, expr, text });
}

/**
 * Writes variables and constants: types and values for package-level names, locals inside functions.
 * @returns the row at which the walk continues
 */
export function writeVariables(r: Resolving, node: number): number {
  const { file, k } = r;
  const names = file.inField(node, k.in_name);
  const said = file.repeated.get(node) ?? node;
  const type = file.child(said, k.in_type);
  const values = file.expressionList(file.child(said, k.in_value));
  const owner = names.map((name) => file.symbols.get(name)).find((symbol) => symbol !== undefined);
  if (owner !== undefined) r.openBlock(node, owner);
  names.forEach((name, place) => {
    const given = assignedNode(file, values, place, names.length);
    const symbol = file.symbols.get(name);
    if (symbol === undefined)
      r.bind(name, { from: file.next(node), ...(type === NO_NODE ? given : { given: type, form: Form.Type }) });
    else if (type !== NO_NODE) file.extraction.setType(symbol, r.expressions.types.read(type));
    else file.extraction.setValue(symbol, r.expressions.evaluateAs(given.given, given.form));
  });
  return file.child(node, k.in_type) || file.child(node, k.in_value) || file.next(node);
}
