/**
 * Python expressions converted to rows of the facts' expression language, as far as one file resolves them. Recursion
 * is limited: deeper expressions are Unknown.
 */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { type KindTable, kindTable } from "../../kit/kind-table.js";
import { stringText } from "../declare/docs.js";
import { MAX_PLACE } from "../declare/wraps.js";
import { type PythonVocabulary, vocabularyOf } from "../kinds.js";
import type { PythonFile } from "../python-file.js";
import { type Binding, type OpenScopes, ScopeKind } from "../scopes.js";
import type { Locals } from "./locals.js";
import { type CallContext, specialCall } from "./special-calls.js";

const MAX_DEPTH = 64;

/** Maximum number of items of a list or dictionary that are read. */
const MAX_ITEMS = 8;

const OPERATOR_METHODS = new Map([
  ["+", "__add__"],
  ["-", "__sub__"],
  ["*", "__mul__"],
  ["/", "__truediv__"],
  ["//", "__floordiv__"],
  ["%", "__mod__"],
  ["**", "__pow__"],
  ["@", "__matmul__"],
  ["&", "__and__"],
  ["|", "__or__"],
  ["^", "__xor__"],
  ["<<", "__lshift__"],
  [">>", "__rshift__"],
]);

/** What a node evaluates to: an instance of a literal's type, or the result of a function. */
type Evaluator = string | ((e: Expressions, node: number, depth: number) => number);

/** Evaluates Python expression nodes. */
export class Expressions {
  private static readonly evaluatorsOf = kindTable<PythonVocabulary, Evaluator>(vocabularyOf, {
    attribute: (e, node, depth) => e.attribute(node, depth),
    await: (e, node, depth) => e.awaited(node, depth),
    binary_operator: (e, node, depth) => e.binary(node, depth),
    boolean_operator: (e, node, depth) => e.either(node, depth),
    call: (e, node, depth) => e.call(node, depth),
    comparison_operator: "boolean",
    concatenated_string: "string",
    conditional_expression: (e, node, depth) => e.conditional(node, depth),
    dictionary: (e, node, depth) => e.items(dictionaryValues(e.file, node), depth, "object"),
    dictionary_comprehension: (e, node, depth) => e.comprehension(node, depth, "object"),
    expression_list: (e, node, depth) => e.tuple(node, depth),
    false: "boolean",
    float: "number",
    generator_expression: (e, node, depth) => e.comprehension(node, depth, "array"),
    identifier: (e, node) => e.ofName(e.find(node), node),
    integer: "number",
    lambda: ({ file }) => file.literal("function"),
    list: (e, node, depth) => e.items(e.file.tree.namedChildren(node), depth, "array"),
    list_comprehension: (e, node, depth) => e.comprehension(node, depth, "array"),
    named_expression: (e, node, depth) => e.build(e.file.child(node, e.file.k.in_value), depth),
    not_operator: "boolean",
    parenthesized_expression: (e, node, depth) => e.build(e.file.firstNamed(node), depth),
    set: (e, node, depth) => e.items(e.file.tree.namedChildren(node), depth, "array"),
    set_comprehension: (e, node, depth) => e.comprehension(node, depth, "array"),
    string: "string",
    subscript: (e, node, depth) => e.subscript(node, depth),
    true: "boolean",
    tuple: (e, node, depth) => e.tuple(node, depth),
  });
  private readonly evaluators: KindTable<Evaluator>;
  /** Whether the depth limit cut an expression: results built on it are not cached. */
  private capped = false;
  /** Reads a type node. Set by the pass that owns both objects. */
  typeOf: (node: number) => number = () => 0;

  constructor(
    private readonly file: PythonFile,
    private readonly scopes: OpenScopes,
    private readonly locals: Locals,
  ) {
    this.evaluators = Expressions.evaluatorsOf(file.tree.grammar);
  }

  /** The expression of a node in value position; 0 if unknown. */
  value(node: number): number {
    this.capped = false;
    return this.build(node, 0);
  }

  /** The callee of a call. A member of an unknown object keeps its name. */
  callee(node: number): number {
    const { file } = this;
    if (file.kind(node) !== file.k.attribute) return this.value(node);
    return this.member(this.value(file.child(node, file.k.in_object)), node);
  }

  /** The chain of attributes from `root`, which evaluates to `expr`, up to `node`. */
  chain(node: number, root: number, expr: number, depth = 0): number {
    if (node === root || expr === 0) return expr;
    if (depth > MAX_DEPTH) return 0;
    const narrowed = this.file.narrowings.hasChains ? this.narrowed(node, undefined) : 0;
    if (narrowed !== 0) return narrowed;
    const object = this.chain(this.file.child(node, this.file.k.in_object), root, expr, depth + 1);
    return object === 0 ? 0 : this.member(object, node);
  }

  /** The expression that a name stands for at the current position. */
  ofBinding(binding: Binding | undefined, name: number): number {
    const { file } = this;
    if (binding === undefined) return file.global(name);
    if (binding.expr < 0) binding.expr = this.makeExpr(binding);
    return binding.expr;
  }

  /** The expression that a name stands for at the node; for a local, the values that reach the node. */
  ofName(binding: Binding | undefined, node: number): number {
    if (binding === undefined || binding.isDefined || binding.isField || binding.isTypeParam)
      return this.ofBinding(binding, this.file.name(node));
    const narrowed = this.narrowed(node, binding);
    if (narrowed !== 0) return narrowed;
    if (this.scopes.functionScope !== binding.scope) return this.ofBinding(binding, binding.name);
    return this.file.expr(ExprOp.Local, this.locals.versionOf(binding, node));
  }

  /** The narrowed type of a name or chain at the node; 0 if none. */
  private narrowed(node: number, binding: Binding | undefined): number {
    const { narrowings } = this.file;
    if (narrowings.isEmpty) return 0;
    const range = narrowings.find(this.file.chainName(node), node);
    if (range === undefined || (binding !== undefined && binding.scope.row > range.from)) return 0;
    return this.locals.wrapped(range.types, range.wrap);
  }

  find(identifier: number): Binding | undefined {
    return this.scopes.find(this.file.name(identifier), identifier);
  }

  /** Whether a name may stand for something outside the function that uses it, so that its uses get references. */
  isShared(binding: Binding | undefined): boolean {
    return binding === undefined ? this.file.hasStarImport : binding.isDefined || binding.isField;
  }

  /** Resolves a name. @param row where the name stands */
  findName(name: number, row: number): Binding | undefined {
    return this.scopes.find(name, row);
  }

  /** Ordinal of the class whose body or method holds the current position, or -1. */
  get classAround(): number {
    return this.scopes.top.classSymbol;
  }

  /** The member `object.name`; `x.__class__` is the class. */
  member(object: number, attribute: number): number {
    const { file } = this;
    const { k } = file;
    const nameNode = file.child(attribute, k.in_attribute);
    if (nameNode === NO_NODE) return 0;
    const name = file.name(nameNode);
    if (object !== 0 && file.op(object) === ExprOp.This && file.names.text(name) === "__class__") {
      return file.expr(ExprOp.Class, file.operand(object));
    }
    return file.expr(ExprOp.Member, object, file.names.string(name));
  }

  private makeExpr(binding: Binding): number {
    const { file } = this;
    const { candidates, scope } = binding;
    let result = 0;
    for (let i = 0; i < candidates.length; i += 2) {
      result = file.union(result, file.expr(candidates[i] as number, candidates[i + 1] as number));
    }
    if (result !== 0) return result;
    if (binding.isTypeParam) return 0;
    if (binding.isField && scope.kind === ScopeKind.Class) {
      return file.expr(ExprOp.Member, file.expr(ExprOp.Class, scope.classSymbol), file.names.string(binding.name));
    }
    return file.expr(ExprOp.Local, this.locals.rowOf(binding));
  }

  private build(node: number, depth: number): number {
    if (node === NO_NODE) return 0;
    const evaluate = this.evaluators.at(this.file.kind(node));
    if (evaluate === undefined) return 0;
    if (typeof evaluate === "string") return this.file.literal(evaluate);
    const known = (this.file.memo[node] ?? 0) - 1;
    if (known >= 0) return known;
    if (depth > MAX_DEPTH) {
      this.capped = true;
      return 0;
    }
    const made = evaluate(this, node, depth + 1);
    if (!this.capped) this.file.memo[node] = made + 1;
    return made;
  }

  private attribute(node: number, depth: number): number {
    const { file } = this;
    const narrowed = file.narrowings.hasChains ? this.narrowed(node, undefined) : 0;
    if (narrowed !== 0) return narrowed;
    const object = this.build(file.child(node, file.k.in_object), depth);
    return object === 0 ? 0 : this.member(object, node);
  }

  private awaited(node: number, depth: number): number {
    const inner = this.build(this.file.firstNamed(node), depth);
    return inner === 0 ? 0 : this.file.expr(ExprOp.Await, inner);
  }

  /** An item `x[key]`, or the container for a slice; `Box[int]` of a class of this file is the class. */
  private subscript(node: number, depth: number): number {
    const { file } = this;
    const { k } = file;
    const inner = this.build(file.child(node, k.in_value), depth);
    if (inner === 0) return 0;
    const key = file.child(node, k.in_subscript);
    const isClass = file.op(inner) === ExprOp.Symbol && file.extraction.kindOf(file.operand(inner)) === "class";
    if (isClass || file.kind(key) === k.slice) return inner;
    const place = file.kind(key) === k.integer ? Number(file.tree.text(key)) : Number.NaN;
    if (place <= MAX_PLACE) return file.expr(ExprOp.Part, inner, place);
    const text = file.kind(key) === k.string ? stringText(file, key) : undefined;
    return file.expr(ExprOp.Element, inner, text === undefined ? 0 : file.facts.string(text) + 1);
  }

  /** A container of the nodes' values; without an item type when the items are literals or unknown. */
  private items(nodes: readonly number[], depth: number, container: string): number {
    const { file } = this;
    let item = 0;
    for (const node of nodes.slice(0, MAX_ITEMS)) {
      const value = this.build(node, depth);
      if (value !== 0 && file.op(value) !== ExprOp.Literal) item = file.union(item, value);
    }
    return item === 0 ? file.literal(container) : file.expr(ExprOp.Items, item);
  }

  /** The container that a comprehension makes. Its body is evaluated in the comprehension's scope, wherever the walk is. */
  private comprehension(node: number, depth: number, container: string): number {
    const { file, scopes } = this;
    const scope = file.frameAt(node + 1)?.scope;
    if (scope === undefined) return 0;
    if (scope.owner === 0) scope.owner = scopes.functionScope.owner;
    return scopes.within(scope, () => {
      const items = this.items([comprehensionItem(file, node)], depth, container);
      this.locals.settle(scope);
      return items;
    });
  }

  private tuple(node: number, depth: number): number {
    const { file } = this;
    const nodes = file.tree.namedChildren(node);
    if (nodes.length > MAX_PLACE || nodes.some((item) => file.kind(item) === file.k.list_splat))
      return this.items(nodes, depth, "array");
    const parts = nodes.map((item) => this.build(item, depth));
    if (parts.every((part) => part === 0 || file.op(part) === ExprOp.Literal)) return file.literal("array");
    return file.tuple(parts);
  }

  /** The result type of a binary operator, from the left operand's operator method. */
  private binary(node: number, depth: number): number {
    const { file } = this;
    const { k } = file;
    const leftNode = file.child(node, k.in_left);
    if (isString(file, leftNode)) return file.literal("string");
    const left = this.build(leftNode, depth);
    const method = OPERATOR_METHODS.get(file.tree.text(file.child(node, k.in_operator)));
    if (left === 0 || method === undefined) return 0;
    if (file.op(left) === ExprOp.Literal) return left;
    const right = this.build(file.child(node, k.in_right), depth);
    return file.expr(ExprOp.Call, file.extraction.member(left, method), right);
  }

  private conditional(node: number, depth: number): number {
    const [whenTrue, , whenFalse] = this.file.tree.namedChildren(node);
    return this.file.union(this.build(whenTrue ?? NO_NODE, depth), this.build(whenFalse ?? NO_NODE, depth));
  }

  private either(node: number, depth: number): number {
    const { file } = this;
    const right = this.build(file.child(node, file.k.in_right), depth);
    if (file.tree.childOfKind(node, file.k.or_token) === NO_NODE) return right;
    return file.union(this.build(file.child(node, file.k.in_left), depth), right);
  }

  private call(node: number, depth: number): number {
    const { file } = this;
    const { k } = file;
    const callee = file.child(node, k.in_function);
    const list = file.child(node, k.in_arguments);
    const first = file.kind(list) === k.argument_list ? file.firstNamed(list) : NO_NODE;
    const special = specialCall(this.file, this.known(depth), { callee, first });
    if (special !== undefined) return special;
    const called = this.build(callee, depth);
    if (called === 0) return 0;
    return file.expr(ExprOp.Call, called, isPositional(file, first) ? this.build(first, depth) : 0);
  }

  /** The evaluator's functions that calls with a known meaning need. */
  private known(depth: number): CallContext {
    return {
      value: (node) => this.build(node, depth),
      typeOf: this.typeOf,
      isFree: (name) => this.file.kind(name) === this.file.k.identifier && this.find(name) === undefined,
      classAround: this.scopes.top.classSymbol,
    };
  }
}

/** The item that a comprehension yields; for a dictionary comprehension, the value. */
function comprehensionItem(file: PythonFile, node: number): number {
  const body = file.firstNamed(node);
  return file.kind(body) === file.k.pair ? file.child(body, file.k.in_value) : body;
}

function dictionaryValues(file: PythonFile, node: number): number[] {
  return file.tree
    .namedChildren(node)
    .filter((item) => file.kind(item) === file.k.pair)
    .map((pair) => file.child(pair, file.k.in_value));
}

function isString(file: PythonFile, node: number): boolean {
  const kind = file.kind(node);
  return kind === file.k.string || kind === file.k.concatenated_string;
}

function isPositional(file: PythonFile, node: number): boolean {
  const kind = file.kind(node);
  return node !== NO_NODE && kind !== file.k.keyword_argument && kind !== file.k.list_splat;
}
