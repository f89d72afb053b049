/**
 * Type narrowing of locals (rule 9): after `instanceof C`, after a call with a type predicate, after an `if` that
 * leaves when the test fails. Searches from a use upwards; does not resolve the tested types.
 */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { Resolving } from "../resolving.js";
import type { Binding } from "../scopes.js";
import { PREDICATE } from "../types/type-expressions.js";
import type { TypescriptFile } from "../typescript-file.js";

/** Maximum number of nodes between a use and the test that covers it. */
const MAX_CLIMB = 48;
/** Maximum number of earlier `if (…) return` statements of one block that are examined for a use, nearest first. */
const MAX_EXITS = 64;
/** Deepest nesting of conditions that is read. */
const MAX_DEPTH = 8;

/** Evaluates a node. */
type Evaluate = (node: number) => number;

/** The narrowed value of a name at `node`; 0 if no test around narrows it. */
export function narrowedValue(state: Resolving, node: number, binding: Binding, evaluate: Evaluate): number {
  const { file } = state;
  const narrowing = new Narrowing(state, binding, evaluate);
  let at = node;
  for (let step = 0; step < MAX_CLIMB && at !== 0 && at !== binding.scope.node; step++) {
    const parent = file.parent(at);
    const found = narrowing.byParent(at, parent);
    if (found !== 0) return found;
    if (isOwnFunction(file, parent)) return 0;
    at = parent;
  }
  return 0;
}

/** Whether the node is a function in which an outer variable may have changed since the test. */
function isOwnFunction(file: TypescriptFile, node: number): boolean {
  const { k } = file;
  const kind = file.kind(node);
  return kind === k.function_declaration || kind === k.method_definition || kind === k.generator_function_declaration;
}

class Narrowing {
  constructor(
    private readonly state: Resolving,
    private readonly binding: Binding,
    private readonly evaluate: Evaluate,
  ) {}

  /** The narrowing that the parent implies for its part `at`. */
  byParent(at: number, parent: number): number {
    const { file } = this.state;
    const { k } = file;
    const kind = file.kind(parent);
    const field = file.tree.field[at];
    if (kind === k.if_statement || kind === k.ternary_expression) {
      if (field !== k.in_consequence && field !== k.in_alternative) return 0;
      return this.test(file.child(parent, k.in_condition), field === k.in_consequence, 0);
    }
    if (kind === k.binary_expression && field === k.in_right) {
      const operator = file.kind(file.child(parent, k.in_operator));
      if (operator !== k.and_token && operator !== k.or_token) return 0;
      return this.test(file.child(parent, k.in_left), operator === k.and_token, 0);
    }
    return kind === k.statement_block || kind === k.program ? this.byEarlier(at, parent) : 0;
  }

  /** The narrowing by `if (!(x instanceof C)) return;` before the statement `at`. */
  private byEarlier(at: number, block: number): number {
    const { file } = this.state;
    const exits = exitsOf(this.state, block);
    const earlier = countBelow(exits, at);
    for (let place = earlier - 1; place >= 0 && place >= earlier - MAX_EXITS; place--) {
      const found = this.test(file.child(exits[place] ?? 0, file.k.in_condition), false, 0);
      if (found !== 0) return found;
    }
    return 0;
  }

  private test(condition: number, isTrue: boolean, depth: number): number {
    const { file } = this.state;
    const { k } = file;
    const node = file.unwrap(condition);
    if (node === NO_NODE || depth > MAX_DEPTH) return 0;
    const kind = file.kind(node);
    if (kind === k.unary_expression && file.tree.source[file.tree.start[node] ?? 0] === "!") {
      return this.test(file.lastNamed(node), !isTrue, depth + 1);
    }
    if (kind === k.call_expression) return isTrue ? this.byPredicate(node) : 0;
    return kind === k.binary_expression ? this.byOperator(node, isTrue, depth) : 0;
  }

  private byOperator(node: number, isTrue: boolean, depth: number): number {
    const { file } = this.state;
    const { k } = file;
    const operator = file.kind(file.child(node, k.in_operator));
    const left = file.child(node, k.in_left);
    const right = file.child(node, k.in_right);
    if (operator === (isTrue ? k.and_token : k.or_token)) {
      return this.test(left, isTrue, depth + 1) || this.test(right, isTrue, depth + 1);
    }
    if (!isTrue || operator !== k.instanceof_token || !this.isSubject(left)) return 0;
    const cls = this.evaluate(right);
    return cls === 0 ? 0 : file.expr(ExprOp.Instance, cls);
  }

  /** The narrowing by `isBox(x)`: the type of the predicate. */
  private byPredicate(call: number): number {
    const { state } = this;
    const { file, k } = state;
    if (!this.isSubject(file.firstNamed(file.child(call, k.in_arguments)))) return 0;
    const callee = this.evaluate(file.child(call, k.in_function));
    if (callee === 0) return 0;
    const told = file.expr(ExprOp.Member, file.expr(ExprOp.Call, callee), file.names.string(file.names.of(PREDICATE)));
    return file.union(told, state.bound(this.binding));
  }

  private isSubject(node: number): boolean {
    const { file } = this.state;
    return node !== NO_NODE && file.kind(node) === file.k.identifier && file.name(node) === this.binding.name;
  }
}

/** How many of the ascending rows come before `row`. */
function countBelow(rows: readonly number[], row: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The `if` statements directly in a block whose consequence leaves the block. */
function exitsOf({ exits, file }: Resolving, block: number): readonly number[] {
  const found = exits.get(block) ?? file.tree.namedChildren(block).filter((child) => leaves(file, child));
  exits.set(block, found);
  return found;
}

function leaves(file: TypescriptFile, statement: number): boolean {
  const { k } = file;
  if (file.kind(statement) !== k.if_statement || file.child(statement, k.in_alternative) !== NO_NODE) return false;
  const consequence = file.child(statement, k.in_consequence);
  const last = file.kind(consequence) === k.statement_block ? file.lastNamed(consequence) : consequence;
  const kind = file.kind(last);
  return (
    kind === k.return_statement ||
    kind === k.throw_statement ||
    kind === k.continue_statement ||
    kind === k.break_statement
  );
}
