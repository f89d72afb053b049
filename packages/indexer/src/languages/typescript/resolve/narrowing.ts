/**
 * Type narrowing of locals and of members (rule 9): after `instanceof C`, after a call with a type predicate, after an `if` that
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

/** What tests may narrow. */
interface Subject {
  /** Whether a node names it. */
  is(node: number): boolean;
  /** Its value without a test; 0 if only `instanceof` narrows it, since a call may be no predicate. */
  value(): number;
}

/** The narrowed value of a name at `node`; 0 if no test around narrows it. */
export function narrowedValue(state: Resolving, node: number, binding: Binding, evaluate: Evaluate): number {
  const { file } = state;
  const subject: Subject = {
    is: (it) => file.kind(it) === file.k.identifier && file.name(it) === binding.name,
    value: () => state.bound(binding),
  };
  return narrowedAround(state, node, { subject, end: binding.scope.node, evaluate });
}

/** The narrowed value of a member, `this.parent` or `node.parent`, by its text; 0 if no test around narrows it. */
export function narrowedMember(state: Resolving, node: number, evaluate: Evaluate): number {
  const { file } = state;
  if (!file.hasInstanceof) return 0;
  const text = file.tree.text(node);
  const subject: Subject = {
    is: (it) => file.kind(it) === file.k.member_expression && file.isText(it, text),
    value: () => 0,
  };
  return narrowedAround(state, node, { subject, end: 0, evaluate });
}

interface Search {
  readonly subject: Subject;
  /** Node whose children are searched last. */
  readonly end: number;
  readonly evaluate: Evaluate;
}

function narrowedAround(state: Resolving, node: number, { subject, end, evaluate }: Search): number {
  const { file } = state;
  const narrowing = new Narrowing(state, subject, evaluate);
  let at = node;
  for (let step = 0; step < MAX_CLIMB && at !== 0 && at !== end; step++) {
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
    private readonly subject: Subject,
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

  /** The narrowing by `if (!(x instanceof C)) return;` or `assert(x instanceof C);` before the statement `at`. */
  private byEarlier(at: number, block: number): number {
    const { file } = this.state;
    const exits = exitsOf(this.state, block);
    const earlier = countBelow(exits, at);
    for (let place = earlier - 1; place >= 0 && place >= earlier - MAX_EXITS; place--) {
      const exit = exits[place] ?? 0;
      const isTest = file.kind(exit) === file.k.if_statement;
      const found = isTest ? this.test(file.child(exit, file.k.in_condition), false, 0) : this.byAssertion(exit);
      if (found !== 0) return found;
    }
    return 0;
  }

  /** The narrowing by `assertBox(x)` or `assert(x instanceof Box)`. */
  private byAssertion(statement: number): number {
    const { file } = this.state;
    const call = file.firstNamed(statement);
    const first = file.firstNamed(file.child(call, file.k.in_arguments));
    return this.isSubject(first) ? this.byPredicate(call) : this.test(first, true, 0);
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
    const value = this.isSubject(file.firstNamed(file.child(call, k.in_arguments))) ? this.subject.value() : 0;
    const callee = value === 0 ? 0 : this.evaluate(file.child(call, k.in_function));
    if (callee === 0) return 0;
    const told = file.expr(ExprOp.Member, file.expr(ExprOp.Call, callee), file.names.string(file.names.of(PREDICATE)));
    return file.union(told, value);
  }

  private isSubject(node: number): boolean {
    return node !== NO_NODE && this.subject.is(node);
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

/** Statements of a block behind which a test holds: an `if` whose consequence leaves the block, and an assertion. */
function exitsOf({ exits, file }: Resolving, block: number): readonly number[] {
  const found =
    exits.get(block) ?? file.tree.namedChildren(block).filter((child) => leaves(file, child) || asserts(file, child));
  exits.set(block, found);
  return found;
}

const ASSERTION = /^(?:assert|invariant|ensure)/;

/** Whether a statement only calls a function that is named like an assertion. */
function asserts(file: TypescriptFile, statement: number): boolean {
  const { k } = file;
  const call = file.kind(statement) === k.expression_statement ? file.firstNamed(statement) : NO_NODE;
  const callee = file.kind(call) === k.call_expression ? file.child(call, k.in_function) : NO_NODE;
  return file.kind(callee) === k.identifier && ASSERTION.test(file.tree.text(callee));
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
