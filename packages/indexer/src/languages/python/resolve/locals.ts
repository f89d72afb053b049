/**
 * Parameters and local variables. Rows are created at the first reference; values are written when the binding scope
 * closes, while all names in them are still visible.
 */
import { ExprOp, SYMBOLS } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { parametersOf } from "../declare/parameters.js";
import { alternatives } from "../declare/patterns.js";
import { itemsOfPair } from "../declare/targets.js";
import { MAX_PLACE, Wrap } from "../declare/wraps.js";
import type { PythonFile } from "../python-file.js";
import { type Binding, MAX_ASSIGNMENTS, type PendingLocal, type Reaching, type Scope } from "../scopes.js";
import { reachingAssignments } from "./flow.js";
import { type Evaluator, lambdaParameterValue } from "./lambda-parameters.js";

/** Maximum number of types that are read where several are named. */
const MAX_TYPES = 4;

/** Creates and completes the rows of locals. */
export class Locals {
  private evaluator: Evaluator | undefined;

  constructor(private readonly file: PythonFile) {}

  evaluateWith(evaluator: Evaluator): void {
    this.evaluator = evaluator;
  }

  rowOf(binding: Binding): number {
    if (binding.local < 0) binding.local = this.add(binding, undefined);
    return binding.local;
  }

  /** The row for a use of a local at row `use` in the function that binds it: only assignments that reach the use count. */
  versionOf(binding: Binding, use: number): number {
    const { assignments } = binding;
    const count = assignments.length + (binding.isParameter ? 1 : 0);
    if (count < 2 || assignments.length > MAX_ASSIGNMENTS) return this.rowOf(binding);
    const reaching = reachingAssignments(this.file, assignments, use);
    const isAll = reaching.assignments.length === assignments.length;
    if (isAll && (reaching.withInitial || !binding.isParameter)) return this.rowOf(binding);
    const key = `${reaching.withInitial ? "+" : ""}${reaching.assignments.map((it) => it.at).join()}`;
    binding.versions ??= new Map();
    const known = binding.versions.get(key);
    if (known !== undefined) return known;
    const made = this.add(binding, reaching);
    binding.versions.set(key, made);
    return made;
  }

  private add(binding: Binding, reaching: Reaching | undefined): number {
    const { scope } = binding;
    const local = this.file.extraction.addLocal(scope.owner, this.file.names.text(binding.name));
    scope.pending ??= [];
    scope.pending.push({ binding, local, reaching });
    return local;
  }

  /**
   * Writes types and values of the locals of `scope`, which must still be open. Evaluating them may create further
   * rows, which are written too.
   */
  settle(scope: Scope): void {
    for (let i = 0; i < (scope.pending?.length ?? 0); i++) {
      const pending = scope.pending?.[i];
      if (pending !== undefined) this.settleOne(pending);
    }
    scope.pending = undefined;
  }

  private settleOne({ binding, local, reaching }: PendingLocal): void {
    const { file } = this;
    file.extraction.setLocalType(local, this.typeOfBinding(binding));
    const seen: number[] = [];
    const add = (node: number, wrap: number): void => {
      const value = this.wrapped(node, wrap);
      if (value === 0 || seen.includes(value) || isItself(file, value, local)) return;
      seen.push(value);
      file.extraction.addLocalValue(local, value);
    };
    if (reaching === undefined || reaching.withInitial) {
      add(binding.initial, Wrap.Value);
      const handed = binding.scope.isLambda && binding.isParameter ? this.handedTo(binding) : 0;
      if (handed !== 0) file.extraction.addLocalValue(local, handed);
      if (isFixture(file, binding))
        file.extraction.addLocalValue(local, file.expr(ExprOp.Fixture, file.names.string(binding.name)));
    }
    for (const { node, wrap } of (reaching ?? binding).assignments) add(node, wrap);
  }

  /** The value of a lambda's parameter, from the code around the lambda. */
  private handedTo({ name, scope }: Binding): number {
    const { evaluator, file } = this;
    const lambda = file.parent(scope.row);
    const parameters = parametersOf(file, file.child(lambda, file.k.in_parameters));
    const place = parameters.findIndex((parameter) => parameter.name !== NO_NODE && file.name(parameter.name) === name);
    return evaluator === undefined || place < 0 ? 0 : lambdaParameterValue(file, evaluator, lambda, place);
  }

  private typeOfBinding(binding: Binding): number {
    const type = binding.typeNode === NO_NODE ? binding.typeExpr : (this.evaluator?.typeOf(binding.typeNode) ?? 0);
    return containerType(this.file, type, binding.container);
  }

  /** The value of `node` derived as `wrap` says; 0 if unknown. */
  wrapped(node: number, wrap: number): number {
    const { evaluator } = this;
    if (evaluator === undefined || node === NO_NODE) return 0;
    if (wrap === Wrap.Instance) return this.instances(node);
    if (wrap === Wrap.Captured) return this.captured(node);
    const pair = wrap >= Wrap.PartOfElement ? this.ofPair(node, wrap - Wrap.PartOfElement) : undefined;
    if (pair !== undefined) return pair;
    const value = evaluator.value(node);
    return value === 0 ? 0 : this.derived(value, wrap);
  }

  private derived(value: number, wrap: number): number {
    const { file } = this;
    if (wrap === Wrap.Value || wrap === Wrap.Items) return value;
    if (wrap === Wrap.Enter) return file.expr(ExprOp.Enter, value);
    if (wrap === Wrap.Item) return file.op(value) === ExprOp.Literal ? 0 : file.expr(ExprOp.Items, value);
    if (wrap >= Wrap.Part && wrap < Wrap.PartOfElement) return file.expr(ExprOp.Part, value, wrap - Wrap.Part);
    const element = file.expr(ExprOp.Element, value);
    if (wrap >= Wrap.PartOfElement) return file.expr(ExprOp.Part, element, wrap - Wrap.PartOfElement);
    if (wrap === Wrap.Rest) return file.expr(ExprOp.Items, element);
    return wrap === Wrap.Element ? element : file.expr(ExprOp.Element, element);
  }

  /** What a part of a class pattern captures: by keyword a member of the object, by place a part of it. */
  private captured(part: number): number {
    const { file } = this;
    const isKeyword = file.kind(part) === file.k.keyword_pattern;
    const place = isKeyword ? file.parent(part) : part;
    const pattern = file.parent(place);
    const object = this.instances(file.firstNamed(pattern));
    if (object === 0) return 0;
    if (isKeyword) return file.member(object, file.firstNamed(part));
    const at = file.tree.namedChildren(pattern).indexOf(place) - 1;
    return at > MAX_PLACE ? 0 : file.expr(ExprOp.Part, object, at);
  }

  /** An instance of the named type, or of the types in a tuple or a pattern of alternatives. */
  private instances(node: number): number {
    const { file } = this;
    const listed = file.kind(node) === file.k.tuple ? file.tree.namedChildren(node) : alternatives(file, node);
    const types = listed?.slice(0, MAX_TYPES) ?? [node];
    let result = 0;
    for (const item of types) {
      const type = this.evaluator?.typeOf(item) ?? 0;
      if (type === 0) continue;
      const instance = file.expr(ExprOp.Instance, type);
      result = result === 0 ? instance : file.expr(ExprOp.Union, result, instance);
    }
    return result;
  }

  /** One item of a pair of `enumerate`, `zip` or `items`; `undefined` for other expressions. */
  private ofPair(node: number, place: number): number | undefined {
    const items = itemsOfPair(this.file, node, place);
    return items === undefined || items === NO_NODE ? items : this.elementOf(items);
  }

  private elementOf(node: number): number {
    const value = this.evaluator?.value(node) ?? 0;
    return value === 0 ? 0 : this.file.expr(ExprOp.Element, value);
  }
}

/** The container type of `*args: T` and `**kwargs: T`. */
export function containerType(file: PythonFile, type: number, container: string): number {
  if (type === 0 || container === "") return type;
  return file.expr(ExprOp.Apply, file.expr(ExprOp.Global, file.facts.string(container)), type);
}

/** Whether a parameter of a test gets a fixture: not one that overrides the fixture of its own name. */
function isFixture(file: PythonFile, { isParameter, scope, typeNode, name }: Binding): boolean {
  if (!isParameter || !scope.takesFixtures || typeNode !== NO_NODE) return false;
  return file.facts.string(file.names.text(name)) !== file.facts.table(SYMBOLS).get(scope.symbol, "name");
}

/** Whether a value is the local itself (`x = x`), which adds nothing. */
function isItself(file: PythonFile, value: number, local: number): boolean {
  return file.op(value) === ExprOp.Local && file.operand(value) === local;
}
