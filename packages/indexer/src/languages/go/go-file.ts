/** What both passes over a Go file share: the tree, names, and what the file declares for its package. */
import type { Extraction } from "../../extract/extraction.js";
import { NO_NODE } from "../../parse/syntax-tree.js";
import { docBefore } from "../kit/comments.js";
import { SyntaxFile } from "../kit/syntax-file.js";
import { type GoVocabulary, vocabularyOf } from "./kinds.js";

/** Mark of a row that the second pass leaves out. */
const SKIPPED = -1;
/** Type expressions inside one another that are seen through to a type's name. */
const MAX_WRAPPED = 8;

/** A name with its node. */
export interface Parameter {
  /** The identifier; {@link NO_NODE} for a parameter without a name. */
  readonly name: number;
  /** Of a variadic parameter its whole declaration: it reads as the type of a list. */
  readonly type: number;
}

/** A Go file while its facts are written. */
export class GoFile extends SyntaxFile<GoVocabulary> {
  /** What a name of the file's outermost scope stands for, as an expression: its declarations and imports. */
  readonly outermost = new Map<number, number>();
  /** Types that the file declares at its outermost, by name. */
  readonly types = new Map<number, number>();
  /** Symbols by the node that declares them; of variables by the node of their name. */
  readonly symbols = new Map<number, number>();
  /** The type and values of constants that repeat those above them, by the spec that repeats. */
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

  /** The expressions of an `expression_list`; the node itself when it is none. */
  listed(node: number): readonly number[] {
    if (node === NO_NODE) return [];
    return this.kind(node) === this.k.expression_list ? this.tree.namedChildren(node) : [node];
  }

  /** @param list a `parameter_list`; of a result also a type alone */
  parameters(list: number): readonly Parameter[] {
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

  /** What stands inside of pointers, parentheses and type arguments: the node that names a type, or what else it is. */
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

  /** The comment above a declaration without directives to tools (`//go:build`). */
  docAbove(node: number): string | undefined {
    const doc = docBefore(this, node)
      ?.replace(/^(?:go:|\+build ).*\n?/gm, "")
      .trim();
    return doc === "" ? undefined : doc;
  }
}

/** Whether other packages see the name. */
export function isExported(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}
