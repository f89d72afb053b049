/**
 * Python expressions as rows of the facts' expression language, as far as one file resolves them.
 * Recursion is capped: what nests deeper is Unknown.
 */
import { ExprOp } from "@sdl/model/facts";
import { perGrammar } from "../../../parse/grammar.js";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { kindTable } from "../../kit/kind-table.js";
import { MAX_PLACE } from "../declare/wraps.js";
import { pythonKinds } from "../kinds.js";
import type { PythonFile } from "../python-file.js";
import { type Binding, type OpenScopes, ScopeKind } from "../scopes.js";
import type { Locals } from "./locals.js";
import { type CallContext, specialCall } from "./special-calls.js";

const MAX_DEPTH = 64;

const Shape = {
  Unknown: 0,
  Identifier: 1,
  Attribute: 2,
  Call: 3,
  Await: 4,
  Subscript: 5,
  Inner: 6,
  Conditional: 7,
  Boolean: 8,
  Binary: 9,
  String: 10,
  Number: 11,
  Truth: 12,
  Array: 13,
  Object: 14,
  Function: 15,
  Named: 16,
  Tuple: 17,
  Comprehension: 18,
} as const;

const LITERALS: Readonly<Record<number, string>> = {
  [Shape.String]: "string",
  [Shape.Number]: "number",
  [Shape.Truth]: "boolean",
};

/** Items of a list or dictionary that are looked at. */
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

const shapeTable = perGrammar((grammar) => {
  const k = pythonKinds(grammar);
  const comprehensions = [k.listComprehension, k.setComprehension, k.generatorExpression, k.dictionaryComprehension];
  return kindTable([
    [k.identifier, Shape.Identifier],
    [k.attribute, Shape.Attribute],
    [k.call, Shape.Call],
    [k.await, Shape.Await],
    [k.subscript, Shape.Subscript],
    [k.parenthesizedExpression, Shape.Inner],
    [k.namedExpression, Shape.Named],
    [k.conditionalExpression, Shape.Conditional],
    [k.booleanOperator, Shape.Boolean],
    [k.binaryOperator, Shape.Binary],
    [k.string, Shape.String],
    [k.concatenatedString, Shape.String],
    [k.integer, Shape.Number],
    [k.float, Shape.Number],
    [k.true, Shape.Truth],
    [k.false, Shape.Truth],
    [k.comparisonOperator, Shape.Truth],
    [k.notOperator, Shape.Truth],
    [k.list, Shape.Array],
    [k.set, Shape.Array],
    [k.tuple, Shape.Tuple],
    [k.expressionList, Shape.Tuple],
    ...comprehensions.map((kind) => [kind, Shape.Comprehension] as const),
    [k.dictionary, Shape.Object],
    [k.lambda, Shape.Function],
  ]);
});

export class Expressions {
  private readonly shapes: Uint8Array;
  /** Set when the depth cap cut an expression: what was built on it is not kept. */
  private capped = false;
  /** Reads a type node; set by the pass that owns both. */
  typeOf: (node: number) => number = () => 0;

  constructor(
    private readonly file: PythonFile,
    private readonly scopes: OpenScopes,
    private readonly locals: Locals,
  ) {
    this.shapes = shapeTable(file.tree.grammar);
  }

  /** The expression of a node in value position; 0 when nothing is known of it. */
  value(node: number): number {
    this.capped = false;
    return this.build(node, 0);
  }

  /** The callee of a call. A member of something unknown keeps its name. */
  callee(node: number): number {
    const { file } = this;
    if (file.kind(node) !== file.k.attribute) return this.value(node);
    return this.member(this.value(file.child(node, file.k.inObject)), node);
  }

  /** The chain of attributes from `root`, whose expression is given, up to `node`. */
  chain(node: number, root: number, expr: number, depth = 0): number {
    if (node === root || expr === 0) return expr;
    if (depth > MAX_DEPTH) return 0;
    const narrowed = this.file.narrowings.hasChains ? this.narrowed(node, undefined) : 0;
    if (narrowed !== 0) return narrowed;
    const object = this.chain(this.file.child(node, this.file.k.inObject), root, expr, depth + 1);
    return object === 0 ? 0 : this.member(object, node);
  }

  /** What a name stands for where it stands. */
  ofBinding(binding: Binding | undefined, name: number): number {
    const { facts } = this.file.x;
    if (binding === undefined) return facts.expr(ExprOp.Global, this.file.names.string(name));
    if (binding.expr < 0) binding.expr = this.makeExpr(binding);
    return binding.expr;
  }

  /** What a name stands for at the node: for a local, what reaches it there. */
  ofName(binding: Binding | undefined, node: number): number {
    if (binding === undefined || binding.isDefined || binding.isField || binding.isTypeParam)
      return this.ofBinding(binding, this.file.name(node));
    const narrowed = this.narrowed(node, binding);
    if (narrowed !== 0) return narrowed;
    if (this.scopes.functionScope !== binding.scope) return this.ofBinding(binding, binding.name);
    return this.file.x.facts.expr(ExprOp.Local, this.locals.versionOf(binding, node));
  }

  /** What `isinstance` and its like say of a name or chain at the node; 0 when they say nothing. */
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

  /** Whether a name may stand for something outside the function it is used in, so that its uses are worth a reference. */
  isShared(binding: Binding | undefined): boolean {
    return binding === undefined ? this.file.hasStarImport : binding.isDefined || binding.isField;
  }

  /** @param row where the name stands */
  findName(name: number, row: number): Binding | undefined {
    return this.scopes.find(name, row);
  }

  /** Ordinal of the class in whose body or method this stands, or -1. */
  get classAround(): number {
    return this.scopes.top.classSymbol;
  }

  union(left: number, right: number): number {
    if (left === 0 || left === right) return right;
    if (right === 0) return left;
    return this.file.x.facts.expr(ExprOp.Union, left, right);
  }

  /** `object.name`; `x.__class__` is the class. */
  member(object: number, attribute: number): number {
    const { x, k } = this.file;
    const nameNode = this.file.child(attribute, k.inAttribute);
    if (nameNode === NO_NODE) return 0;
    const name = this.file.name(nameNode);
    if (object !== 0 && x.exprOp(object) === ExprOp.This && this.file.names.text(name) === "__class__") {
      return x.facts.expr(ExprOp.Class, this.operand(object));
    }
    return x.facts.expr(ExprOp.Member, object, this.file.names.string(name));
  }

  private makeExpr(binding: Binding): number {
    const { facts } = this.file.x;
    const { candidates, scope } = binding;
    let result = 0;
    for (let i = 0; i < candidates.length; i += 2) {
      result = this.union(result, facts.expr(candidates[i] as number, candidates[i + 1] as number));
    }
    if (result !== 0) return result;
    if (binding.isTypeParam) return 0;
    if (binding.isField && scope.kind === ScopeKind.Class) {
      return facts.expr(
        ExprOp.Member,
        facts.expr(ExprOp.Class, scope.classSymbol),
        this.file.names.string(binding.name),
      );
    }
    return facts.expr(ExprOp.Local, this.locals.rowOf(binding));
  }

  private operand(row: number): number {
    return this.file.x.exprOperand(row);
  }

  private build(node: number, depth: number): number {
    if (node === NO_NODE) return 0;
    const shape = this.shapes[this.file.kind(node)] ?? 0;
    if (shape === Shape.Unknown) return 0;
    if (shape >= Shape.String && shape <= Shape.Truth) return this.literal(LITERALS[shape] ?? "object");
    const known = (this.file.memo[node] ?? 0) - 1;
    if (known >= 0) return known;
    if (depth > MAX_DEPTH) {
      this.capped = true;
      return 0;
    }
    const made = this.compose(shape, node, depth + 1);
    if (!this.capped) this.file.memo[node] = made + 1;
    return made;
  }

  private compose(shape: number, node: number, depth: number): number {
    const { file } = this;
    const { k } = file;
    switch (shape) {
      case Shape.Identifier: {
        return this.ofName(this.scopes.find(file.name(node), node), node);
      }
      case Shape.Attribute: {
        const narrowed = file.narrowings.hasChains ? this.narrowed(node, undefined) : 0;
        if (narrowed !== 0) return narrowed;
        const object = this.build(file.child(node, k.inObject), depth);
        return object === 0 ? 0 : this.member(object, node);
      }
      case Shape.Call:
        return this.call(node, depth);
      case Shape.Await:
        return this.wrap(ExprOp.Await, file.firstNamed(node), depth);
      case Shape.Subscript:
        return this.subscript(node, depth);
      case Shape.Inner:
        return this.build(file.firstNamed(node), depth);
      case Shape.Named:
        return this.build(file.child(node, k.inValue), depth);
      case Shape.Conditional:
        return this.conditional(node, depth);
      case Shape.Boolean:
        return this.either(node, depth);
      case Shape.Binary:
        return this.binary(node, depth);
      case Shape.Function:
        return this.literal("function");
      case Shape.Comprehension:
        return this.comprehension(node, depth);
      case Shape.Tuple:
        return this.tuple(file.tree.namedChildren(node), depth);
      case Shape.Object:
        return this.items(dictionaryValues(file, node), depth, true);
      default:
        return this.items(file.tree.namedChildren(node), depth, false);
    }
  }

  private wrap(op: number, node: number, depth: number): number {
    const inner = this.build(node, depth);
    return inner === 0 ? 0 : this.file.x.facts.expr(op, inner);
  }

  /** An item, or for a slice the container; but `Box[int]` of a class of this file is the class. */
  private subscript(node: number, depth: number): number {
    const { file } = this;
    const { x, k } = file;
    const inner = this.build(file.child(node, k.inValue), depth);
    if (inner === 0) return 0;
    const key = file.child(node, k.inSubscript);
    const isClass = x.exprOp(inner) === ExprOp.Symbol && x.kindOf(this.operand(inner)) === "class";
    if (isClass || file.kind(key) === k.slice) return inner;
    const place = file.kind(key) === k.integer ? Number(file.tree.text(key)) : Number.NaN;
    return place <= MAX_PLACE ? x.facts.expr(ExprOp.Part, inner, place) : x.facts.expr(ExprOp.Element, inner);
  }

  /** A container of what the nodes are; without a word on its items when these are literals or unknown. */
  private items(nodes: readonly number[], depth: number, isMapping: boolean): number {
    const { x } = this.file;
    let item = 0;
    for (const node of nodes.slice(0, MAX_ITEMS)) {
      const value = this.build(node, depth);
      if (value !== 0 && x.exprOp(value) !== ExprOp.Literal) item = this.union(item, value);
    }
    return item === 0 ? this.literal(isMapping ? "object" : "array") : x.facts.expr(ExprOp.Items, item);
  }

  /** Its body is read inside its own scope, whether the walk is there or not. */
  private comprehension(node: number, depth: number): number {
    const { file, scopes } = this;
    const scope = file.frameAt(node + 1)?.scope;
    if (scope === undefined) return 0;
    if (scope.owner === 0) scope.owner = scopes.functionScope.owner;
    return scopes.within(scope, () => {
      const isMapping = file.kind(node) === file.k.dictionaryComprehension;
      const items = this.items([comprehensionItem(file, node)], depth, isMapping);
      this.locals.settle(scope);
      return items;
    });
  }

  private tuple(nodes: readonly number[], depth: number): number {
    const { file } = this;
    const { x } = file;
    if (nodes.length > MAX_PLACE || nodes.some((node) => file.kind(node) === file.k.listSplat))
      return this.items(nodes, depth, false);
    const parts = nodes.map((node) => this.build(node, depth));
    if (parts.every((part) => part === 0 || x.exprOp(part) === ExprOp.Literal)) return this.literal("array");
    return this.tupleOf(parts);
  }

  /** @param parts expressions */
  tupleOf(parts: readonly number[]): number {
    return parts.reduceRight((rest, part) => this.file.x.facts.expr(ExprOp.Tuple, part, rest), 0);
  }

  /** What the left side's own operator gives. */
  private binary(node: number, depth: number): number {
    const { file } = this;
    const { k } = file;
    const { facts } = file.x;
    const leftNode = file.child(node, k.inLeft);
    if (isString(file, leftNode)) return facts.expr(ExprOp.Literal, facts.string("string"));
    const left = this.build(leftNode, depth);
    const method = OPERATOR_METHODS.get(file.tree.text(file.child(node, k.inOperator)));
    if (left === 0 || method === undefined) return 0;
    if (file.x.exprOp(left) === ExprOp.Literal) return left;
    const right = this.build(file.child(node, k.inRight), depth);
    return facts.expr(ExprOp.Call, file.x.member(left, method), right);
  }

  private conditional(node: number, depth: number): number {
    const [whenTrue, , whenFalse] = this.file.tree.namedChildren(node);
    return this.union(this.build(whenTrue ?? NO_NODE, depth), this.build(whenFalse ?? NO_NODE, depth));
  }

  private either(node: number, depth: number): number {
    const { file } = this;
    const right = this.build(file.child(node, file.k.inRight), depth);
    if (file.tree.childOfKind(node, file.k.orToken) === NO_NODE) return right;
    return this.union(this.build(file.child(node, file.k.inLeft), depth), right);
  }

  private call(node: number, depth: number): number {
    const { file } = this;
    const { k } = file;
    const { facts } = file.x;
    const callee = file.child(node, k.inFunction);
    const list = file.child(node, k.inArguments);
    const first = file.kind(list) === k.argumentList ? file.firstNamed(list) : NO_NODE;
    const special = specialCall(this.file, this.known(depth), { callee, first });
    if (special !== undefined) return special;
    const called = this.build(callee, depth);
    if (called === 0) return 0;
    return facts.expr(ExprOp.Call, called, isPositional(file, first) ? this.build(first, depth) : 0);
  }

  /** What calls whose meaning is known need of this. */
  private known(depth: number): CallContext {
    return {
      value: (node) => this.build(node, depth),
      typeOf: this.typeOf,
      isFree: (name) => this.file.kind(name) === this.file.k.identifier && this.find(name) === undefined,
      classAround: this.scopes.top.classSymbol,
    };
  }

  private literal(type: string): number {
    const { facts } = this.file.x;
    return facts.expr(ExprOp.Literal, facts.string(type));
  }
}

/** What a comprehension yields; of a dictionary's, the value. */
function comprehensionItem(file: PythonFile, node: number): number {
  const body = file.firstNamed(node);
  return file.kind(body) === file.k.pair ? file.child(body, file.k.inValue) : body;
}

function dictionaryValues(file: PythonFile, node: number): number[] {
  return file.tree
    .namedChildren(node)
    .filter((item) => file.kind(item) === file.k.pair)
    .map((pair) => file.child(pair, file.k.inValue));
}

function isString(file: PythonFile, node: number): boolean {
  const kind = file.kind(node);
  return kind === file.k.string || kind === file.k.concatenatedString;
}

function isPositional(file: PythonFile, node: number): boolean {
  const kind = file.kind(node);
  return node !== NO_NODE && kind !== file.k.keywordArgument && kind !== file.k.listSplat;
}
