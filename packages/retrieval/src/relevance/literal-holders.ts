/** Symbols that a pasted text leads to: those with such a literal, those that read such a variable, and the test of that name. */
import { ENVIRONMENT_PATH, type SymbolHandle } from "@sdl/model";
import { termHash } from "@sdl/model/text";
import type { Corpus } from "../corpus.js";
import { TopList } from "../top-list.js";
import type { CandidateFilter } from "./field-matches.js";
import type { Pasted } from "./pasted.js";

/** Symbols that are considered: more of them say that it is a common text. */
const MAX_HOLDERS = 10;

/** The best of them, product code first; ties by id. */
export function holdersOf(corpus: Corpus, pasted: Pasted, { accepts, prior }: CandidateFilter): SymbolHandle[] {
  const top = new TopList(MAX_HOLDERS, (a, b) => corpus.compareIds(a, b));
  const found = [...literalsOf(corpus, pasted), ...readersOf(corpus, pasted), ...testsOf(corpus, pasted)];
  for (const symbol of new Set(found)) {
    if (accepts(symbol) && top.admits(symbol, prior(symbol))) top.push(symbol, prior(symbol));
  }
  return top.sorted().map(({ symbol }) => symbol);
}

/** Symbols with a literal of the first group of keys that any symbol has. */
function literalsOf({ index }: Corpus, { keys }: Pasted): readonly SymbolHandle[] {
  for (const group of keys) {
    const found = group.flatMap((key) => [...index.postings(termHash(key)).symbols]);
    if (found.length > 0) return found;
  }
  return [];
}

/** Symbols with an edge to the environment variable. */
function readersOf({ graph }: Corpus, { variable }: Pasted): readonly SymbolHandle[] {
  if (variable === undefined) return [];
  const variables = graph.symbolsNamed(variable).filter((symbol) => graph.fileOf(symbol) === ENVIRONMENT_PATH);
  return variables.flatMap((symbol) => {
    const { start, length, shared } = graph.incoming(symbol);
    return [...shared.symbols.subarray(start, start + length)];
  });
}

function testsOf({ graph, pathNames }: Corpus, { test }: Pasted): readonly SymbolHandle[] {
  if (test === undefined) return [];
  const symbols = pathNames.filesAtPath(test.file).flatMap((file) => graph.fileSymbols(file));
  return symbols.filter((symbol) => graph.symbol(symbol).qualifiedName === test.name);
}
