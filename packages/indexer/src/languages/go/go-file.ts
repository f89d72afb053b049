/** A Go file as both passes use it: the tree, names, and the file's declarations of its package. */
import type { Extraction } from "../../extract/extraction.js";
import { NO_NODE } from "../../parse/syntax-tree.js";
import { docBefore } from "../kit/comments.js";
import { SyntaxFile } from "../kit/syntax-file.js";
import { type GoVocabulary, vocabularyOf } from "./kinds.js";

/** Mark of a row that the second pass skips. */
const SKIPPED = -1;
/** Maximum nesting of type expressions (pointers, parentheses) through which a type's name is searched. */
const MAX_WRAPPED = 8;

/** A parameter's name node and type node. */
export interface Parameter {
  /** The identifier; {@link NO_NODE} for a parameter without a name. */
  readonly name: number;
  /** Node of the type; for a variadic parameter the node of the whole declaration, which is read as a list type. */
  readonly type: number;
}

/** State while the facts of a Go file are written. */
export class GoFile extends SyntaxFile<GoVocabulary> {
  /** Expressions of the names in the file's outermost scope (declarations and imports), by name. */
  readonly outermost = new Map<number, number>();
  /** Symbols of the types declared in the file's outermost scope, by name. */
  readonly types = new Map<number, number>();
  /** Symbols by declaring node; for variables by the node of the name. */
  readonly symbols = new Map<number, number>();
  /**
   * Specifications of constants that repeat the type and values of an earlier specification: the earlier one, by the
   * repeating one.
   */
  readonly repeated = new Map<number, number>();

  constructor(extraction: Extraction) {
    super(extraction, vocabularyOf(extraction.tree.grammar));
  }

  skip(row: number): void {
    this.marks[row] = SKIPPED;
  }

  /** Source text from one node's start up to another's end. */
  textBetween(first: number, last: number): string {
    const { start, end, source } = this.tree;
    return source.slice(start[first], end[last]);
  }

  /** The children in a field, in order. */
  inField(node: number, field: number): number[] {
    return this.tree.children(node).filter((child) => this.field(child) === field && this.tree.isPart(child));
  }

  /** Expressions of an `expression_list`; for any other node the node itself. */
  expressionList(node: number): readonly number[] {
    if (node === NO_NODE) return [];
    return this.kind(node) === this.k.expression_list ? this.tree.namedChildren(node) : [node];
  }

  /** Parameters of a list. @param list a `parameter_list`, or the type node of a single unnamed result */
  readParameters(list: number): readonly Parameter[] {
    const { k } = this;
    if (list === NO_NODE) return [];
    if (this.kind(list) !== k.parameter_list) return [{ name: NO_NODE, type: list }];
    return this.tree.namedChildren(list).flatMap((node) => {
      const isVariadic = this.kind(node) === k.variadic_parameter_declaration;
      const type = isVariadic ? node : this.child(node, k.in_type);
      const names = this.inField(node, k.in_name);
      return (names.length === 0 ? [NO_NODE] : names).map((name) => ({ name, type }));
    });
  }

  /** The node inside pointers, parentheses and type arguments: usually the name of a type. */
  namedType(type: number): number {
    const { k } = this;
    let at = type;
    for (let depth = 0; depth < MAX_WRAPPED && at !== NO_NODE; depth++) {
      const kind = this.kind(at);
      if (kind === k.generic_type) at = this.child(at, k.in_type);
      else if (kind === k.pointer_type || kind === k.parenthesized_type || kind === k.type_elem)
        at = this.firstNamed(at);
      else break;
    }
    return at;
  }

  /** The text of a plain string; `undefined` for anything else. */
  stringText(node: number): string | undefined {
    const kind = this.kind(node);
    if (kind !== this.k.interpreted_string_literal && kind !== this.k.raw_string_literal) return undefined;
    return this.tree.text(node).slice(1, -1);
  }

  /** The comment above a declaration, without tool directives such as `//go:build`. */
  docCommentAbove(node: number): string | undefined {
    const doc = docBefore(this, node)
      ?.replace(/^(?:go:|\+build ).*\n?/gm, "")
      .trim();
    return doc === "" ? undefined : doc;
  }
}

/** Whether a name is visible in other packages: its first letter is upper case. */
export function isExported(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}
