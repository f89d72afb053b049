/**
 * Rule 11 within one file: a parameter without a declared type holds what calls in the file pass for it. Collected during the
 * second pass, written at its end, when the values of all variables are known.
 */
import { EXPRS, ExprOp, SYMBOLS } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";
import type { Binding, Scope } from "../scopes.js";
import { argumentNodes } from "./dynamic-import.js";
import type { Expressions } from "./expressions.js";

/** An argument that a call passes. */
interface Argument {
  /** Position among the arguments, or a keyword. */
  readonly place: number | string;
  readonly expr: number;
}

/** A call that passes arguments. */
interface PassingCall {
  readonly callee: number;
  readonly given: readonly Argument[];
}

/** A function or class of the file that a call runs. */
interface Callee {
  readonly symbol: number;
  /** Whether the receiver is no argument of the call, as in `object.method(…)`. */
  readonly isBound: boolean;
}

/** Longest chain of names that is followed from a callee to its function. */
const MAX_NAMES = 4;

/** Collects the values that a file passes as arguments. */
export class PassedValues {
  private readonly calls: PassingCall[] = [];
  /** Calls of a parameter, by its local: what they pass goes to the functions passed for the parameter. */
  private readonly throughLocal = new Map<number, PassingCall[]>();
  /** Scope by function symbol. */
  private readonly scopes = new Map<number, Scope>();
  private readonly called = new Set<Binding>();
  /** Values given so far, by local. */
  private readonly given = new Set<string>();
  /** Symbols of a class's methods, by class and name. */
  private methods: Map<string, number> | undefined;

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
    this.calls.push({ callee, given: [{ place: 0, expr: file.expr(ExprOp.Symbol, symbol) }] });
  }

  /** Records what a call passes. @param callee its callee's expression */
  noteCall(call: number, callee: number): void {
    const { file } = this;
    const op = file.op(callee);
    if (op !== ExprOp.Symbol && op !== ExprOp.Local && !this.isOwnMember(callee)) return;
    const given = this.argumentsOf(call);
    if (given.length === 0) return;
    if (op !== ExprOp.Local) {
      this.calls.push({ callee, given });
      return;
    }
    const local = file.operand(callee);
    this.throughLocal.set(local, [...(this.throughLocal.get(local) ?? []), { callee, given }]);
  }

  /** Whether an expression is a member of the object itself, or of a class or variable of the file. */
  private isOwnMember(expr: number): boolean {
    const { file } = this;
    if (file.op(expr) !== ExprOp.Member) return false;
    const object = file.op(file.operand(expr));
    return object === ExprOp.This || object === ExprOp.Class || object === ExprOp.Symbol || object === ExprOp.Call;
  }

  private argumentsOf(call: number): Argument[] {
    const { file } = this;
    const { k } = file;
    const given: Argument[] = [];
    for (const [place, node] of argumentNodes(file, call).entries()) {
      const kind = file.kind(node);
      if (kind === k.list_splat) break;
      const isKeyword = kind === k.keyword_argument;
      const expr = this.valueOf(isKeyword ? file.child(node, k.in_value) : node);
      if (expr !== 0) given.push({ place: isKeyword ? file.tree.text(file.child(node, k.in_name)) : place, expr });
    }
    return given;
  }

  /** The expression of an argument that may be an object of the repository; else 0. */
  private valueOf(node: number): number {
    const { file } = this;
    const kind = file.kind(node);
    if (node === NO_NODE || (kind !== file.k.identifier && kind !== file.k.attribute && kind !== file.k.call)) return 0;
    const expr = this.expressions.value(node);
    const op = file.op(expr);
    const isKnown = op === ExprOp.Symbol || op === ExprOp.Local || op === ExprOp.Call || op === ExprOp.This;
    return isKnown || this.isOwnMember(expr) ? expr : 0;
  }

  /** Writes the values. Call when all variables and locals have theirs. */
  finish(): void {
    const open = [...this.calls];
    for (let call = open.pop(); call !== undefined; call = open.pop()) {
      const callee = this.calleeOf(call.callee, 0);
      if (callee === undefined) continue;
      for (const { place, expr } of call.given) {
        const local = this.give(callee, place, expr);
        if (local < 0) continue;
        for (const { given } of this.throughLocal.get(local) ?? []) open.push({ callee: expr, given });
      }
    }
  }

  /** Gives a value to the parameter of a function. @returns the parameter's local; -1 if it takes no value or has it */
  private give({ symbol, isBound }: Callee, place: number | string, expr: number): number {
    const { file } = this;
    const scope = this.scopes.get(symbol);
    const binding = scope && this.parameter(scope, place, isBound);
    if (scope === undefined || binding === undefined || binding.local < 0) return -1;
    if (binding.typeNode !== NO_NODE || binding.typeExpr !== 0 || binding.container !== "") return -1;
    const own = file.expr(ExprOp.Local, binding.local);
    // What such a function returns is the argument of the call, not of all calls.
    if (expr === own || (scope.returns?.includes(own) === true && !this.called.has(binding))) return -1;
    const key = `${binding.local} ${expr}`;
    if (this.given.has(key)) return -1;
    this.given.add(key);
    file.extraction.addLocalValue(binding.local, expr);
    return binding.local;
  }

  private parameter(scope: Scope, place: number | string, isBound: boolean): Binding | undefined {
    const { names } = this.file;
    const parameters = [...scope.bindings.values()].filter((binding) => binding.isParameter);
    if (typeof place === "string") return parameters.find((binding) => names.text(binding.name) === place);
    const op = parameters[0]?.candidates[0];
    return parameters[isBound && (op === ExprOp.This || op === ExprOp.Class) ? place + 1 : place];
  }

  /** The function of the file that calling the expression runs, if the file's own declarations tell. */
  private calleeOf(expr: number, names: number): Callee | undefined {
    const { file } = this;
    if (names > MAX_NAMES) return undefined;
    const operand = file.operand(expr);
    if (file.op(expr) === ExprOp.Member) {
      const cls = this.classOf(operand, names);
      const symbol = cls === undefined ? undefined : this.method(cls, file.facts.table(EXPRS).get(expr, "b"));
      const isClassItself = file.op(operand) === ExprOp.Symbol && operand !== 0 && this.kindOf(operand) === "class";
      return symbol === undefined ? undefined : { symbol, isBound: !isClassItself || this.takesClass(symbol) };
    }
    if (file.op(expr) !== ExprOp.Symbol) return undefined;
    if (this.kindOf(expr) === "variable") return this.calleeOf(this.valueOfVariable(operand), names + 1);
    if (this.kindOf(expr) !== "class") return { symbol: operand, isBound: false };
    const symbol = this.method(operand, file.facts.string("__init__"));
    return symbol === undefined ? undefined : { symbol, isBound: true };
  }

  /** The class of the file that an expression is, or is an instance of. */
  private classOf(expr: number, names: number): number | undefined {
    const { file } = this;
    const operand = file.operand(expr);
    const op = file.op(expr);
    if (names > MAX_NAMES) return undefined;
    if (op === ExprOp.This || op === ExprOp.Class) return operand;
    if (op === ExprOp.Call) return this.isClass(operand) ? file.operand(operand) : undefined;
    if (op !== ExprOp.Symbol) return undefined;
    if (this.kindOf(expr) === "variable") return this.classOf(this.valueOfVariable(operand), names + 1);
    return this.isClass(expr) ? operand : undefined;
  }

  private isClass(expr: number): boolean {
    return this.file.op(expr) === ExprOp.Symbol && this.kindOf(expr) === "class";
  }

  /** The kind of the symbol of a Symbol expression. */
  private kindOf(expr: number): string | undefined {
    return this.file.extraction.kindOf(this.file.operand(expr));
  }

  private valueOfVariable(symbol: number): number {
    return Math.max(0, this.file.facts.table(SYMBOLS).get(symbol, "valueOpt") - 1);
  }

  /** Whether the method's first parameter is the class, also when it is taken from the class. */
  private takesClass(symbol: number): boolean {
    const [first] = this.scopes.get(symbol)?.bindings.values() ?? [];
    return first?.candidates[0] === ExprOp.Class;
  }

  /** @param name string index */
  private method(cls: number, name: number): number | undefined {
    this.methods ??= this.methodsByName();
    return this.methods.get(`${cls} ${name}`);
  }

  private methodsByName(): Map<string, number> {
    const symbols = this.file.facts.table(SYMBOLS);
    const methods = new Map<string, number>();
    for (const symbol of this.scopes.keys())
      methods.set(`${symbols.get(symbol, "container")} ${symbols.get(symbol, "name")}`, symbol);
    return methods;
  }
}
