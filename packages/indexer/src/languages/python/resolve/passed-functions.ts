/**
 * Rule 11 within one file: a called parameter holds the functions and classes that calls in the file pass for it.
 * Collected during the second pass, written at its end.
 */
import { ExprOp, SYMBOLS } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";
import type { Binding, Scope } from "../scopes.js";
import { argumentNodes } from "./dynamic-import.js";
import type { Expressions } from "./expressions.js";

interface Passed {
  /** The function or class that receives the argument. */
  readonly callee: number;
  /** Position among the arguments, or a keyword. */
  readonly place: number | string;
  readonly expr: number;
}

/** Collects the functions that a file passes as arguments. */
export class PassedFunctions {
  private readonly passed: Passed[] = [];
  /** Scope by function symbol. */
  private readonly scopes = new Map<number, Scope>();
  private readonly called = new Set<Binding>();

  constructor(
    private readonly file: PythonFile,
    private readonly expressions: Expressions,
  ) {}

  openFunction(symbol: number, scope: Scope): void {
    this.scopes.set(symbol, scope);
  }

  /** Records that a parameter is called. */
  noteCalled(binding: Binding | undefined): void {
    if (binding?.isParameter === true) this.called.add(binding);
  }

  /** Records that a decorator receives the definition below it. @param callee expression of the decorator */
  noteDecorated(callee: number, symbol: number): void {
    const { file } = this;
    if (file.op(callee) !== ExprOp.Symbol) return;
    this.passed.push({ callee: file.operand(callee), place: 0, expr: file.expr(ExprOp.Symbol, symbol) });
  }

  noteCall(call: number, callee: number): void {
    const { file } = this;
    if (file.op(callee) !== ExprOp.Symbol) return;
    argumentNodes(file, call).forEach((node, place) => {
      const isKeyword = file.kind(node) === file.k.keyword_argument;
      const value = isKeyword ? file.child(node, file.k.in_value) : node;
      const kind = file.kind(value);
      if (value === NO_NODE || (kind !== file.k.identifier && kind !== file.k.attribute)) return;
      const expr = this.expressions.value(value);
      const name = isKeyword ? file.tree.text(file.child(node, file.k.in_name)) : place;
      if (this.isFunction(expr)) this.passed.push({ callee: file.operand(callee), place: name, expr });
    });
  }

  /** Whether an expression is a function, a class, or a member of the object itself. */
  private isFunction(expr: number): boolean {
    const { file } = this;
    const op = file.op(expr);
    if (op === ExprOp.Member) return file.op(file.operand(expr)) === ExprOp.This;
    return op === ExprOp.Symbol && file.extraction.kindOf(file.operand(expr)) !== "variable";
  }

  finish(): void {
    const { file } = this;
    for (const { callee, place, expr } of this.passed) {
      const isClass = file.extraction.kindOf(callee) === "class";
      const scope = this.scopes.get(isClass ? this.constructorOf(callee) : callee);
      const binding = scope === undefined ? undefined : this.parameter(scope, place, isClass);
      if (binding === undefined || !this.called.has(binding) || binding.local < 0) continue;
      if (binding.typeNode === NO_NODE) file.extraction.addLocalValue(binding.local, expr);
    }
  }

  private parameter(scope: Scope, place: number | string, isClass: boolean): Binding | undefined {
    const { names } = this.file;
    const parameters = [...scope.bindings.values()].filter((binding) => binding.isParameter);
    if (typeof place === "string") return parameters.find((binding) => names.text(binding.name) === place);
    const isBound = isClass || parameters[0]?.candidates[0] === ExprOp.This;
    return parameters[isBound ? place + 1 : place];
  }

  private constructorOf(cls: number): number {
    const symbols = this.file.facts.table(SYMBOLS);
    for (const symbol of this.scopes.keys()) {
      if (symbols.get(symbol, "container") === cls && this.file.extraction.kindOf(symbol) === "constructor")
        return symbol;
    }
    return -1;
  }
}
