/**
 * Evaluates Go expression nodes to expressions of the facts, as far as one file determines them. Recursion depth is
 * capped; every row gets a result.
 */
import { ExprOp } from "@sdl/model/facts";
import { perGrammar } from "../../../parse/grammar.js";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { KindTable } from "../../kit/kind-table.js";
import type { GoFile } from "../go-file.js";
import { PREDECLARED_FUNCTIONS, vocabularyOf } from "../kinds.js";
import { Form, type GoBinding, type OpenNames } from "../scopes.js";
import { Types } from "./types.js";

/** Maximum nesting of evaluated expressions. */
const MAX_DEPTH = 120;

/** Member name under which the linker finds the keys of a container. */
const KEYS = "keys";

type Evaluator = (e: Expressions, node: number) => number;

const evaluatorsOf = perGrammar((grammar) => {
  const k = vocabularyOf(grammar);
  const operand: Evaluator = (e, node) => e.evaluateNode(e.file.child(node, k.in_operand));
  const ofType: Evaluator = (e, node) => e.types.instanceType(e.file.child(node, k.in_type));
  return new KindTable<Evaluator>(k, {
    call_expression: (e, node) => e.evaluateCall(node),
    composite_literal: ofType,
    func_literal: (e, node) => e.types.read(node),
    identifier: (e, node) => e.evaluateName(node),
    index_expression: (e, node) => e.evaluateElement(e.file.child(node, k.in_operand)),
    literal_element: (e, node) => e.evaluateNode(e.file.firstNamed(node)),
    parenthesized_expression: (e, node) => e.evaluateNode(e.file.firstNamed(node)),
    selector_expression: (e, node) => e.evaluateSelector(node),
    slice_expression: operand,
    type_assertion_expression: ofType,
    type_conversion_expression: (e, node) => e.evaluateConversion(node),
    type_instantiation_expression: (e, node) => e.types.appliedType(e.file.child(node, k.in_type), node),
    unary_expression: (e, node) => e.evaluateUnary(node),
  });
});

/** Converts expression nodes to expressions of the facts. */
export class Expressions {
  readonly types: Types;
  private depth = 0;

  constructor(
    readonly file: GoFile,
    private readonly names: OpenNames,
    /** Returns the expression of a binding. */
    private readonly ofBinding: (binding: GoBinding) => number,
  ) {
    this.types = new Types(file, (node) => this.evaluateName(node));
  }

  /** The expression of a node; 0 if unknown. */
  evaluateNode(node: number): number {
    const { file } = this;
    const known = file.memo[node] ?? 0;
    if (node === NO_NODE || known > 0) return Math.max(known - 1, 0);
    const evaluate = evaluatorsOf(file.tree.grammar).at(file.kind(node));
    if (evaluate === undefined || this.depth > MAX_DEPTH) return 0;
    this.depth++;
    const expr = evaluate(this, node);
    this.depth--;
    file.memo[node] = expr + 1;
    return expr;
  }

  /**
   * The value of a binding that is assigned from a node.
   * @param form how the value is taken: whole, item, key or part
   */
  evaluateAs(node: number, form: number): number {
    if (node === NO_NODE) return 0;
    if (form === Form.Type) return this.types.read(node);
    if (form === Form.Element) return this.evaluateElement(node);
    if (form === Form.Key) return this.evaluateRangeKey(node);
    const value = this.evaluateNode(node);
    return form === Form.Value || value === 0 ? value : this.file.expr(ExprOp.Part, value, form - Form.Part);
  }

  find(node: number): GoBinding | undefined {
    return this.names.find(this.file.name(node), node);
  }

  /** Resolves a name: in the function, then in the file, then in the package. */
  evaluateName(node: number): number {
    const { file } = this;
    if (node === NO_NODE) return 0;
    const binding = this.find(node);
    if (binding !== undefined) return this.ofBinding(binding);
    const name = file.name(node);
    return file.outermost.get(name) ?? file.global(name);
  }

  evaluateSelector(node: number): number {
    const { file } = this;
    const object = this.evaluateNode(file.child(node, file.k.in_operand));
    const field = file.child(node, file.k.in_field);
    return object === 0 || field === NO_NODE ? 0 : file.member(object, field);
  }

  evaluateElement(node: number): number {
    const value = this.evaluateNode(node);
    return value === 0 ? 0 : this.file.expr(ExprOp.Element, value);
  }

  /** The first value of a `range` over a container: a key of a map, an item of a channel. */
  private evaluateRangeKey(node: number): number {
    const value = this.evaluateNode(node);
    if (value === 0) return 0;
    return this.file.expr(ExprOp.Element, this.file.expr(ExprOp.Call, this.file.extraction.member(value, KEYS)));
  }

  evaluateUnary(node: number): number {
    const { file } = this;
    const { k } = file;
    const operand = file.child(node, k.in_operand);
    if (file.has(node, k.receive_token)) return this.evaluateElement(operand);
    return file.has(node, k.address_token) || file.has(node, k.dereference_token) ? this.evaluateNode(operand) : 0;
  }

  evaluateCall(node: number): number {
    const { file } = this;
    const callee = file.child(node, file.k.in_function);
    const list = file.child(node, file.k.in_arguments);
    const first = list === NO_NODE ? NO_NODE : file.firstNamed(list);
    if (this.isPredeclared(callee)) return this.evaluatePredeclaredCall(file.tree.text(callee), first);
    const fn = this.evaluateCallee(node);
    return fn === 0 ? 0 : file.expr(ExprOp.Call, fn, this.evaluateNode(first));
  }

  /** The callee of a call, with the written type arguments. */
  evaluateCallee(call: number): number {
    const { file } = this;
    return this.types.withArguments(this.evaluateNode(file.child(call, file.k.in_function)), call);
  }

  /** A conversion `T(x)`; with brackets the same form is a call of a generic function, `f[int](x)`. */
  evaluateConversion(node: number): number {
    const { file } = this;
    const type = file.child(node, file.k.in_type);
    if (file.kind(type) !== file.k.generic_type) return this.types.instanceType(type);
    const fn = this.types.read(type);
    return fn === 0 ? 0 : file.expr(ExprOp.Call, fn, this.evaluateNode(file.child(node, file.k.in_operand)));
  }

  /** Whether a callee is a predeclared function that the file does not shadow. */
  isPredeclared(callee: number): boolean {
    const { file } = this;
    if (file.kind(callee) !== file.k.identifier || !PREDECLARED_FUNCTIONS.has(file.tree.text(callee))) return false;
    return this.find(callee) === undefined && !file.outermost.has(file.name(callee));
  }

  private evaluatePredeclaredCall(name: string, first: number): number {
    if (name === "new" || name === "make") return this.types.instanceType(first);
    return name === "append" ? this.evaluateNode(first) : 0;
  }
}
