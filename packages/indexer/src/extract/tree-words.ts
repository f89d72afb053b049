/**
 * Words of a syntax tree by owner: every identifier, literal and comment belongs to the innermost symbol around it. One
 * pass over the tree's rows, without recursion.
 */
import { KIND_CODE } from "@sdl/model";
import { type FactsBuilder, SYMBOLS } from "@sdl/model/facts";
import { FieldIndex, literalKeys } from "@sdl/model/text";
import type { SyntaxTree } from "../parse/syntax-tree.js";
import { OwnerCursor } from "./owner-cursor.js";
import { bucketOf } from "./term-counter.js";
import type { WordScanner } from "./word-scanner.js";

/** Node kinds whose text holds search terms, as sets by kind. */
export interface TermKinds {
  /** 1 for kinds whose text is an identifier. */
  readonly identifiers: Uint8Array;
  /** 1 for kinds whose text is (part of) a string literal. */
  readonly strings: Uint8Array;
  /** 1 for comments. */
  readonly comments: Uint8Array;
}

/** Input of the term tables of a file. */
export interface TermSource {
  readonly tree: SyntaxTree;
  /** The file's symbols, parameters, overloads and bases; receives the terms. */
  readonly facts: FactsBuilder;
  readonly kinds: TermKinds;
  /** Declaration node and name node, by symbol ordinal. */
  readonly symbolNodes: readonly number[];
  readonly nameNodes: readonly number[];
}

/** Maximum number of words of literals counted per symbol: enough for messages, and a limit for data tables. */
const MAX_LITERAL_WORDS = 256;
/** Maximum number of keys of literals counted per symbol: a test file has hundreds of titles, a data table thousands of texts. */
const MAX_LITERAL_KEYS = 4096;
/** Maximum number of UTF-16 units read per literal or comment. */
const MAX_TEXT_UNITS = 4000;

/** Classes of node kinds in the pass. */
const NOTHING = 0;
const IDENTIFIER = 1;
const LITERAL = 2;
const COMMENT = 3;
const kindClasses = new Uint8Array(0x10000);
/** The kinds for which `kindClasses` was filled. */
let classifiedKinds: TermKinds | undefined;

/** Counts the identifiers, literals and comments of a tree. */
export class TreeWords {
  private readonly literalWords: Uint16Array;
  private readonly literalKeys: Uint16Array;
  private readonly symbolKinds: Uint32Array;
  private readonly cursor: OwnerCursor;
  private readonly bareStatement: number;
  private readonly wholeString: number;

  constructor(
    private readonly source: TermSource,
    private readonly words: WordScanner,
  ) {
    const { tree, symbolNodes, nameNodes, facts } = source;
    this.cursor = new OwnerCursor(tree.next, tree.count, symbolNodes, nameNodes);
    this.literalWords = new Uint16Array(symbolNodes.length);
    this.literalKeys = new Uint16Array(symbolNodes.length);
    this.symbolKinds = facts.table(SYMBOLS).column("kind");
    this.bareStatement = tree.grammar.kind("expression_statement");
    this.wholeString = tree.grammar.kind("string");
  }

  count(): void {
    const { words, cursor } = this;
    const { tree, kinds } = this.source;
    const { kind, next, start, end, source, count } = tree;
    setClasses(kinds, tree.grammar.kindCount);
    let owner = 0;
    let boundary = 0;
    for (let node = 0; node < count; node++) {
      if (node >= boundary) {
        owner = cursor.at(node);
        boundary = cursor.boundary;
      }
      const found = kindClasses[kind[node] as number] as number;
      if (found === NOTHING) continue;
      if (found === IDENTIFIER) {
        if (next[node] !== node + 1 || cursor.isName(node)) continue;
        words.countIdentifier(bucketOf(owner, FieldIndex.Body), source, start[node] as number, end[node] as number);
      } else this.countText(found, owner, node);
    }
  }

  private countText(found: number, owner: number, node: number): void {
    if (found === LITERAL) this.countLiteral(owner, node);
    else this.countComment(owner, node);
  }

  /**
   * Counts a comment inside a function or variable. A comment right before a declaration is its doc, and other comments
   * describe no single symbol.
   */
  private countComment(owner: number, node: number): void {
    const { tree } = this.source;
    if (!holdsComments(this.symbolKinds[owner] as number)) return;
    if (this.cursor.startsAt(tree.next[node] as number)) return;
    this.countProse(bucketOf(owner, FieldIndex.Body), tree.start[node] as number, tree.end[node] as number);
  }

  /** Counts the text of a literal without its interpolations, which are visited separately. */
  private countLiteral(owner: number, node: number): void {
    const { tree } = this.source;
    if (this.isDocString(node)) return;
    this.countKeys(owner, node);
    if ((this.literalWords[owner] as number) >= MAX_LITERAL_WORDS) return;
    let from = tree.start[node] as number;
    const end = tree.next[node] as number;
    for (let child = node + 1; child < end; child = tree.next[child] as number) {
      if (!this.holdsWords(child)) continue;
      this.countLiteralText(owner, from, tree.start[child] as number);
      from = tree.end[child] as number;
    }
    this.countLiteralText(owner, from, tree.end[node] as number);
  }

  private countKeys(owner: number, node: number): void {
    const { source, start, end } = this.source.tree;
    const [from, to] = [start[node] as number, end[node] as number];
    const room = MAX_LITERAL_KEYS - (this.literalKeys[owner] as number);
    if (room <= 0 || to - from > MAX_TEXT_UNITS) return;
    const keys = literalKeys(unquoted(source.slice(from, to))).slice(0, room);
    for (const key of keys) this.words.countKey(bucketOf(owner, FieldIndex.Literal), key);
    this.literalKeys[owner] = (this.literalKeys[owner] as number) + keys.length;
  }

  private countLiteralText(owner: number, from: number, to: number): void {
    if (to - from < 2) return;
    const room = MAX_LITERAL_WORDS - (this.literalWords[owner] as number);
    const counted = this.countProse(bucketOf(owner, FieldIndex.Literal), from, to, room);
    this.literalWords[owner] = (this.literalWords[owner] as number) + counted;
  }

  private countProse(bucket: number, from: number, to: number, room = Number.MAX_SAFE_INTEGER): number {
    return this.words.countProse(bucket, this.source.tree.source, {
      from,
      to: Math.min(to, from + MAX_TEXT_UNITS),
      room,
    });
  }

  /** Whether the subtree holds an identifier or a nested literal. */
  private holdsWords(node: number): boolean {
    const { tree } = this.source;
    const end = tree.next[node] as number;
    for (let at = node; at < end; at++) {
      const found = kindClasses[tree.kind[at] as number];
      if (found === IDENTIFIER || found === LITERAL) return true;
    }
    return false;
  }

  /** Whether the literal is a statement by itself: a docstring or a directive. */
  private isDocString(node: number): boolean {
    const { tree } = this.source;
    let parent = tree.parent[node] as number;
    if (tree.kind[parent] === this.wholeString) parent = tree.parent[parent] as number;
    return tree.kind[parent] === this.bareStatement;
  }
}

function unquoted(literal: string): string {
  const quote = literal.charAt(0);
  return /["'`]/.test(quote) && literal.length > 1 && literal.endsWith(quote) ? literal.slice(1, -1) : literal.trim();
}

function setClasses(kinds: TermKinds, kindCount: number): void {
  if (classifiedKinds === kinds) return;
  classifiedKinds = kinds;
  for (let kind = 0; kind < kindCount; kind++) {
    if (kinds.identifiers[kind] === 1) kindClasses[kind] = IDENTIFIER;
    else if (kinds.strings[kind] === 1) kindClasses[kind] = LITERAL;
    else kindClasses[kind] = kinds.comments[kind] === 1 ? COMMENT : NOTHING;
  }
}

function holdsComments(kind: number): boolean {
  return (
    kind === KIND_CODE.function ||
    kind === KIND_CODE.method ||
    kind === KIND_CODE.constructor ||
    kind === KIND_CODE.variable
  );
}
