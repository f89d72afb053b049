/**
 * Naive search terms of a file: one map per symbol and field, substrings everywhere, no shared state. Deliberately
 * independent of the fast implementation; only the splitting of one word is shared.
 */
import {
  type FactsPage,
  HERITAGE,
  LENGTHS,
  OVERLOADS,
  PARAMS,
  POSTINGS,
  postingSymbols,
  SYMBOLS,
  TERMS,
} from "@sdl/model/facts";
import {
  identifierTerms,
  isLiteralKey,
  isTextStopWord,
  joinTermHash,
  literalKeys,
  packFrequencies,
  termHash,
  wordsOf,
} from "@sdl/model/text";
import type { TermKinds } from "../../src/extract/tree-words.js";
import type { SyntaxTree } from "../../src/parse/syntax-tree.js";

const [NAME, SIGNATURE, DOC, BODY, LITERAL] = [0, 1, 2, 3, 4] as const;
const FUNCTION_KINDS = new Set([1, 5, 6, 7]);

export interface NaiveInput {
  readonly tree: SyntaxTree;
  readonly page: FactsPage;
  readonly kinds: TermKinds;
  readonly symbolNodes: readonly number[];
  readonly nameNodes: readonly number[];
}

/** Counts the terms. @returns lines `hash symbol packed` and `lengths symbol …`, sorted */
export function naiveTerms(input: NaiveInput): string[] {
  const counts = new NaiveCounts(input.symbolNodes.length);
  countFacts(input.page, counts);
  countTree(input, counts);
  return counts.lines();
}

/** The content of the page's tables, as the same kind of lines. */
export function storedTerms(page: FactsPage): string[] {
  const lines: string[] = [];
  const terms = page.table(TERMS);
  const postings = page.table(POSTINGS);
  const symbols = postingSymbols(page);
  const lengths = page.table(LENGTHS);
  let row = 0;
  for (let i = 0; i < terms.rows; i++) {
    for (let n = 0; n < (terms.count[i] ?? 0); n++, row++) {
      lines.push(`${joinTermHash(terms.hi[i] ?? 0, terms.lo[i] ?? 0)} ${symbols[row]} ${postings.frequencies[row]}`);
    }
  }
  for (let symbol = 0; symbol < lengths.rows; symbol++) {
    const { name, signature, doc, body, literal } = lengths;
    lines.push(`lengths ${symbol} ${[name, signature, doc, body, literal].map((column) => column[symbol]).join(" ")}`);
  }
  return lines.sort();
}

class NaiveCounts {
  private readonly counts: Map<string, number>[][];
  private readonly literalWords: number[];

  constructor(symbols: number) {
    this.counts = Array.from({ length: symbols }, () => Array.from({ length: 5 }, () => new Map<string, number>()));
    this.literalWords = new Array<number>(symbols).fill(0);
  }

  words(symbol: number, field: number, words: readonly string[]): void {
    for (const term of words.filter((word) => word.length <= 64).flatMap(identifierTerms)) {
      if (field >= DOC && isTextStopWord(term)) continue;
      const counts = this.counts[symbol]?.[field];
      counts?.set(term, (counts.get(term) ?? 0) + 1);
    }
  }

  prose(symbol: number, field: number, text: string): void {
    const words = wordsOf(text).filter((word) => !looksRandom(word));
    const room = field === LITERAL ? 256 - (this.literalWords[symbol] ?? 0) : words.length;
    const taken = words.slice(0, room);
    if (field === LITERAL) this.literalWords[symbol] = (this.literalWords[symbol] ?? 0) + taken.length;
    this.words(symbol, field, taken);
  }

  keys(symbol: number, keys: readonly string[]): void {
    const counts = this.counts[symbol]?.[LITERAL];
    for (const key of keys) counts?.set(key, (counts.get(key) ?? 0) + 1);
  }

  lines(): string[] {
    const lines: string[] = [];
    this.counts.forEach((fields, symbol) => {
      const terms = new Set(fields.flatMap((field) => [...field.keys()]));
      for (const term of terms) {
        lines.push(`${termHash(term)} ${symbol} ${packFrequencies(fields.map((field) => field.get(term) ?? 0))}`);
      }
      const lengths = fields.map((field) =>
        [...field].reduce((sum, [term, count]) => sum + (isLiteralKey(term) ? 0 : count), 0),
      );
      lines.push(`lengths ${symbol} ${lengths.join(" ")}`);
    });
    return lines.sort();
  }
}

function looksRandom(word: string): boolean {
  const switches = word.match(/(?<=\p{N})\P{N}|(?<!\p{N})\p{N}/gu)?.length ?? 0;
  return word.length >= 16 && switches >= 3;
}

function countFacts(page: FactsPage, counts: NaiveCounts): void {
  for (let symbol = 0; symbol < page.table(SYMBOLS).rows; symbol++) countSymbol(page, symbol, counts);
  const params = page.table(PARAMS);
  for (let i = 0; i < params.rows; i++) {
    const symbol = at(params.symbol, i);
    counts.words(symbol, SIGNATURE, wordsOf(page.string(at(params.name, i))));
    counts.words(symbol, SIGNATURE, optionalWords(page, at(params.typeTextOpt, i)));
  }
  for (const table of [page.table(OVERLOADS), page.table(HERITAGE)]) {
    for (let i = 0; i < table.rows; i++) {
      counts.words(at(table.symbol, i), SIGNATURE, wordsOf(page.string(at(table.text, i))));
    }
  }
}

function countSymbol(page: FactsPage, symbol: number, counts: NaiveCounts): void {
  const symbols = page.table(SYMBOLS);
  const nameOf = (one: number): string[] => wordsOf(page.string(at(symbols.name, one)));
  counts.prose(symbol, DOC, page.stringOpt(at(symbols.docOpt, symbol)) ?? "");
  counts.words(symbol, SIGNATURE, optionalWords(page, at(symbols.returnsOpt, symbol)));
  counts.words(symbol, SIGNATURE, optionalWords(page, at(symbols.genericsOpt, symbol)));
  if (symbol === 0) return;
  const container = at(symbols.container, symbol);
  counts.words(symbol, NAME, nameOf(symbol));
  counts.words(container, BODY, nameOf(symbol));
  if (container > 0) counts.words(symbol, NAME, nameOf(container));
}

function optionalWords(page: FactsPage, value: number): string[] {
  return wordsOf(page.stringOpt(value) ?? "");
}

function countTree(input: NaiveInput, counts: NaiveCounts): void {
  for (let node = 0; node < input.tree.count; node++) countNode(input, node, counts);
}

function countNode(input: NaiveInput, node: number, counts: NaiveCounts): void {
  const { tree, kinds } = input;
  const owner = ownerOf(input, node);
  if (isOf(tree, kinds.identifiers, node)) {
    const isUse = tree.children(node).length === 0 && !input.nameNodes.includes(node);
    if (isUse) counts.words(owner, BODY, [tree.text(node)]);
  } else if (isOf(tree, kinds.strings, node)) {
    if (isStatement(tree, node)) return;
    counts.prose(owner, LITERAL, literalText(input, node));
    counts.keys(
      owner,
      literalKeys(
        tree
          .text(node)
          .trim()
          .replace(/^(["'`])(.*)\1$/s, "$2"),
      ),
    );
  } else if (isOf(tree, kinds.comments, node) && isInnerComment(input, owner, node)) {
    counts.prose(owner, BODY, tree.text(node));
  }
}

function isInnerComment({ tree, page, symbolNodes }: NaiveInput, owner: number, node: number): boolean {
  const isDoc = symbolNodes.slice(1).includes(at(tree.next, node));
  return !isDoc && FUNCTION_KINDS.has(at(page.table(SYMBOLS).kind, owner));
}

/** The symbol whose node starts last among those that contain `node`; if several share a node, the last one. */
function ownerOf({ tree, symbolNodes }: NaiveInput, node: number): number {
  let owner = 0;
  symbolNodes.forEach((symbolNode, symbol) => {
    const holds = symbolNode <= node && node < at(tree.next, symbolNode);
    if (holds && symbolNode >= (symbolNodes[owner] ?? 0)) owner = symbol;
  });
  return owner;
}

/** The literal's text, with nested parts that have words of their own blanked. */
function literalText(input: NaiveInput, node: number): string {
  const { tree } = input;
  let shown = tree.text(node);
  for (const child of tree.children(node)) {
    if (!holdsWords(input, child)) continue;
    const from = at(tree.start, child) - at(tree.start, node);
    const to = at(tree.end, child) - at(tree.start, node);
    shown = shown.slice(0, from) + " ".repeat(to - from) + shown.slice(to);
  }
  return shown;
}

function holdsWords({ tree, kinds }: NaiveInput, node: number): boolean {
  const subtree = Array.from({ length: at(tree.next, node) - node }, (_, i) => node + i);
  return subtree.some((one) => isOf(tree, kinds.identifiers, one) || isOf(tree, kinds.strings, one));
}

function isOf(tree: SyntaxTree, kinds: Uint8Array, node: number): boolean {
  return kinds[at(tree.kind, node)] === 1;
}

function isStatement(tree: SyntaxTree, node: number): boolean {
  const statement = tree.grammar.kind("expression_statement");
  const parent = at(tree.parent, node);
  if (at(tree.kind, parent) === statement) return true;
  return at(tree.kind, parent) === tree.grammar.kind("string") && at(tree.kind, at(tree.parent, parent)) === statement;
}

function at(column: ArrayLike<number>, row: number): number {
  return column[row] ?? 0;
}
