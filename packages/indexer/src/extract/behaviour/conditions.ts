/**
 * Parser of conditions into conjunctions: of a condition as written, and of its negation. Language differences are data
 * ({@link ConditionSyntax}).
 */
import type { SyntaxTree } from "../../parse/syntax-tree.js";
import { type Conjunct, makeComparison, negatedComparison } from "./conjuncts.js";

/** Deepest nesting of conditions that is parsed. */
const MAX_DEPTH = 12;

/** The syntax of conditions in one language. */
export interface ConditionSyntax {
  /** Node kind of a parenthesized expression. */
  readonly parenthesized: number;
  /** Node kinds that can be negated by putting {@link not} in front. */
  readonly atoms: Uint8Array;
  /** Negation operator: `!` or `not `. */
  readonly not: string;
  /** Conjunction operator: `&&` or `and`. */
  readonly and: string;
  /** Disjunction operator: `||` or `or`. */
  readonly or: string;
  /** Operators that choose between their operands; their expressions are kept as written. */
  readonly choosing: ReadonlySet<string>;
  /** Operators whose expressions are negated by putting {@link not} before the whole expression. */
  readonly relations: ReadonlySet<string>;
  /** Literals that mean an absent value in comparisons: `null`, `undefined`, `None`. */
  readonly absent: ReadonlySet<string>;
  /** The operand of a negation; 0 for any other node. */
  operand(tree: SyntaxTree, node: number): number;
  /** The operator and both operands of a binary expression; `undefined` for other nodes. */
  sides(tree: SyntaxTree, node: number): BinaryOperands | undefined;
}

/** Condition syntax of languages with C-like conditions. @param inOperand field of the operand of a negation */
export function operatorSyntax(
  k: Readonly<Record<"parenthesized_expression" | "unary_expression" | "binary_expression", number>> &
    Readonly<Record<"in_operator" | "in_left" | "in_right", number>>,
  inOperand: number,
): Pick<ConditionSyntax, "parenthesized" | "not" | "and" | "or" | "operand" | "sides"> {
  return {
    parenthesized: k.parenthesized_expression,
    not: "!",
    and: "&&",
    or: "||",
    operand: (tree, node) =>
      tree.kind[node] === k.unary_expression && tree.text(tree.child(node, k.in_operator)) === "!"
        ? tree.child(node, inOperand)
        : 0,
    sides: (tree, node) =>
      tree.kind[node] === k.binary_expression
        ? {
            left: tree.child(node, k.in_left),
            operator: tree.text(tree.child(node, k.in_operator)),
            right: tree.child(node, k.in_right),
          }
        : undefined,
  };
}

/** A binary expression: operand nodes and operator. */
export interface BinaryOperands {
  readonly left: number;
  readonly operator: string;
  readonly right: number;
}

/** Converts the condition nodes of one tree to conjunctions. */
export class Conditions {
  constructor(
    private readonly tree: SyntaxTree,
    private readonly syntax: ConditionSyntax,
  ) {}

  /** The conjuncts that hold when `condition` is false; `undefined` when the negation is no conjunction, as for `a && b`. */
  negatedConjuncts(condition: number, depth = 0): readonly Conjunct[] | undefined {
    const { tree, syntax } = this;
    const node = this.unwrapParentheses(condition);
    if (depth > MAX_DEPTH) return undefined;
    const operand = syntax.operand(tree, node);
    if (operand !== 0) return this.statedConjuncts(operand, depth + 1);
    const sides = syntax.sides(tree, node);
    if (sides?.operator === syntax.or) return this.bothNegated(sides, depth + 1);
    if (sides === undefined)
      return syntax.atoms[tree.kind[node] as number] === 1 ? [{ text: syntax.not + this.text(node) }] : undefined;
    if (syntax.relations.has(sides.operator)) return [{ text: `${syntax.not}(${this.text(node)})` }];
    const opposite = negatedComparison(this.text(sides.left), sides.operator, this.text(sides.right));
    return opposite === undefined ? undefined : [opposite];
  }

  private bothNegated({ left, right }: BinaryOperands, depth: number): readonly Conjunct[] | undefined {
    const first = this.negatedConjuncts(left, depth);
    const second = this.negatedConjuncts(right, depth);
    return first === undefined || second === undefined ? undefined : [...first, ...second];
  }

  /** The conjuncts of a condition as written. */
  private statedConjuncts(condition: number, depth: number): readonly Conjunct[] {
    const { tree, syntax } = this;
    const node = this.unwrapParentheses(condition);
    const sides = depth > MAX_DEPTH ? undefined : syntax.sides(tree, node);
    if (sides === undefined || syntax.choosing.has(sides.operator)) return [{ text: this.text(node) }];
    const { left, operator, right } = sides;
    return operator === syntax.and
      ? [left, right].flatMap((side) => this.statedConjuncts(side, depth + 1))
      : [makeComparison(this.text(left), operator, this.text(right))];
  }

  /** The name that a conjunct proves non-null: the conjunct is the bare name, or compares the name with null or the like. */
  nameProvenNonNull({ text, left = "", operator, right = "" }: Conjunct): string | undefined {
    const isThere = operator === "!==" || operator === "!=" || operator === "is not";
    const name = operator === undefined ? text : isThere && this.syntax.absent.has(right) ? left : "";
    return /^[\w$]+$/.test(name) ? name : undefined;
  }

  /** The node inside any parentheses. */
  private unwrapParentheses(node: number): number {
    const { tree, syntax } = this;
    let inner = node;
    for (let depth = 0; depth < MAX_DEPTH && tree.kind[inner] === syntax.parenthesized; depth++)
      inner = tree.namedChildren(inner)[0] ?? inner;
    return inner;
  }

  /** The node's text on one line. */
  private text(node: number): string {
    return this.tree.text(node).replace(/\s+/g, " ");
  }
}
