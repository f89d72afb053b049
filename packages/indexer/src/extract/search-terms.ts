/**
 * Search terms of a file: for every symbol, the terms in its name, signature, doc, body and literals, with frequencies.
 *
 * The model's text/term-fields.ts defines the fields. Terms are stored as hashes. Linear in the source: known words are
 * found by their characters, without an allocation per occurrence.
 */
import { type FactsBuilder, HERITAGE, OVERLOADS, PARAMS, SYMBOLS } from "@sdl/model/facts";
import { FieldIndex } from "@sdl/model/text";
import { bucketOf, TermCounter } from "./term-counter.js";
import { type TermSource, TreeWords } from "./tree-words.js";
import { WordScanner } from "./word-scanner.js";
import { WordTable } from "./word-table.js";

const table = new WordTable();
const counter = new TermCounter(table);
const words = new WordScanner(table, counter);

/** Writes the tables TERMS, POSTINGS and LENGTHS from the facts and the tree. */
export function writeTerms(source: TermSource): void {
  table.trim();
  counter.reset();
  countDeclarations(source.facts);
  new TreeWords(source, words).count();
  counter.write(source.facts, source.symbolNodes.length);
}

/** Writes the same tables from facts without a tree. */
export function writeDeclaredTerms(facts: FactsBuilder): void {
  table.trim();
  counter.reset();
  countDeclarations(facts);
  counter.write(facts, facts.table(SYMBOLS).rows);
}

/** Counts the words of names, signatures and docs. */
function countDeclarations(facts: FactsBuilder): void {
  const texts = facts.texts();
  const symbols = facts.table(SYMBOLS);
  const names = symbols.column("name");
  const containers = symbols.column("container");
  const docs = symbols.column("docOpt");
  for (let symbol = 0; symbol < names.length; symbol++) {
    const doc = docs[symbol] as number;
    if (doc > 0) words.countProse(bucketOf(symbol, FieldIndex.Doc), texts[doc - 1] ?? "");
    if (symbol === 0) continue;
    const name = texts[names[symbol] as number] ?? "";
    const container = containers[symbol] as number;
    words.countCode(bucketOf(symbol, FieldIndex.Name), name);
    words.countCode(bucketOf(container, FieldIndex.Body), name);
    if (container === 0) continue;
    const parent = texts[names[container] as number] ?? "";
    words.countCode(bucketOf(symbol, FieldIndex.Name), parent);
  }
  countSignatures(facts, texts);
}

function countSignatures(facts: FactsBuilder, texts: readonly string[]): void {
  const count = (symbols: Uint32Array | undefined, column: Uint32Array, shift: 0 | 1): void => {
    for (let row = 0; row < column.length; row++) {
      const number = (column[row] as number) - shift;
      if (number < 0) continue;
      const text = texts[number] ?? "";
      words.countCode(bucketOf(symbols === undefined ? row : (symbols[row] as number), FieldIndex.Signature), text);
    }
  };
  const symbols = facts.table(SYMBOLS);
  count(undefined, symbols.column("returnsOpt"), 1);
  count(undefined, symbols.column("genericsOpt"), 1);
  const params = facts.table(PARAMS);
  count(params.column("symbol"), params.column("name"), 0);
  count(params.column("symbol"), params.column("typeTextOpt"), 1);
  const overloads = facts.table(OVERLOADS);
  count(overloads.column("symbol"), overloads.column("text"), 0);
  const heritage = facts.table(HERITAGE);
  count(heritage.column("symbol"), heritage.column("text"), 0);
}
