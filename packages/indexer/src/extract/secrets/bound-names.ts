/**
 * Names that the syntax binds a literal to: the variable, property, parameter or element that receives it, what it is
 * compared with, the function it is passed to. Knows tree shapes; does not judge names.
 */
import type { SyntaxTree } from "../../parse/syntax-tree.js";
import { Role, type SecretKinds } from "./secret-kinds.js";

/** Maximum number of steps from a literal to a name bound to it. */
const MAX_STEPS = 24;
/** Maximum number of steps from a `case` to its `switch` statement. */
const MAX_CASE_STEPS = 3;
/** Maximum number of children of a node that are read: data lists can be long, and each element triggers a lookup. */
const MAX_CHILDREN = 16;
/** Maximum number of UTF-16 units of a name that are read, from its end. */
const MAX_NAME_UNITS = 80;
/**
 * Matches keys whose own name is not the name of the secret, such as `value`; the name is then the value of a sibling
 * pair whose key matches `NAME_KEY`.
 */
const VALUE_KEY = /^["'`]?(?:value|val|default(?:_?value)?|initial(?:_?value)?|content|data|v)["'`]?$/i;
const NAME_KEY = /^["'`]?(?:name|key|id|field|variable|var|env|k|option)["'`]?$/i;

/** One step from a node towards its parent. */
interface ParentStep {
  readonly names: readonly string[];
  /** The node to continue from; 0 if the value is not passed on. */
  readonly next: number;
  /** Whether the value already has a name: functions it is passed to beyond that say nothing more about it. */
  readonly isNamed?: boolean;
}

const NO_STEP: ParentStep = { names: [], next: 0 };

/** Finds the names bound to literals in one tree. */
export class BoundNames {
  constructor(
    private readonly tree: SyntaxTree,
    private readonly kinds: SecretKinds,
  ) {}

  /**
   * The names bound to a node, nearest first. Some belong to code around the literal rather than the literal itself.
   * @param node a literal, or an expression that joins several
   */
  *of(node: number): Generator<string> {
    const { tree } = this;
    let at = node;
    let isNamed = false;
    for (let count = 0; count < MAX_STEPS && at !== 0; count++) {
      const step = this.stepToParent(tree.parent[at] ?? 0, at, isNamed);
      yield* step.names;
      isNamed ||= step.isNamed === true;
      at = step.next;
    }
  }

  private stepToParent(parent: number, at: number, isNamed: boolean): ParentStep {
    const { tree, kinds } = this;
    if (tree.field[at] === kinds.callee) return { names: this.argumentNames(parent), next: parent };
    switch (kinds.roles[tree.kind[parent] ?? 0]) {
      case Role.Passage:
        return { names: [], next: parent };
      case Role.Operator:
        return this.stepThroughOperator(parent, at);
      case Role.Pair:
        return { names: this.pairNames(parent, at), next: parent, isNamed: true };
      case Role.Arguments:
        // The call passes on its argument.
        return { names: isNamed ? [] : this.callNames(parent, at), next: tree.parent[parent] ?? 0, isNamed: true };
      case Role.List:
        return { names: this.firstOfTwo(parent, at), next: parent };
      case Role.Index:
        return this.endOfText(parent + 1).endsWith("Literal") ? { names: [], next: parent } : NO_STEP;
      case Role.Return:
        return this.stepToFunction(parent);
      case Role.Case:
        return { names: this.switchSubject(parent), next: 0 };
      case Role.Function:
        return tree.field[at] === kinds.body ? this.stepOut(parent) : NO_STEP;
      default:
        return this.stepToNamed(parent, at);
    }
  }

  private stepThroughOperator(parent: number, at: number): ParentStep {
    const { comparing, fallingBack } = this.kinds;
    if (this.hasOperator(parent, comparing)) return { names: this.otherChildren(parent, at), next: 0 };
    return { names: this.hasOperator(parent, fallingBack) ? this.otherChildren(parent, at) : [], next: parent };
  }

  /** The name in a declaration, an assignment or a default value. */
  private stepToNamed(parent: number, at: number): ParentStep {
    const names: string[] = [];
    for (const field of this.kinds.nameFields) {
      const name = this.childInField(parent, field);
      if (name !== 0 && name !== at) names.push(this.endOfText(name));
    }
    return names.length === 0 ? NO_STEP : { names, next: parent };
  }

  private stepToFunction(node: number): ParentStep {
    const { tree, kinds } = this;
    let at = tree.parent[node] ?? 0;
    for (let step = 0; step < MAX_STEPS && at !== 0; step++, at = tree.parent[at] ?? 0) {
      if (kinds.roles[tree.kind[at] ?? 0] === Role.Function) return this.stepOut(at);
    }
    return NO_STEP;
  }

  /** A function's result has the function's name; for a function without a name, the names it is bound to. */
  private stepOut(fn: number): ParentStep {
    const name = this.tree.child(fn, this.kinds.name);
    return name === 0 ? { names: [], next: fn } : { names: [this.endOfText(name)], next: 0 };
  }

  private pairNames(pair: number, at: number): string[] {
    const key = pair + 1;
    if (key === at || key >= (this.tree.next[pair] ?? 0)) return [];
    const text = this.endOfText(key);
    return VALUE_KEY.test(text) ? [text, ...this.siblingNames(pair)] : [text];
  }

  /** Names from the sibling pairs in the same object. */
  private siblingNames(pair: number): string[] {
    const { tree, kinds } = this;
    const siblings = this.firstChildren(tree.parent[pair] ?? 0).filter((child) => {
      const isPair = child !== pair && kinds.roles[tree.kind[child] ?? 0] === Role.Pair;
      return isPair && NAME_KEY.test(this.endOfText(child + 1));
    });
    return siblings.map((sibling) =>
      tree.source.slice(tree.end[sibling + 1], tree.end[sibling]).slice(-MAX_NAME_UNITS),
    );
  }

  /** Name of the callee, and the strings and names before the argument: `setdefault("API_SECRET", …)`, `equal(password, …)`. */
  private callNames(list: number, at: number): string[] {
    const { tree, kinds } = this;
    const [callee] = tree.namedChildren(tree.parent[list] ?? 0);
    const before = this.firstChildren(list).filter((child) => child < at && kinds.namers[tree.kind[child] ?? 0] === 1);
    return (callee === undefined ? before : [callee, ...before]).map((node) => this.endOfText(node));
  }

  /** Names of the arguments of a call on the value: `["…"].includes(password)`. */
  private argumentNames(call: number): string[] {
    const last = this.tree.children(call).at(-1);
    return last === undefined ? [] : [this.endOfText(last)];
  }

  /** The first element of a pair written as a list: `["password", …]`. */
  private firstOfTwo(list: number, at: number): string[] {
    const [first, second, third] = this.firstParts(list);
    return first !== undefined && second === at && third === undefined ? [this.endOfText(first)] : [];
  }

  private firstChildren(node: number): number[] {
    const { next } = this.tree;
    const end = next[node] ?? 0;
    const found: number[] = [];
    for (let at = node + 1; at < end && found.length < MAX_CHILDREN; at = next[at] ?? end) found.push(at);
    return found;
  }

  private firstParts(node: number): number[] {
    return this.firstChildren(node).filter((child) => this.tree.isPart(child));
  }

  private childInField(node: number, field: number): number {
    return this.firstChildren(node).find((child) => this.tree.field[child] === field) ?? 0;
  }

  private hasOperator(node: number, operators: Uint8Array): boolean {
    return this.firstChildren(node).some((child) => operators[this.tree.kind[child] ?? 0] === 1);
  }

  private otherChildren(node: number, at: number): string[] {
    return this.firstParts(node)
      .filter((child) => child !== at)
      .map((child) => this.endOfText(child));
  }

  /** The subject of the `switch` or `match` statement that a case belongs to. */
  private switchSubject(node: number): string[] {
    const { tree, kinds } = this;
    let at = tree.parent[node] ?? 0;
    for (let step = 0; step < MAX_CASE_STEPS && at !== 0; step++, at = tree.parent[at] ?? 0) {
      if (kinds.choices[tree.kind[at] ?? 0] !== 1) continue;
      const [subject] = tree.namedChildren(at);
      return subject === undefined ? [] : [this.endOfText(subject)];
    }
    return [];
  }

  /** The end of a node's text, which is the telling part of a name. */
  private endOfText(node: number): string {
    const end = this.tree.end[node] ?? 0;
    return this.tree.source.slice(Math.max(this.tree.start[node] ?? 0, end - MAX_NAME_UNITS), end);
  }
}
