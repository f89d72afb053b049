/**
 * Guards of functions: the conditions under which a function throws, plain throws, assertions, and values returned only
 * after a null check.
 *
 * A guard at the top level of a function, before any return, is a requirement: its negated condition must hold. For any
 * other throw the condition is stored as the source writes it. Throws caught in the same function, throws in functions
 * without a name, and rethrows are left out.
 */
import { PARAMS } from "@sdl/model/facts";
import type { SyntaxTree } from "../../parse/syntax-tree.js";
import type { Extraction } from "../extraction.js";
import type { BehaviourRows } from "./behaviour-rows.js";
import { type ConditionSyntax, Conditions } from "./conditions.js";
import { type Conjunct, conjunctionText } from "./conjuncts.js";
import type { SymbolNodes } from "./symbol-nodes.js";
import { type PathKinds, type ThrowPath, throwPath } from "./throw-path.js";

/** Longest condition that is stored, in UTF-16 units. */
const MAX_CONDITION_LENGTH = 90;
/** Longest error message that is stored instead of a condition, in UTF-16 units. */
const MAX_MESSAGE_LENGTH = 60;
/** Maximum number of nodes between a function and the declaration that names it. */
const MAX_NAME_DISTANCE = 4;

/** The syntax of a language's throws and conditions. */
export interface GuardLanguage extends PathKinds {
  readonly throws: number;
  readonly returns: number;
  readonly blocks: Uint8Array;
  readonly conditions: ConditionSyntax;
  /** The name and message of a thrown error, as far as the source states them; `undefined` for a rethrow. */
  thrown(tree: SyntaxTree, node: number): ThrownError | undefined;
}

/** The identifier at the end of `text`. */
export function lastName(text: string): string | undefined {
  let from = text.length;
  while (from > 0 && /[\w$]/.test(text[from - 1] ?? "")) from--;
  return from === text.length ? undefined : text.slice(from);
}

/** Name and message of a thrown error. */
export interface ThrownError {
  readonly error?: string | undefined;
  readonly message?: string | undefined;
}

/** Collects the guards of one file's functions. */
export class GuardFinder {
  private readonly returnsOf = new Map<number, number[]>();
  private readonly provenBy = new Map<number, Set<string>>();
  private readonly conditions: Conditions;
  /** The conjunction operator with blanks around it: ` && `, ` and `. */
  private readonly and: string;

  constructor(
    private readonly extraction: Extraction,
    private readonly language: GuardLanguage,
    private readonly rows: BehaviourRows,
    private readonly symbols: SymbolNodes,
  ) {
    this.conditions = new Conditions(extraction.tree, language.conditions);
    this.and = ` ${language.conditions.and} `;
  }

  /** Adds the guard of a throw at `node`, at any depth. */
  addThrow(node: number): void {
    const { language, extraction } = this;
    const path = throwPath(this.extraction.tree, node, this.language);
    const owner = path === undefined ? -1 : this.namedOwner(path.functionNode);
    const thrown = language.thrown(extraction.tree, node);
    if (path === undefined || owner < 0 || thrown === undefined) return;
    const { error } = thrown;
    if (path.conditions.length === 1 && !path.isConditional && !this.returnsBefore(path)) {
      const conjuncts = this.conditions.negatedConjuncts(path.conditions[0] as number);
      const text = conjuncts === undefined ? undefined : conjunctionText(conjuncts, this.and);
      if (conjuncts !== undefined) this.noteProven(path.functionNode, conjuncts);
      if (text !== undefined && text.length <= MAX_CONDITION_LENGTH) {
        this.rows.addGuard(owner, node, { kind: "requires", text, error });
        return;
      }
    }
    const text = path.conditions.length === 0 ? undefined : this.conditionText(path.conditions);
    if (text !== undefined) this.rows.addGuard(owner, node, { kind: "throwsIf", text, error });
    else if (error !== undefined) this.rows.addGuard(owner, node, { kind: "throws", text: thrownText(thrown), error });
  }

  /** Adds the assertion of `text` at `node`. */
  addAssertion(node: number, text: string): void {
    const path = throwPath(this.extraction.tree, node, this.language);
    const owner = path === undefined ? -1 : this.namedOwner(path.functionNode);
    if (owner >= 0 && text.length <= MAX_CONDITION_LENGTH) this.rows.addGuard(owner, node, { kind: "asserts", text });
  }

  /** Adds guards of functions in which every return gives a value that a guard proved non-null. Call it after all throws. */
  finish(): void {
    const { tree } = this.extraction;
    for (const [node, names] of this.provenBy) {
      const owner = this.namedOwner(node);
      const returns = this.returnStatements(node);
      const given = returns.map((row) => tree.text(firstNamed(tree, row)));
      const name = given[0];
      if (owner < 0 || name === undefined || this.isParameter(owner, name)) continue;
      if (given.every((text) => text !== "" && names.has(text)))
        this.rows.addGuard(owner, returns[0] as number, { kind: "nonNull", text: name });
    }
  }

  /** The symbol of the function whose body is the node; -1 for a function without a name. */
  private namedOwner(functionNode: number): number {
    const { tree } = this.extraction;
    const { language } = this;
    let node = functionNode;
    for (let distance = 0; distance <= MAX_NAME_DISTANCE && node !== 0; distance++) {
      const symbol = this.symbols.symbolDeclaredBy(node);
      if (symbol !== undefined) {
        const kind = this.extraction.kindOf(symbol);
        return kind === "function" || kind === "method" || kind === "constructor" ? symbol : -1;
      }
      node = tree.parent[node] ?? 0;
      const kind = tree.kind[node] as number;
      if (language.functions[kind] === 1 || language.blocks[kind] === 1) return -1;
    }
    return -1;
  }

  /** The text of nested conditions, given outermost first, as one condition; `undefined` when it is too long to store. */
  private conditionText(conditions: readonly number[]): string | undefined {
    const { tree } = this.extraction;
    const texts = conditions.map((node) => plainText(tree.text(node), conditions.length > 1));
    const text = texts.reverse().join(this.and);
    return text.length <= MAX_CONDITION_LENGTH ? text : undefined;
  }

  private returnsBefore({ functionNode, statement }: ThrowPath): boolean {
    return (this.returnStatements(functionNode)[0] ?? Number.MAX_SAFE_INTEGER) < statement;
  }

  /** Return statements of a function, without those of nested functions. */
  private returnStatements(functionNode: number): number[] {
    let found = this.returnsOf.get(functionNode);
    if (found !== undefined) return found;
    const { tree } = this.extraction;
    const { functions, returns } = this.language;
    found = [];
    const end = tree.next[functionNode] ?? 0;
    for (let row = functionNode + 1; row < end; ) {
      const kind = tree.kind[row] as number;
      if (kind === returns && (tree.next[row] ?? 0) > row) found.push(row);
      row = functions[kind] === 1 ? (tree.next[row] ?? end) : row + 1;
    }
    found = found.filter((row) => tree.isNamed(row));
    this.returnsOf.set(functionNode, found);
    return found;
  }

  private noteProven(functionNode: number, conjuncts: readonly Conjunct[]): void {
    for (const conjunct of conjuncts) {
      const name = this.conditions.nameProvenNonNull(conjunct);
      if (name === undefined) continue;
      const names = this.provenBy.get(functionNode) ?? new Set();
      this.provenBy.set(functionNode, names.add(name));
    }
  }

  private isParameter(symbol: number, name: string): boolean {
    const { facts } = this.extraction;
    const params = facts.table(PARAMS);
    const number = facts.string(name);
    for (let row = 0; row < params.rows; row++)
      if (params.get(row, "symbol") === symbol && params.get(row, "name") === number) return true;
    return false;
  }
}

function thrownText({ message }: ThrownError): string | undefined {
  return message !== undefined && message.length <= MAX_MESSAGE_LENGTH ? message : undefined;
}

function firstNamed(tree: SyntaxTree, node: number): number {
  return tree.namedChildren(node)[0] ?? 0;
}

/** The text on one line, without enclosing parentheses. A disjunction followed by other parts is put in parentheses. */
function plainText(text: string, isPart: boolean): string {
  const line = text.replace(/\s+/g, " ").trim();
  const bare = /^\((?:[^()]|\([^()]*\))*\)$/.test(line) ? line.slice(1, -1).trim() : line;
  return isPart && /\|\||\bor\b/.test(bare) ? `(${bare})` : bare;
}
