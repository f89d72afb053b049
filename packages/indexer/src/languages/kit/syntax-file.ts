/**
 * A file as its extraction passes see it: the tree's rows, the grammar's numbers, the names, and the facts written so
 * far. Reads nodes and builds expressions; makes no language decisions.
 */
import { EXPRS, ExprOp, type FactsBuilder } from "@sdl/model/facts";
import type { Extraction } from "../../extract/extraction.js";
import { NO_NODE, type SyntaxTree } from "../../parse/syntax-tree.js";
import { NameTable } from "./name-table.js";
import { RowBuffer } from "./row-buffer.js";

const marks = new RowBuffer();
const memo = new RowBuffer();

/** A file with its tree and facts. @template K the language's vocabulary */
export class SyntaxFile<K> {
  readonly tree: SyntaxTree;
  readonly facts: FactsBuilder;
  readonly names: NameTable;
  /** What the walk does at each row: above 0 it opens a part, below 0 it skips the row with its subtree. */
  readonly marks: Int32Array;
  /** Cache: expression of each evaluated row, plus one. */
  readonly memo: Int32Array;

  constructor(
    readonly extraction: Extraction,
    readonly k: K,
  ) {
    this.tree = extraction.tree;
    this.facts = extraction.facts;
    this.names = new NameTable(this.tree.source, this.facts);
    this.marks = marks.cleared(this.tree.count);
    this.memo = memo.cleared(this.tree.count);
  }

  kind(node: number): number {
    return this.tree.kind[node] ?? -1;
  }

  field(node: number): number {
    return this.tree.field[node] ?? 0;
  }

  next(node: number): number {
    return this.tree.next[node] ?? this.tree.count;
  }

  parent(node: number): number {
    return this.tree.parent[node] ?? 0;
  }

  /** The first child in `field`, or {@link NO_NODE}. */
  child(node: number, field: number): number {
    return node === NO_NODE ? NO_NODE : this.tree.child(node, field);
  }

  /** Whether `token` is a direct child. */
  has(node: number, token: number): boolean {
    return this.tree.childOfKind(node, token) !== NO_NODE;
  }

  /** The first child that is neither a token nor a comment, or {@link NO_NODE}. */
  firstNamed(node: number): number {
    const { tree } = this;
    const end = this.next(node);
    for (let child = node + 1; child < end; child = tree.next[child] ?? end) {
      if (tree.isPart(child)) return child;
    }
    return NO_NODE;
  }

  /** The number of an identifier's name. */
  name(node: number): number {
    return this.names.at(this.tree.start[node] ?? 0, this.tree.end[node] ?? 0);
  }

  /** The row of an expression; writes the row if it is new. */
  expr(op: number, a = 0, b = 0): number {
    return this.facts.expr(op, a, b);
  }

  op(expr: number): number {
    return this.facts.table(EXPRS).get(expr, "op");
  }

  /** The first operand of an expression. */
  operand(expr: number): number {
    return this.facts.table(EXPRS).get(expr, "a");
  }

  literal(type: string): number {
    return this.expr(ExprOp.Literal, this.facts.string(type));
  }

  /** Expression of a global. @param name number of a name that no scope of the file binds */
  global(name: number): number {
    return this.expr(ExprOp.Global, this.names.string(name));
  }

  member(object: number, nameNode: number): number {
    return this.expr(ExprOp.Member, object, this.names.string(this.name(nameNode)));
  }

  /** The union of two expressions; an unknown one adds nothing. */
  union(left: number, right: number): number {
    if (left === 0 || left === right) return right;
    return right === 0 ? left : this.expr(ExprOp.Union, left, right);
  }

  tuple(parts: readonly number[]): number {
    return parts.reduceRight((rest, part) => this.expr(ExprOp.Tuple, part, rest), 0);
  }

  /** The expression of a function type; 0 when both its parameters and its result are unknown. Literal types count as unknown. */
  functionType(parameters: readonly number[], result: number): number {
    const told = parameters.map((type) => (this.op(type) === ExprOp.Literal ? 0 : type));
    const given = this.op(result) === ExprOp.Literal ? 0 : result;
    if (given === 0 && told.every((type) => type === 0)) return 0;
    return this.expr(ExprOp.Function, told.every((type) => type === 0) ? 0 : this.tuple(told), given);
  }
}
