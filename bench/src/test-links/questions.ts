/**
 * Questions of the benchmark on one repository: functions that a test file imports and calls by name, and functions
 * whose name a test has.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { isProductCode } from "../corpora/product-code.js";
import { pick, randomNumbers } from "../statistics/random.js";
import type { NamedImport } from "./named-imports.js";

/** A symbol, and a test file that is known to test it. */
export interface Question {
  readonly symbol: SymbolHandle;
  /** The test file that must be among the symbol's links. */
  readonly file: string;
}

/** A test file with its imports. */
export interface TestFile {
  readonly path: string;
  readonly imports: readonly NamedImport[];
}

const SEED = 20261126;

/** Questions about up to `count` functions with a test file that calls them by name, drawn from a seed. */
export function namedCalls(graph: SymbolGraph, tests: readonly TestFile[], count: number): Question[] {
  const files = new Map<SymbolHandle, string[]>();
  for (const { path, imports } of tests) {
    for (const named of imports.filter((one) => one.isCalled)) {
      const symbol = definitionOf(graph, path, named);
      if (symbol === undefined || graph.kindOf(symbol) !== "function") continue;
      const known = files.get(symbol) ?? [];
      if (!known.includes(path)) files.set(symbol, [...known, path]);
    }
  }
  return drawQuestions([...files], count, ([symbol, paths], random) => ({ symbol, file: pick(paths, random) }));
}

/**
 * Functions and the test file that the naming convention gives them: a test function `test_foo` of `test_module.py` for `foo` of `module.py`, or a
 * file `foo.test.ts` for the function `foo` that it imports.
 */
export function namedTests(graph: SymbolGraph, tests: readonly TestFile[], count: number): Question[] {
  const found = new Map<SymbolHandle, string>();
  for (const { path, imports } of tests) {
    const subject = testSubject(path);
    const named = path.endsWith(".py") ? pythonTests(graph, path) : [subject];
    for (const name of named) {
      const symbols = graph.symbolsNamed(name).filter((symbol) => isFunction(graph, symbol));
      const own = symbols.filter((symbol) =>
        path.endsWith(".py") ? fileStem(graph.fileOf(symbol)) === subject : imports.some((one) => one.name === name),
      );
      if (own.length === 1 && own[0] !== undefined && !found.has(own[0])) found.set(own[0], path);
    }
  }
  return drawQuestions([...found], count, ([symbol, file]) => ({ symbol, file }));
}

/** The only product definition that a named import can refer to; `undefined` if there are none or several. */
export function definitionOf(
  graph: SymbolGraph,
  from: string,
  { name, from: module }: NamedImport,
): SymbolHandle | undefined {
  const last = module.split(/[./\\]/).findLast((part) => part !== "" && !/^(?:[cm]?[jt]sx?|py)$/.test(part)) ?? "";
  const named = graph.symbolsNamed(name).filter((symbol) => {
    const { container, exported } = graph.symbol(symbol);
    const isTopLevel = container !== undefined && graph.kindOf(container) === "module";
    return isTopLevel && exported && isProductCode(graph.fileOf(symbol)) && graph.fileOf(symbol) !== from;
  });
  if (named.length === 1)
    return sharesRoot(graph.fileOf(named[0] as SymbolHandle), module, from) ? named[0] : undefined;
  const inModule = named.filter((symbol) => fileStem(graph.fileOf(symbol)) === last);
  return inModule.length === 1 ? inModule[0] : undefined;
}

/**
 * Whether an import may refer to a file of the repository: a relative import, or one whose first name is a folder on
 * the file's path and not the name of a dependency.
 */
function sharesRoot(file: string, module: string, from: string): boolean {
  if (module.startsWith(".")) return true;
  if (from.endsWith(".py")) return file.split("/").includes(module.split(".")[0] ?? "") || file === `${module}.py`;
  const names = module.split("/");
  return file.split("/").some((part) => names.includes(part)) || module.startsWith("@/") || module.startsWith("src/");
}

/** The file's name without extensions; the folder's name for `index` and `__init__`. */
export function fileStem(path: string): string {
  const parts = path.split("/");
  const stem = (parts.at(-1) ?? "").replace(/\..*$/, "");
  return stem === "index" || stem === "__init__" ? (parts.at(-2) ?? stem) : stem;
}

function testSubject(path: string): string {
  return fileStem(path).replace(/^test_|_test$|[.-](?:test|spec)$/g, "");
}

function pythonTests(graph: SymbolGraph, path: string): string[] {
  return graph.fileSymbols(path).flatMap((symbol) => {
    const { name } = graph.symbol(symbol);
    return name.startsWith("test_") ? [name.slice("test_".length)] : [];
  });
}

function isFunction(graph: SymbolGraph, symbol: SymbolHandle): boolean {
  const kind = graph.kindOf(symbol);
  return (kind === "function" || kind === "method") && isProductCode(graph.fileOf(symbol));
}

function drawQuestions<Item>(
  items: Item[],
  count: number,
  ask: (item: Item, random: () => number) => Question,
): Question[] {
  const random = randomNumbers(SEED);
  const left = [...items];
  const questions: Question[] = [];
  while (questions.length < count && left.length > 0) {
    const [item] = left.splice(Math.floor(random() * left.length), 1);
    if (item !== undefined) questions.push(ask(item, random));
  }
  return questions;
}
