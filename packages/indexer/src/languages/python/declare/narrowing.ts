/**
 * Rule 9, type narrowing: ranges of rows in which a name, or a chain such as `self.node`, is known to be an instance of
 * a class, after `isinstance`, `issubclass`, `type(x) is C` and class patterns. An assignment to the name ends its
 * range.
 */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";
import { classesIn } from "./patterns.js";
import { Wrap } from "./wraps.js";

/** Maximum number of enclosing conditions that are followed. */
const MAX_CLIMB = 16;

/** Narrows the first argument of a call to `isinstance` or the like. */
export function narrowByCall(file: PythonFile, call: number): void {
  const { k } = file;
  const callee = file.child(call, k.in_function);
  const length = (file.tree.end[callee] ?? 0) - (file.tree.start[callee] ?? 0);
  if ((length !== 10 && length !== 4) || file.kind(callee) !== k.identifier) return;
  const name = file.tree.text(callee);
  const list = file.child(call, k.in_arguments);
  if (list === NO_NODE) return;
  const [subject, types] = file.tree.namedChildren(list);
  if (subject === undefined) return;
  if (name === "isinstance" && types !== undefined) narrow(file, { subject, types, wrap: Wrap.Instance, test: call });
  else if (name === "issubclass" && types !== undefined) narrow(file, { subject, types, wrap: Wrap.Value, test: call });
  else if (name === "type") narrowByType(file, call, subject);
}

/** Narrows the subject of `type(x) is C`. */
function narrowByType(file: PythonFile, call: number, subject: number): void {
  const { k } = file;
  const test = file.parent(call);
  if (file.kind(test) !== k.comparison_operator) return;
  const [left, operator, types] = file.tree.children(test);
  if (left !== call || operator === undefined || types === undefined) return;
  if (/^(is|==)$/.test(file.tree.text(operator))) narrow(file, { subject, types, wrap: Wrap.Instance, test });
}

/** Narrows the subject of `match x: case C(): …`. */
export function narrowByCase(file: PythonFile, clause: number): void {
  const { k } = file;
  let match = file.parent(clause);
  if (file.kind(match) === k.block) match = file.parent(match);
  const subject = file.child(match, k.in_subject);
  const pattern = file.firstNamed(clause);
  const types = classesIn(file, file.firstNamed(pattern));
  const body = file.child(clause, k.in_consequence);
  if (subject === NO_NODE || body === NO_NODE || types === NO_NODE) return;
  const key = keyOf(file, subject);
  if (key >= 0) file.narrowings.add(key, { from: body, to: file.next(body), types, wrap: Wrap.Instance });
}

interface Test {
  readonly subject: number;
  readonly types: number;
  readonly wrap: number;
  /** Node that is true when the subject is an instance of the types. */
  readonly test: number;
}

function narrow(file: PythonFile, { subject, types, wrap, test }: Test): void {
  const key = keyOf(file, subject);
  if (key < 0) return;
  const add = (from: number, to: number): void => file.narrowings.add(key, { from, to, types, wrap });
  let node = test;
  let holdsWhen = true;
  for (let climbed = 0; climbed < MAX_CLIMB; climbed++) {
    const parent = file.parent(node);
    const kind = file.kind(parent);
    if (kind === file.k.not_operator) holdsWhen = !holdsWhen;
    else if (kind === file.k.boolean_operator) {
      const isOr = file.tree.childOfKind(parent, file.k.or_token) !== NO_NODE;
      if (isOr === holdsWhen) return;
      const right = file.child(parent, file.k.in_right);
      if (right !== node) add(right, file.next(right));
    } else if (kind !== file.k.parenthesized_expression) {
      narrowStatement(file, { condition: node, parent, holdsWhen }, add);
      return;
    }
    node = parent;
  }
}

interface Condition {
  readonly condition: number;
  readonly parent: number;
  /** The value of the condition for which the subject is an instance of the types. */
  readonly holdsWhen: boolean;
}

type AddRange = (from: number, to: number) => void;

function narrowStatement(file: PythonFile, test: Condition, add: AddRange): void {
  const { k } = file;
  const { condition, parent, holdsWhen } = test;
  const kind = file.kind(parent);
  if (kind === k.if_statement || kind === k.elif_clause || kind === k.while_statement) {
    narrowBranch(file, test, add);
  } else if (kind === k.assert_statement) {
    if (holdsWhen) add(file.next(parent), endOfBlock(file, parent));
  } else if (kind === k.conditional_expression) {
    const [whenTrue, , whenFalse] = file.tree.namedChildren(parent);
    const branch = (holdsWhen ? whenTrue : whenFalse) ?? NO_NODE;
    if (branch !== condition && branch !== NO_NODE) add(branch, file.next(branch));
  } else if (kind === k.if_clause && holdsWhen) {
    const around = file.parent(parent);
    add(around, file.next(around));
  }
}

function narrowBranch(file: PythonFile, { condition, parent, holdsWhen }: Condition, add: AddRange): void {
  const { k } = file;
  const body = file.child(parent, k.in_consequence) || file.child(parent, k.in_body);
  if (file.child(parent, k.in_condition) !== condition || body === NO_NODE) return;
  if (holdsWhen) add(body, file.next(body));
  else if (file.kind(parent) !== k.while_statement) narrowOtherwise(file, parent, body, add);
}

/** Narrows after `if not isinstance(x, C): … else: <here>`, and after the statement if the first branch leaves. */
function narrowOtherwise(file: PythonFile, statement: number, body: number, add: AddRange): void {
  const { k } = file;
  const whole = file.kind(statement) === k.elif_clause ? file.parent(statement) : statement;
  add(file.next(body), file.next(whole));
  if (whole === statement && leaves(file, body)) add(file.next(whole), endOfBlock(file, whole));
}

/** Whether the block's last statement leaves it. */
function leaves(file: PythonFile, block: number): boolean {
  const { k } = file;
  const last = file.tree.namedChildren(block).at(-1) ?? NO_NODE;
  const kind = file.kind(last);
  return (
    kind === k.return_statement ||
    kind === k.raise_statement ||
    kind === k.continue_statement ||
    kind === k.break_statement
  );
}

function endOfBlock(file: PythonFile, statement: number): number {
  const block = file.blockOf(statement);
  return block === 0 ? file.tree.count : file.next(block);
}

/** The number of a name or of a chain's text; -1 for other nodes. */
function keyOf(file: PythonFile, node: number): number {
  const { k } = file;
  if (file.kind(node) === k.identifier) return file.name(node);
  const chain = file.kind(node) === k.attribute ? file.chainName(node) : -1;
  if (chain < 0) return -1;
  let root = node;
  while (file.kind(root) === k.attribute) root = file.child(root, k.in_object);
  if (file.kind(root) !== k.identifier) return -1;
  file.narrowings.hasChains = true;
  return chain;
}
