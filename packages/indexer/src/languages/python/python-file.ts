/** A Python file as both passes see it: the tree, names, and the frames that open at rows. */
import type { Extraction } from "../../extract/extraction.js";
import { NO_NODE } from "../../parse/syntax-tree.js";
import { SyntaxFile } from "../kit/syntax-file.js";
import { type PythonVocabulary, vocabularyOf } from "./kinds.js";
import { Narrowings } from "./narrowed-ranges.js";
import type { Scope } from "./scopes.js";

/** A symbol's declaration, a scope, or both, that opens at a row. */
export interface Frame {
  /** The row at which the frame closes. */
  readonly end: number;
  /** The symbol that owns the content, or -1. */
  symbol: number;
  readonly scope: Scope | undefined;
}

/** Mark of a row that the second pass skips. */
const SKIPPED = -1;

/** Longest chain of attributes that is numbered by its text, in UTF-16 units. */
const MAX_CHAIN_LENGTH = 256;

/** A Python file with its names, frames and narrowings. */
export class PythonFile extends SyntaxFile<PythonVocabulary> {
  readonly narrowings = new Narrowings();
  /** Names in `__all__`. */
  readonly listed = new Set<number>();
  /** Symbols of lambdas bound to names, by the lambda's node. */
  readonly lambdaSymbols = new Map<number, number>();
  /** Whether a `from m import *` may bind names that no scope shows. */
  hasStarImport = false;
  readonly hasTypeComments: boolean;
  private readonly frames: Frame[] = [];

  constructor(extraction: Extraction) {
    super(extraction, vocabularyOf(extraction.tree.grammar));
    this.hasTypeComments = /#[ \t]*type:/.test(this.tree.source);
  }

  /** The number of a chain's text; -1 for a very long chain, whose parts are numbered themselves. */
  chainName(node: number): number {
    const length = (this.tree.end[node] ?? 0) - (this.tree.start[node] ?? 0);
    return length > MAX_CHAIN_LENGTH ? -1 : this.name(node);
  }

  /** The number of the name at the end of an identifier or of `a.b.c`; -1 for other nodes. */
  lastName(node: number): number {
    const kind = this.kind(node);
    if (node === NO_NODE) return -1;
    if (kind === this.k.identifier) return this.name(node);
    if (kind !== this.k.attribute) return -1;
    const attribute = this.child(node, this.k.in_attribute);
    return attribute === NO_NODE ? -1 : this.name(attribute);
  }

  lastNameText(node: number): string {
    const name = this.lastName(node);
    return name < 0 ? "" : this.names.text(name);
  }

  /** Makes `frame` open at `row`. The first frame of a row is kept. */
  openAt(row: number, frame: Frame): void {
    if (this.marks[row] === 0) this.marks[row] = this.frames.push(frame);
  }

  frameAt(row: number): Frame | undefined {
    const mark = this.marks[row] ?? 0;
    return mark > 0 ? this.frames[mark - 1] : undefined;
  }

  skip(row: number): void {
    if (this.marks[row] === 0) this.marks[row] = SKIPPED;
  }

  isSkipped(row: number): boolean {
    return this.marks[row] === SKIPPED;
  }

  /** The row after a string; a string with interpolations is entered. */
  afterString(node: number): number {
    return this.has(node, this.k.interpolation) ? node + 1 : this.next(node);
  }

  /** The block, module or error node that holds the statement around `node`. */
  blockOf(node: number): number {
    const { k } = this;
    let block = this.parent(node);
    for (let kind = this.kind(block); block !== 0 && kind !== k.block && kind !== k.ERROR; kind = this.kind(block)) {
      block = this.parent(block);
    }
    return block;
  }

  /** Whether a statement is in a nested block of `scope`, so that it may not run. */
  isConditional(node: number, scope: Scope): boolean {
    const block = this.blockOf(node);
    return block !== scope.row && this.kind(block) !== this.k.ERROR;
  }
}
