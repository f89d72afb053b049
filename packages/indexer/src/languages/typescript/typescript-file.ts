/** What both passes over one file share: how its nodes are looked at, and what pass one found out. */
import type { Extraction } from "../../extract/extraction.js";
import { NO_NODE } from "../../parse/syntax-tree.js";
import { SyntaxFile } from "../kit/syntax-file.js";
import { type TypescriptVocabulary, vocabularyOf } from "./kinds.js";
import type { Scope } from "./scopes.js";

/** Wrappers looked through: deeper nesting of parentheses and casts is treated as unknown. */
const MAX_UNWRAP = 64;

/** A type that a comment of a script declares. */
export interface Typedef {
  readonly name: string;
  /** -1 for another name of what a module has. */
  readonly symbol: number;
  /** The comment. */
  readonly node: number;
  /** The type in braces; empty for none. */
  readonly type: string;
  /** What follows the tag up to the next one that declares a type. */
  readonly body: string;
  readonly isCallback: boolean;
}

export class TypescriptFile extends SyntaxFile<TypescriptVocabulary> {
  /** The symbol that a node declares, or whose part it is (a decorator, an overload). */
  readonly symbolOf = new Map<number, number>();
  /** The symbol whose members are the node's children: class bodies, interface bodies, object literals. */
  readonly memberOwner = new Map<number, number>();
  /** The symbol that `this` is an instance of inside a function that stands outside of the class. */
  readonly thisOf = new Map<number, number>();
  /** The declaration proper of each symbol, by ordinal. */
  readonly mainNode: number[] = [0];
  /** The name of each symbol, by ordinal. */
  readonly symbolNames: string[] = [""];
  /** All scopes, in the order of their nodes. */
  readonly scopes: Scope[] = [];
  /** Calls of `require` that pass one turned into import bindings. */
  readonly boundRequires = new Set<number>();
  /** Names of a symbol's members: the row of `fields`, or -1 for a member that is a symbol. */
  readonly members = new Map<number, Map<number, number>>();
  /** Names exported by a keyword that the tree does not show: `export import x = require("m")`, an unfinished class. */
  readonly exportedNames: number[] = [];
  /** Function types and call signatures that say what a symbol takes and returns. */
  readonly signatureOf = new Map<number, number>();

  /** Places of the nodes in lists that are too long to be looked through each time, by list. */
  readonly longLists = new Map<number, ReadonlyMap<number, number>>();
  /** Whether a comment may declare a type. */
  readonly hasTypedefs: boolean;
  /** Types that comments declare. */
  readonly typedefs: Typedef[] = [];

  constructor(extraction: Extraction) {
    super(extraction, vocabularyOf(extraction.tree.grammar));
    const { source } = this.tree;
    const isScript = extraction.language === "javascript";
    this.hasTypedefs = isScript && (source.includes("@typedef") || source.includes("@callback"));
  }

  /** Has the second pass open something at the row: a scope, a symbol's part of the file, what changes `this`. */
  opensAt(row: number): void {
    this.marks[row] = 1;
  }

  /** Has `node` be the declaration of a symbol, or a part of it. */
  setSymbol(node: number, symbol: number): void {
    this.symbolOf.set(node, symbol);
    if (node !== 0) this.opensAt(node); // The root is open from the first row to the last.
  }

  /** Has `node` be the declaration proper of a symbol. */
  setMain(node: number, symbol: number): void {
    this.mainNode[symbol] = node;
    this.setSymbol(node, symbol);
  }

  isText(node: number, text: string): boolean {
    const start = this.tree.start[node] ?? 0;
    return (this.tree.end[node] ?? 0) - start === text.length && this.tree.source.startsWith(text, start);
  }

  /** Children that are neither tokens nor comments, at most `limit`. */
  countNamed(node: number, limit = 1000): number {
    const { tree } = this;
    const end = tree.next[node] ?? 0;
    let count = 0;
    for (let child = node + 1; child < end && count < limit; child = tree.next[child] ?? end) {
      if (tree.isPart(child)) count++;
    }
    return count;
  }

  /** The expression inside parentheses, casts, `satisfies` and `!`; {@link NO_NODE} when there is none. */
  unwrap(node: number): number {
    const { k } = this;
    let inner = node;
    for (let depth = 0; depth < MAX_UNWRAP && inner !== NO_NODE; depth++) {
      const kind = this.kind(inner);
      if (
        kind === k.parenthesized_expression ||
        kind === k.as_expression ||
        kind === k.satisfies_expression ||
        kind === k.non_null_expression
      ) {
        inner = this.firstNamed(inner);
      } else if (kind === k.type_assertion) inner = this.lastNamed(inner);
      else return inner;
    }
    return NO_NODE;
  }

  lastNamed(node: number): number {
    const { tree } = this;
    const end = tree.next[node] ?? 0;
    let last = NO_NODE;
    for (let child = node + 1; child < end; child = tree.next[child] ?? end) {
      if (tree.isPart(child)) last = child;
    }
    return last;
  }

  /** The text between the quotes of a string literal. */
  stringText(node: number): string {
    const { source } = this.tree;
    const start = this.tree.start[node] ?? 0;
    const end = this.tree.end[node] ?? 0;
    const isClosed = end - start > 1 && source.charCodeAt(end - 1) === source.charCodeAt(start);
    return source.slice(start + 1, isClosed ? end - 1 : end);
  }

  /** The statement that is nothing but the expression; the expression itself when it is part of more. */
  wholeStatement(expression: number): number {
    const parent = this.parent(expression);
    return this.kind(parent) === this.k.expression_statement ? parent : expression;
  }

  isFunctionValue(node: number): boolean {
    const { k } = this;
    const kind = this.kind(node);
    return kind === k.arrow_function || kind === k.function_expression || kind === k.generator_function;
  }

  isClassValue(node: number): boolean {
    return this.kind(node) === this.k.class && this.tree.isNamed(node);
  }

  /** How a property's name reads: without quotes; `[expression]` when computed. */
  propertyName(node: number): string {
    if (this.kind(node) === this.k.string) return this.stringText(node);
    return this.tree.text(node).replace(/\s+/g, " ").slice(0, 100);
  }
}
