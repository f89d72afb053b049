/** What both passes over a Python file share: the tree, names, and what opens where. */
import type { Extraction } from "../../extract/extraction.js";
import { NO_NODE } from "../../parse/syntax-tree.js";
import { SyntaxFile } from "../kit/syntax-file.js";
import { type PythonVocabulary, vocabularyOf } from "./kinds.js";
import { Narrowings } from "./narrowed-ranges.js";
import type { Scope } from "./scopes.js";

/** Something that opens at a row: a symbol's declaration, a scope, or both. */
export interface Frame {
  /** The row at which it closes. */
  readonly end: number;
  /** The symbol that owns what stands inside, or -1. */
  symbol: number;
  readonly scope: Scope | undefined;
}

/** Mark of a row that the second pass leaves out. */
const SKIPPED = -1;

/** Longest chain of attributes that is told by its text, in UTF-16 units. */
const MAX_CHAIN_LENGTH = 256;

export class PythonFile extends SyntaxFile<PythonVocabulary> {
  readonly narrowings = new Narrowings();
  /** Names that `__all__` lists. */
  readonly listed = new Set<number>();
  /** Symbols of the lambdas that are bound to names, by the lambda's node. */
  readonly lambdaSymbols = new Map<number, number>();
  /** Whether some `from m import *` may bind names that no scope shows. */
  hasStarImport = false;
  readonly hasTypeComments: boolean;
  private readonly frames: Frame[] = [];

  constructor(extraction: Extraction) {
    super(extraction, vocabularyOf(extraction.tree.grammar));
    this.hasTypeComments = /#[ \t]*type:/.test(this.tree.source);
  }

  /** The number of a chain's text, -1 when it is very long: each of its parts is a chain as well. */
  chainName(node: number): number {
    const length = (this.tree.end[node] ?? 0) - (this.tree.start[node] ?? 0);
    return length > MAX_CHAIN_LENGTH ? -1 : this.name(node);
  }

  /** The name at the end of `a.b.c`: of an identifier or attribute; -1 for anything else. */
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

  /** Has `frame` opened at `row`. The first one given to a row stays. */
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

  /** The row to go on with at a string: only one with interpolations holds anything but text. */
  afterString(node: number): number {
    return this.has(node, this.k.interpolation) ? node + 1 : this.next(node);
  }

  /** The block, module or error node whose statement `node` is or stands in. */
  blockOf(node: number): number {
    const { k } = this;
    let block = this.parent(node);
    for (let kind = this.kind(block); block !== 0 && kind !== k.block && kind !== k.ERROR; kind = this.kind(block)) {
      block = this.parent(block);
    }
    return block;
  }

  /** Whether a statement stands in a nested block of `scope`, so that it may not run. */
  isConditional(node: number, scope: Scope): boolean {
    const block = this.blockOf(node);
    return block !== scope.row && this.kind(block) !== this.k.ERROR;
  }
}
