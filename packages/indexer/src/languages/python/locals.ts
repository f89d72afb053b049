/**
 * Parameters and local variables: rows are made when something refers to them, and their values are written when the scope that
 * binds them closes, in which all they name is still visible.
 */
import { ExprOp } from "@sdl/model";
import { NO_NODE } from "../../parse/syntax-tree.js";
import type { PythonFile } from "./python-file.js";
import { type Binding, type Scope, Wrap } from "./scopes.js";

/** What locals need of the pass they belong to. */
export interface Evaluator {
  value(node: number): number;
  typeOf(node: number): number;
}

export class Locals {
  private evaluator: Evaluator | undefined;

  constructor(private readonly file: PythonFile) {}

  evaluateWith(evaluator: Evaluator): void {
    this.evaluator = evaluator;
  }

  rowOf(binding: Binding): number {
    if (binding.local >= 0) return binding.local;
    const { x } = this.file;
    const { scope } = binding;
    binding.local = x.addLocal(scope.owner, this.file.names.text(binding.name));
    scope.pending ??= [];
    scope.pending.push(binding);
    return binding.local;
  }

  /** Writes types and values of the locals of `scope`, which must still be open. More of its locals may come into use meanwhile. */
  settle(scope: Scope): void {
    for (let i = 0; i < (scope.pending?.length ?? 0); i++) {
      const binding = scope.pending?.[i];
      if (binding !== undefined) this.settleOne(binding);
    }
  }

  private settleOne(binding: Binding): void {
    const { x } = this.file;
    const type = this.typeOfBinding(binding);
    if (type !== 0) x.setLocalType(binding.local, type);
    const seen: number[] = [];
    for (let i = 0; i < binding.values.length; i += 2) {
      const value = this.wrapped(binding.values[i] ?? 0, binding.values[i + 1] ?? 0);
      if (value === 0 || seen.includes(value) || isItself(this.file, value, binding)) continue;
      seen.push(value);
      x.addLocalValue(binding.local, value);
    }
  }

  private typeOfBinding(binding: Binding): number {
    const type = binding.typeNode === NO_NODE ? 0 : (this.evaluator?.typeOf(binding.typeNode) ?? 0);
    return containerType(this.file, type, binding.container);
  }

  /** What a name is given by `node`, taken as `wrap` says; 0 when unknown. */
  wrapped(node: number, wrap: number): number {
    const { evaluator, file } = this;
    if (evaluator === undefined || node === NO_NODE) return 0;
    if (wrap === Wrap.Instance) return this.instances(node);
    const pair = wrap === Wrap.PairFirst || wrap === Wrap.PairSecond ? this.ofPair(node, wrap) : undefined;
    if (pair !== undefined) return pair;
    const value = evaluator.value(node);
    if (wrap === Wrap.Value || value === 0) return value;
    if (wrap === Wrap.Enter) return file.x.facts.expr(ExprOp.Enter, value);
    const element = file.x.facts.expr(ExprOp.Element, value);
    return wrap === Wrap.Element ? element : file.x.facts.expr(ExprOp.Element, element);
  }

  /** An instance of the type named, or of one of the types in a tuple. */
  private instances(node: number): number {
    const { file } = this;
    const { facts } = file.x;
    const types = file.kind(node) === file.k.tuple ? file.tree.namedChildren(node).slice(0, 4) : [node];
    let result = 0;
    for (const item of types) {
      const type = this.evaluator?.typeOf(item) ?? 0;
      if (type === 0) continue;
      const instance = facts.expr(ExprOp.Instance, type);
      result = result === 0 ? instance : facts.expr(ExprOp.Union, result, instance);
    }
    return result;
  }

  /** `for i, x in enumerate(xs)` and `for k, v in d.items()`: the second is an item, of the first nothing is said. */
  private ofPair(node: number, wrap: number): number | undefined {
    const { file } = this;
    const { k } = file;
    if (file.kind(node) !== k.call) return undefined;
    const callee = file.child(node, k.inFunction);
    const name = file.lastNameText(callee);
    let items = NO_NODE;
    if (name === "enumerate") items = file.firstNamed(file.child(node, k.inArguments));
    else if (name === "items" || name === "iteritems") items = file.child(callee, k.inObject);
    if (items === NO_NODE) return undefined;
    if (wrap === Wrap.PairFirst) return 0;
    const value = this.evaluator?.value(items) ?? 0;
    return value === 0 ? 0 : file.x.facts.expr(ExprOp.Element, value);
  }
}

/** The type of `*args: T` and `**kwargs: T`. */
export function containerType(file: PythonFile, type: number, container: string): number {
  const { facts } = file.x;
  if (type === 0 || container === "") return type;
  return facts.expr(ExprOp.Apply, facts.expr(ExprOp.Global, facts.string(container)), type);
}

/** `x = x` says nothing. */
function isItself(file: PythonFile, value: number, binding: Binding): boolean {
  return file.x.exprOp(value) === ExprOp.Local && file.x.exprOperand(value) === binding.local;
}
