/** Conditions as conjunctions: as they stand, and what holds when they do not. What languages write differently is data. */
import type { SyntaxTree } from "../../parse/syntax-tree.js";
import { type Conjunct, comparison, negatedComparison } from "./conjuncts.js";

/** Deepest nesting of a condition that is read. */
const MAX_DEPTH = 12;

/** How a language writes conditions. */
export interface ConditionSyntax {
  /** The kind of a node in parentheses. */
  readonly parenthesized: number;
  /** Kinds of what is negated with `not` before it. */
  readonly atoms: Uint8Array;
  /** `!`, `not `. */
  readonly not: string;
  /** `&&`, `and`. */
  readonly and: string;
  /** `||`, `or`. */
  readonly or: string;
  /** Operators that choose between their sides: what they join stays as it is written. */
  readonly choosing: ReadonlySet<string>;
  /** Operators that are negated with `not` before the whole. */
  readonly relations: ReadonlySet<string>;
  /** What a check that a value is there compares it with. */
  readonly absent: ReadonlySet<string>;
  /** What a negation negates; 0 for any other node. */
  operand(tree: SyntaxTree, node: number): number;
  /** Both sides of an operator; `undefined` for other nodes. */
  sides(tree: SyntaxTree, node: number): Sides | undefined;
}

/** What languages have in common that write conditions as C does. @param inOperand the field of what a negation negates */
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

export interface Sides {
  readonly left: number;
  readonly operator: string;
  readonly right: number;
}

export class Conditions {
  constructor(
    private readonly tree: SyntaxTree,
    private readonly syntax: ConditionSyntax,
  ) {}

  /** What holds when `condition` does not; `undefined` when it is no conjunction, as for the negation of `a && b`. */
  negated(condition: number, depth = 0): readonly Conjunct[] | undefined {
    const { tree, syntax } = this;
    const node = this.unparenthesized(condition);
    if (depth > MAX_DEPTH) return undefined;
    const operand = syntax.operand(tree, node);
    if (operand !== 0) return this.stated(operand, depth + 1);
    const sides = syntax.sides(tree, node);
    if (sides?.operator === syntax.or) return this.bothNegated(sides, depth + 1);
    if (sides === undefined)
      return syntax.atoms[tree.kind[node] as number] === 1 ? [{ text: syntax.not + this.text(node) }] : undefined;
    if (syntax.relations.has(sides.operator)) return [{ text: `${syntax.not}(${this.text(node)})` }];
    const opposite = negatedComparison(this.text(sides.left), sides.operator, this.text(sides.right));
    return opposite === undefined ? undefined : [opposite];
  }

  private bothNegated({ left, right }: Sides, depth: number): readonly Conjunct[] | undefined {
    const first = this.negated(left, depth);
    const second = this.negated(right, depth);
    return first === undefined || second === undefined ? undefined : [...first, ...second];
  }

  /** A condition as it stands: the parts of a conjunction. */
  private stated(condition: number, depth: number): readonly Conjunct[] {
    const { tree, syntax } = this;
    const node = this.unparenthesized(condition);
    const sides = depth > MAX_DEPTH ? undefined : syntax.sides(tree, node);
    if (sides === undefined || syntax.choosing.has(sides.operator)) return [{ text: this.text(node) }];
    const { left, operator, right } = sides;
    return operator === syntax.and
      ? [left, right].flatMap((side) => this.stated(side, depth + 1))
      : [comparison(this.text(left), operator, this.text(right))];
  }

  /** The name that a conjunct proves to be there: it stands alone, or is compared with null and its like. */
  proven({ text, left = "", operator, right = "" }: Conjunct): string | undefined {
    const isThere = operator === "!==" || operator === "!=" || operator === "is not";
    const name = operator === undefined ? text : isThere && this.syntax.absent.has(right) ? left : "";
    return /^[\w$]+$/.test(name) ? name : undefined;
  }

  /** What stands inside of parentheses. */
  private unparenthesized(node: number): number {
    const { tree, syntax } = this;
    let inner = node;
    for (let depth = 0; depth < MAX_DEPTH && tree.kind[inner] === syntax.parenthesized; depth++)
      inner = tree.namedChildren(inner)[0] ?? inner;
    return inner;
  }

  /** On one line. */
  private text(node: number): string {
    return this.tree.text(node).replace(/\s+/g, " ");
  }
}
