/** Compares the test links of a repository with the imports and names in its test files, and with its calls. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LedgerSnapshot } from "@sdl/graph";
import { EDGE_CODE, type SymbolHandle } from "@sdl/model";
import type { DerivedLayers, SymbolGraph } from "@sdl/model/graph";
import { isProductCode } from "../corpora/product-code.js";
import { pick, randomNumbers } from "../statistics/random.js";
import { namedImports } from "./named-imports.js";
import { definitionOf, namedCalls, namedTests, type Question, type TestFile } from "./questions.js";

const TEST_FILE =
  /(?:^|\/)(?:test_[^/]*|[^/]*_test|tests?)\.py$|[._-](?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)tests?\.[cm]?[jt]sx?$/;
const MIN_CONFIDENCE = 50;
const SEED = 20261127;

/** Number of correct answers, and number of answers. */
export interface Tally {
  readonly right: number;
  readonly all: number;
}

/** Precision and recall of the links between tests and symbols in one repository. */
export interface RepositoryFigures {
  readonly name: string;
  readonly isTuned: boolean;
  /** Of the test files that import and call a function by name, those that are among its links. */
  readonly imported: Tally;
  /** Of the test files that belong to a function by naming convention, those that are among its links. */
  readonly named: Tally;
  /** Of the links of those functions, those whose test file imports the symbol or reaches it within two calls. */
  readonly shown: Tally;
  /** The same share for symbols drawn at random from all symbols with links. */
  readonly drawn: Tally;
  readonly misses: readonly string[];
}

/** Compares the links of an index with what imports and names of test files show. */
export class LinkJudge {
  private readonly tests: readonly TestFile[];
  private readonly layers: DerivedLayers;
  /** Symbols of test files that import a symbol by name, by imported symbol. */
  private readonly importers = new Map<SymbolHandle, Set<string>>();
  private readonly misses: string[] = [];

  constructor(
    private readonly graph: LedgerSnapshot,
    root: string,
  ) {
    const layers = graph.derived();
    if (layers === undefined) throw new Error("the index has no derived layers");
    this.layers = layers;
    this.tests = graph
      .files()
      .filter((path) => TEST_FILE.test(path))
      .map((path) => ({ path, imports: namedImports(path, readFileSync(join(root, path), "utf8")) }));
    for (const { path, imports } of this.tests) {
      for (const named of imports) {
        const symbol = definitionOf(graph, path, named);
        if (symbol !== undefined) this.importers.set(symbol, (this.importers.get(symbol) ?? new Set()).add(path));
      }
    }
  }

  /** Judges a repository. @param count number of questions of each kind */
  judge(count: number): Omit<RepositoryFigures, "name" | "isTuned"> {
    const imported = namedCalls(this.graph, this.tests, count);
    const named = namedTests(this.graph, this.tests, count);
    return {
      imported: this.found("imported", imported),
      named: this.found("named", named),
      shown: this.precision(
        "shown",
        imported.map(({ symbol }) => symbol),
      ),
      drawn: this.precision("drawn", this.drawSymbols(count)),
      misses: this.misses,
    };
  }

  private found(kind: string, questions: readonly Question[]): Tally {
    let right = 0;
    for (const { symbol, file } of questions) {
      const linked = this.layers.testsOf(symbol).map(({ test }) => this.graph.fileOf(test));
      if (linked.includes(file)) right++;
      else this.misses.push(`${kind}: ${this.nameOf(symbol)} lacks ${file}; has ${[...new Set(linked)].join(", ")}`);
    }
    return { right, all: questions.length };
  }

  private precision(kind: string, symbols: readonly SymbolHandle[]): Tally {
    let [right, all] = [0, 0];
    for (const symbol of symbols) {
      const near = filesWithinTwoCalls(this.graph, symbol);
      for (const { test, distance, proximity } of this.layers.testsOf(symbol)) {
        const file = this.graph.fileOf(test);
        all++;
        if (near.has(file) || this.imports(file, symbol)) right++;
        else
          this.misses.push(
            `${kind}: ${this.nameOf(symbol)} is far from ${this.nameOf(test)}, ${distance} calls, ${proximity}`,
          );
      }
    }
    return { right, all };
  }

  /** Whether a test file's text imports the symbol, or the class that it is a member of. */
  private imports(file: string, symbol: SymbolHandle): boolean {
    const { container } = this.graph.symbol(symbol);
    return [symbol, container].some((one) => one !== undefined && this.importers.get(one)?.has(file) === true);
  }

  private drawSymbols(count: number): SymbolHandle[] {
    const random = randomNumbers(SEED);
    const files = this.graph.files().filter(isProductCode);
    const linked = files
      .flatMap((file) => [...this.graph.fileSymbols(file)])
      .filter((symbol) => isFunction(this.graph, symbol) && this.layers.testsOf(symbol).length > 0);
    return linked.length === 0 ? [] : Array.from({ length: count }, () => pick(linked, random));
  }

  private nameOf(symbol: SymbolHandle): string {
    const { file, qualifiedName } = this.graph.symbol(symbol);
    return `${file}#${qualifiedName}`;
  }
}

function isFunction(graph: SymbolGraph, symbol: SymbolHandle): boolean {
  return ["function", "method", "constructor"].includes(graph.kindOf(symbol));
}

/** Files that contain a direct or indirect (two calls) caller of the symbol. */
function filesWithinTwoCalls(graph: SymbolGraph, symbol: SymbolHandle): Set<string> {
  const callers = callersOf(graph, symbol);
  return new Set(
    [...callers, ...callers.flatMap((caller) => callersOf(graph, caller))].map((one) => graph.fileOf(one)),
  );
}

function callersOf(graph: SymbolGraph, symbol: SymbolHandle): SymbolHandle[] {
  const { start, length, shared } = graph.incoming(symbol);
  const found: SymbolHandle[] = [];
  for (let i = start; i < start + length; i++) {
    if (shared.kinds[i] !== EDGE_CODE.call || (shared.confidences[i] ?? 0) < MIN_CONFIDENCE) continue;
    found.push(shared.symbols[i] as SymbolHandle);
  }
  return found;
}
