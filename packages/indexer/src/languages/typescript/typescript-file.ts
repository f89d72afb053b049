/** A TypeScript or JavaScript file as both passes see it: node access, and the results of pass one. */
import type { Extraction } from "../../extract/extraction.js";
import { NO_NODE } from "../../parse/syntax-tree.js";
import type { Component } from "../component.js";
import { SyntaxFile } from "../kit/syntax-file.js";
import { ComponentState } from "./component-state.js";
import { type TypescriptVocabulary, vocabularyOf } from "./kinds.js";
import type { Scope } from "./scopes.js";

/** Maximum number of wrappers removed: deeper nesting of parentheses and casts is unknown. */
const MAX_UNWRAP = 64;

/** A type that a script's comment declares. */
export interface Typedef {
  readonly name: string;
  /** The type's symbol; -1 if it only renames a type of another module. */
  readonly symbol: number;
  /** The comment's node. */
  readonly node: number;
  /** The type in braces; empty if none. */
  readonly type: string;
  /** The text after the tag, up to the next tag that declares a type. */
  readonly body: string;
  readonly isCallback: boolean;
}

/** A property in `api.run = value`: nodes of its name and value. */
interface AddedProperty {
  readonly nameNode: number;
  readonly value: number;
}

/** A file with its names, scopes and symbols. */
export class TypescriptFile extends SyntaxFile<TypescriptVocabulary> {
  /** By node: the symbol that the node declares or is a part of (a decorator, an overload). */
  readonly symbolOf = new Map<number, number>();
  /** By node: the symbol whose members are the node's children: class bodies, interface bodies, object literals. */
  readonly memberOwner = new Map<number, number>();
  /** By function node outside of a class: the symbol that `this` is an instance of. */
  readonly thisOf = new Map<number, number>();
  /** The main declaration node of each symbol, by ordinal. */
  readonly mainNode: number[] = [0];
  /** The name of each symbol, by ordinal. */
  readonly symbolNames: string[] = [""];
  /** All scopes, in node order. */
  readonly scopes: Scope[] = [];
  /** Calls of `require` that pass one turned into import bindings. */
  readonly boundRequires = new Set<number>();
  /** By symbol: names of its members, with the row of `fields`; of a member that is a symbol, its negative number. */
  readonly members = new Map<number, Map<number, number>>();
  /** Fields of classes whose declared type has a name and that are declared without a value, as `class name`. */
  readonly typedFields = new Set<string>();
  /** Symbols that `exports.name = …` declares, by name. */
  readonly assignedExports = new Map<string, number>();
  /** Names exported by a keyword that the tree lacks: `export import x = require("m")`, an unfinished class. */
  readonly exportedNames: number[] = [];
  /** By symbol: the function type or call signature that declares its parameters and result. */
  readonly signatureOf = new Map<number, number>();

  /** Properties that statements add to an object literal, by its node. */
  readonly addedProperties = new Map<number, AddedProperty[]>();
  /** Numbers of the names that statements of a block return, by block. */
  readonly returnedNames = new Map<number, ReadonlySet<number>>();
  /** Indices of nodes in long lists, by list. */
  readonly longLists = new Map<number, ReadonlyMap<number, number>>();
  /** Whether a comment may declare a type. */
  readonly hasTypedefs: boolean;
  /** Whether a test of a class may narrow a member. */
  readonly hasInstanceof: boolean;
  /** Types that comments declare. */
  readonly typedefs: Typedef[] = [];

  /** The file's component; `undefined` in a plain script. */
  readonly component: ComponentState | undefined;

  constructor(extraction: Extraction, component?: Component) {
    super(extraction, vocabularyOf(extraction.tree.grammar));
    this.component = component && new ComponentState(component, this.tree);
    const { source } = this.tree;
    const isScript = extraction.language === "javascript";
    this.hasInstanceof = source.includes(" instanceof ");
    this.hasTypedefs = isScript && (source.includes("@typedef") || source.includes("@callback"));
  }

  /** Makes the second pass open a frame at the row: a scope, a symbol's part of the file, or a change of `this`. */
  opensAt(row: number): void {
    this.marks[row] = 1;
  }

  /** Records that `node` is, or is part of, the declaration of a symbol. */
  setSymbol(node: number, symbol: number): void {
    this.symbolOf.set(node, symbol);
    if (node !== 0) this.opensAt(node); // The root is open from the first row to the last.
  }

  /** Records the main declaration node of a symbol. */
  setMain(node: number, symbol: number): void {
    this.mainNode[symbol] = node;
    this.setSymbol(node, symbol);
  }

  isText(node: number, text: string): boolean {
    const start = this.tree.start[node] ?? 0;
    return (this.tree.end[node] ?? 0) - start === text.length && this.tree.source.startsWith(text, start);
  }

  /** Number of children that are neither tokens nor comments, at most `limit`. */
  countNamed(node: number, limit = 1000): number {
    const { tree } = this;
    const end = tree.next[node] ?? 0;
    let count = 0;
    for (let child = node + 1; child < end && count < limit; child = tree.next[child] ?? end) {
      if (tree.isPart(child)) count++;
    }
    return count;
  }

  /** The expression inside parentheses, casts, `satisfies` and `!`; {@link NO_NODE} if there is none. */
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

  /** The statement that consists of the expression only; else the expression itself. */
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

  /** The text of a property's name: without quotes; `[expression]` if computed. */
  propertyName(node: number): string {
    const literal = this.kind(node) === this.k.computed_property_name ? this.firstNamed(node) : node;
    if (this.kind(literal) === this.k.string) return this.stringText(literal);
    return this.tree.text(node).replace(/\s+/g, " ").slice(0, 100);
  }
}
