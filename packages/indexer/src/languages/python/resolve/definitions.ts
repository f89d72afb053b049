/** Definitions in the second pass: parameter types, return types, bases. */
import { SymbolFlag } from "@sdl/model";
import { ExprOp, HERITAGE, HeritageKind, ParamFlag, RefKind, SYMBOLS } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { basesOf, metaclassOf } from "../declare/classes.js";
import { decoratorsOf, decoratorTarget, isStructural, wholeDefinition } from "../declare/decorators.js";
import { type Parameter, parametersOf } from "../declare/parameters.js";
import { text } from "../declare/signatures.js";
import { readWrittenTypes } from "../types/written-types.js";
import { containerType } from "./locals.js";
import type { Resolving } from "./resolving.js";

/** Writes the facts of a function, unless it is a stub whose facts belong to another symbol. */
export function writeFunction(r: Resolving, node: number): void {
  const { file, k } = r;
  const symbol = r.owner;
  if (file.extraction.nodeOf(symbol) !== wholeDefinition(file, node)) return;
  for (const parameter of parametersOf(file, file.child(node, k.in_parameters))) writeParameter(r, symbol, parameter);
  const returns = file.child(node, k.in_return_type);
  file.extraction.setType(symbol, returns === NO_NODE ? 0 : r.types.read(returns));
  readWrittenTypes(r.types, node, symbol);
  writeDecorated(r, node, symbol);
}

const SAYS_WHAT_IT_IS =
  SymbolFlag.Getter | SymbolFlag.Setter | SymbolFlag.Abstract | SymbolFlag.Static | SymbolFlag.ClassMethod;

/**
 * The value of a decorated function's name: the result of its decorators, applied from the lowest up. Unknown if a
 * decorator is structural.
 */
function writeDecorated(r: Resolving, node: number, symbol: number): void {
  const { file } = r;
  const whole = wholeDefinition(file, node);
  if (whole === node || (file.facts.table(SYMBOLS).get(symbol, "flags") & SAYS_WHAT_IT_IS) !== 0) return;
  let value = file.expr(ExprOp.Symbol, symbol);
  for (const decorator of decoratorsOf(file, whole).reverse()) {
    const isCall = !isStructural(file, decoratorTarget(file, decorator));
    const given = isCall ? r.expressions.value(file.firstNamed(decorator)) : 0;
    if (given === 0) return;
    value = file.expr(ExprOp.Call, given, value);
  }
  file.extraction.setValue(symbol, value);
}

function writeParameter(r: Resolving, symbol: number, parameter: Parameter): void {
  const { file } = r;
  const { flags } = parameter;
  if (parameter.name === NO_NODE) return;
  const named = parameter.type === NO_NODE ? 0 : r.types.read(parameter.type);
  const container = (flags & ParamFlag.Rest) !== 0 ? "tuple" : (flags & ParamFlag.KeywordRest) !== 0 ? "dict" : "";
  file.extraction.addParam(symbol, {
    name: file.tree.text(parameter.name),
    typeText: parameter.type === NO_NODE ? undefined : text(file, parameter.type),
    type: containerType(file, named, container),
    defaultText: parameter.value === NO_NODE ? undefined : text(file, parameter.value),
    flags,
  });
}

/** Writes a lambda that is bound to a name: its parameters, and its body as return value. */
export function writeLambdaSymbol(r: Resolving, node: number): void {
  const { file } = r;
  const symbol = file.lambdaSymbols.get(node);
  if (symbol === undefined) return;
  for (const parameter of parametersOf(file, file.child(node, file.k.in_parameters)))
    writeParameter(r, symbol, parameter);
}

/** Writes the bases and members of a class. Its type is its metaclass. */
export function writeClass(r: Resolving, node: number): void {
  const { file, k } = r;
  const symbol = r.owner;
  if (file.extraction.nodeOf(symbol) !== wholeDefinition(file, node)) return;
  const body = file.child(node, k.in_body);
  const scope = body === NO_NODE ? undefined : file.frameAt(body)?.scope;
  if (scope !== undefined) {
    const members = [...scope.bindings.values()]
      .filter((binding) => binding.symbol >= 0)
      .map((binding) => binding.name);
    r.fields.setMembers(symbol, new Set(members));
  }
  for (const base of basesOf(file, node)) writeBase(r, symbol, base);
  const metaclass = metaclassOf(file, node);
  if (metaclass !== NO_NODE) file.extraction.setType(symbol, r.types.read(metaclass));
}

/** Writes a base: `Base`, `pkg.Base`, `Base[T]`, or a call whose result is the base. */
function writeBase(r: Resolving, symbol: number, base: number): void {
  const { file, k } = r;
  const isGeneric = file.kind(base) === k.subscript;
  const named = isGeneric ? file.child(base, k.in_value) : base;
  const applied = isGeneric ? r.types.read(base) : 0;
  const isApplied = file.op(applied) === ExprOp.Apply;
  const expr = isApplied ? applied : r.expressions.value(named);
  if (expr === 0) return;
  file.facts.table(HERITAGE).append({
    symbol,
    kind: HeritageKind.Extends,
    expr,
    text: file.facts.string(file.extraction.clean(text(file, base))),
  });
  if (file.kind(base) !== k.call) file.skip(base);
  if (isGeneric && !isApplied && file.op(expr) !== ExprOp.Global) r.addRefOnce(RefKind.Type, expr, named);
}
