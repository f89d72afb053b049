/** Figures of how well one question was answered. All in 0..1, except tokens. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";

/** Symbol figures are `undefined` for methods that do not rank symbols. */
export interface Figures {
  /** 1 / rank of the first touched symbol; 0 if none is ranked. */
  readonly symbolMrr?: number;
  /** Share of touched symbols among the first ten and the first forty. */
  readonly recall10?: number;
  readonly recall40?: number;
  /** Whether a touched file is first, or among the first five. */
  readonly file1: number;
  readonly file5: number;
  /** Share of touched symbols that fit into the tokens. */
  readonly held: number;
}

/** Result of a method. */
export interface Answer {
  /** Best first. */
  readonly symbols: readonly SymbolHandle[];
  /** Best first. */
  readonly files: readonly string[];
  readonly held: ReadonlySet<SymbolHandle>;
}

/** Symbols and files that the commit touched. */
export interface ExpectedAnswer {
  readonly gold: readonly SymbolHandle[];
  readonly files: readonly string[];
}

/** Computes the figures of an answer. */
export function figuresOf({ symbols, files, held }: Answer, expected: ExpectedAnswer): Figures {
  const wanted = new Set(expected.gold);
  const wantedFiles = new Set(expected.files);
  const hit = (count: number) => Number(files.slice(0, count).some((file) => wantedFiles.has(file)));
  const recall = (some: Iterable<SymbolHandle>) => [...some].filter((one) => wanted.has(one)).length / wanted.size;
  const rank = symbols.findIndex((symbol) => wanted.has(symbol));
  return {
    ...(symbols.length === 0
      ? {}
      : {
          symbolMrr: rank < 0 ? 0 : 1 / (rank + 1),
          recall10: recall(symbols.slice(0, 10)),
          recall40: recall(symbols.slice(0, 40)),
        }),
    file1: hit(1),
    file5: hit(5),
    held: recall(held),
  };
}

/** Files of ranked symbols, ordered by their first symbol. */
export function filesOf(graph: SymbolGraph, symbols: readonly SymbolHandle[]): string[] {
  return [...new Set(symbols.map((symbol) => graph.fileOf(symbol)))];
}
