/**
 * Queries for an index: names, words of names and words of docs of the corpus's own symbols. Seeded: the same index
 * gives the same queries.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { wordsOf } from "@sdl/model/text";
import { pick, randomNumbers } from "../statistics/random.js";

/** All queries of a run. */
export interface Queries {
  /** A third each: whole names, words of a name, words of a doc. */
  readonly searches: readonly string[];
  /** Symbol ids. */
  readonly cards: readonly string[];
  readonly tasks: readonly string[];
  readonly codes: readonly CodeQuery[];
}

/** A symbol whose code is requested, with identifiers to search in it. */
export interface CodeQuery {
  readonly symbolId: string;
  readonly name: string;
  readonly identifiers: readonly string[];
}

const SEARCHES = 300;
const CARDS = 1000;
const TASKS = 300;
const CODES = 200;
/** Number of identifiers, taken from names of neighbours. */
const IDENTIFIERS = 3;
const SEED = 20261121;
const SENTENCE_WORDS = 14;

/** Draws the queries for one index. */
export function makeQueries(graph: SymbolGraph): Queries {
  const random = randomNumbers(SEED);
  const symbols = graph.files().flatMap((file) => graph.fileSymbols(file).slice(1));
  const some = (): SymbolHandle => pick(symbols, random);
  const documented = documentedSymbols(graph, symbols, random);
  const sentence = (): string => firstSentence(graph, pick(documented, random));
  const searchKinds = [
    () => graph.symbol(some()).name,
    () => nameWords(graph, some()).slice(0, 2).join(" "),
    () => sentence().split(" ").slice(0, 3).join(" "),
  ];
  return {
    searches: makeMany(SEARCHES, (i) => (searchKinds[i % searchKinds.length] ?? sentence)()),
    cards: makeMany(CARDS, () => graph.symbol(some()).id),
    tasks: makeMany(TASKS, (i) =>
      i % 2 === 0 ? `fix: ${sentence()}` : `change how ${nameWords(graph, some()).join(" ")} works`,
    ),
    codes: makeMany(CODES, () => codeQuery(graph, some())),
  };
}

/** A symbol's code contains its own name and the names that it calls. */
function codeQuery(graph: SymbolGraph, symbol: SymbolHandle): CodeQuery {
  const { id, name } = graph.symbol(symbol);
  const { symbols, length } = graph.outgoing(symbol);
  const called = Array.from({ length: Math.min(length, IDENTIFIERS) }, (_, i) => graph.symbol(symbols[i] ?? 0).name);
  return { symbolId: id, name, identifiers: [...new Set([name, ...called])] };
}

function makeMany<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

/** Up to a thousand symbols with a doc; any symbols if none has one. */
function documentedSymbols(
  graph: SymbolGraph,
  symbols: readonly SymbolHandle[],
  random: () => number,
): readonly SymbolHandle[] {
  const found: SymbolHandle[] = [];
  for (let tries = 0; tries < 20_000 && found.length < 1000; tries++) {
    const symbol = pick(symbols, random);
    if ((graph.details(symbol).doc ?? "").split(/\s+/).length >= 3) found.push(symbol);
  }
  return found.length > 0 ? found : symbols;
}

function firstSentence(graph: SymbolGraph, symbol: SymbolHandle): string {
  const text = graph.details(symbol).doc ?? graph.symbol(symbol).name;
  const [sentence = text] = text.trim().split(/(?<=[.!?])\s/);
  return sentence.split(/\s+/).slice(0, SENTENCE_WORDS).join(" ");
}

function nameWords(graph: SymbolGraph, symbol: SymbolHandle): string[] {
  const { name } = graph.symbol(symbol);
  const words = wordsOf(name);
  return words.length > 0 ? [...words] : [name];
}
