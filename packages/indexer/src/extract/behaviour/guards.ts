/**
 * Conditions under which a function refuses to go on: throws behind `if`s, plain throws, assertions, and values that are returned
 * only after a check for null.
 *
 * A guard in the body of a function, before any return, is a requirement: its condition is negated into what must hold. Any other
 * throw is told with the condition as the source writes it. Throws that a handler of the same function catches, those of functions
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

/** Longest condition that is repeated, in UTF-16 units. */
const MAX_CONDITION = 90;
/** Longest message that stands in for a condition. */
const MAX_MESSAGE = 60;
/** Nodes between a function and the declaration that names it. */
const MAX_NAME_DISTANCE = 4;

/** What a language's throws and conditions look like. */
export interface GuardLanguage extends PathKinds {
  readonly throws: number;
  readonly returns: number;
  readonly blocks: Uint8Array;
  readonly conditions: ConditionSyntax;
  /** What is thrown: its name and its message, where the source says them; `undefined` for a rethrow. */
  thrown(tree: SyntaxTree, node: number): Thrown | undefined;
}

/** The name that a text ends in. */
export function lastName(text: string): string | undefined {
  let from = text.length;
  while (from > 0 && /[\w$]/.test(text[from - 1] ?? "")) from--;
  return from === text.length ? undefined : text.slice(from);
}

export interface Thrown {
  readonly error?: string | undefined;
  readonly message?: string | undefined;
}

export class GuardFinder {
  private readonly returnsOf = new Map<number, number[]>();
  private readonly provenBy = new Map<number, Set<string>>();
  private readonly conditions: Conditions;
  /** ` && `, ` and `. */
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

  /** A throw, wherever it stands. */
  addThrow(node: number): void {
    const { language, extraction } = this;
    const path = throwPath(this.extraction.tree, node, this.language);
    const owner = path === undefined ? -1 : this.namedOwner(path.functionNode);
    const thrown = language.thrown(extraction.tree, node);
    if (path === undefined || owner < 0 || thrown === undefined) return;
    const { error } = thrown;
    if (path.conditions.length === 1 && !path.isConditional && !this.returnsBefore(path)) {
      const conjuncts = this.conditions.negated(path.conditions[0] as number);
      const text = conjuncts === undefined ? undefined : conjunctionText(conjuncts, this.and);
      if (conjuncts !== undefined) this.noteProven(path.functionNode, conjuncts);
      if (text !== undefined && text.length <= MAX_CONDITION) {
        this.rows.addGuard(owner, node, { kind: "requires", text, error });
        return;
      }
    }
    const text = path.conditions.length === 0 ? undefined : this.quoted(path.conditions);
    if (text !== undefined) this.rows.addGuard(owner, node, { kind: "throwsIf", text, error });
    else if (error !== undefined) this.rows.addGuard(owner, node, { kind: "throws", text: thrownText(thrown), error });
  }

  /** An assertion of `text` at `node`. */
  addAssertion(node: number, text: string): void {
    const path = throwPath(this.extraction.tree, node, this.language);
    const owner = path === undefined ? -1 : this.namedOwner(path.functionNode);
    if (owner >= 0 && text.length <= MAX_CONDITION) this.rows.addGuard(owner, node, { kind: "asserts", text });
  }

  /** Functions all of whose returns give a value that a guard proved to be there. */
  finish(): void {
    const { tree } = this.extraction;
    for (const [node, names] of this.provenBy) {
      const owner = this.namedOwner(node);
      const returns = this.returns(node);
      const given = returns.map((row) => tree.text(firstNamed(tree, row)));
      const name = given[0];
      if (owner < 0 || name === undefined || this.isParameter(owner, name)) continue;
      if (given.every((text) => text !== "" && names.has(text)))
        this.rows.addGuard(owner, returns[0] as number, { kind: "nonNull", text: name });
    }
  }

  /** The function symbol that the node is the body of, or -1. */
  private namedOwner(functionNode: number): number {
    const { tree } = this.extraction;
    const { language } = this;
    let node = functionNode;
    for (let distance = 0; distance <= MAX_NAME_DISTANCE && node !== 0; distance++) {
      const symbol = this.symbols.declaredAt(node);
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

  /** Outermost first, as one condition; `undefined` when it is too long to repeat. */
  private quoted(conditions: readonly number[]): string | undefined {
    const { tree } = this.extraction;
    const texts = conditions.map((node) => plainText(tree.text(node), conditions.length > 1));
    const text = texts.reverse().join(this.and);
    return text.length <= MAX_CONDITION ? text : undefined;
  }

  private returnsBefore({ functionNode, statement }: ThrowPath): boolean {
    return (this.returns(functionNode)[0] ?? Number.MAX_SAFE_INTEGER) < statement;
  }

  /** Return statements of a function, those of functions inside left out. */
  private returns(functionNode: number): number[] {
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
      const name = this.conditions.proven(conjunct);
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

function thrownText({ message }: Thrown): string | undefined {
  return message !== undefined && message.length <= MAX_MESSAGE ? message : undefined;
}

function firstNamed(tree: SyntaxTree, node: number): number {
  return tree.namedChildren(node)[0] ?? 0;
}

/** On one line, without the parentheses around it; with some around alternatives that something follows. */
function plainText(text: string, isPart: boolean): string {
  const line = text.replace(/\s+/g, " ").trim();
  const bare = /^\((?:[^()]|\([^()]*\))*\)$/.test(line) ? line.slice(1, -1).trim() : line;
  return isPart && /\|\||\bor\b/.test(bare) ? `(${bare})` : bare;
}
