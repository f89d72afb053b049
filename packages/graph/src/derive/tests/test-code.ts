/**
 * Detection of test code and of the tests in it: pytest functions and classes, unittest cases, functions of Go tests, and the modules of JavaScript tests, whose `it(…)`
 * callbacks have no names of their own.
 */
import { addToList, EDGE_CODE, KIND_CODE } from "@sdl/model";
import { testPathOf } from "@sdl/model/paths";
import { type CodeGraph, edgeIndexes, NONE } from "../code-graph.js";
import type { DerivationSource } from "../source.js";

/** One test. */
export interface TestUnit {
  readonly symbol: number;
  /** Titles of its suites and cases, and the name of the class around it. */
  readonly titles: readonly string[];
  /** Set-up symbols that the test framework runs with the test, such as `setUp`. */
  readonly setup: readonly number[];
}

/** Which symbols are test code, and the single tests. */
export interface TestCode {
  /** 1 for each symbol in a test file. */
  readonly isTest: Uint8Array;
  /** Ordered by symbol. */
  readonly units: readonly TestUnit[];
}

const RUNNER_CALLS = new Set(["describe", "it", "test", "suite", "bench"]);
/** Names of functions that `go test` runs: after `Test` no lower-case letter follows. */
const GO_TEST = /^(?:Test|Benchmark|Example|Fuzz)(?:$|[^a-z])/;
/** A file `add/test.ts` is a test if it registers tests; a command named `test` may have such a file too. */
const PLAIN_TEST_FILE = /(?:^|\/)tests?\.[cm]?[jt]sx?$/;
const SETUP = /^(setUp|setUpClass|asyncSetUp|setup_method|setup_class|setup)$/;

/** Detects test code by paths, names and entry facts. */
export function findTestCode(code: CodeGraph, source: DerivationSource): TestCode {
  const isTest = new Uint8Array(code.symbolCount);
  const units: TestUnit[] = [];
  code.paths.forEach((path, file) => {
    const kind = testPathOf(source.graph, path);
    const members = code.members[file] as Uint32Array;
    if (kind === "none" && !(PLAIN_TEST_FILE.test(path) && runsTests(code, members, source))) return;
    for (const symbol of members) isTest[symbol] = 1;
    const found = chooseUnitFinder(path)(code, members, source);
    if (kind === "test" || runsTests(code, members, source)) units.push(...found);
  });
  return { isTest, units: units.sort((a, b) => a.symbol - b.symbol) };
}

type UnitFinder = (code: CodeGraph, members: Uint32Array, source: DerivationSource) => TestUnit[];

function chooseUnitFinder(path: string): UnitFinder {
  if (path.endsWith(".go")) return goUnits;
  return /\.pyi?$/.test(path) ? pythonUnits : scriptUnits;
}

/** Tests of a Go file, and methods of suites, with the titles of their subtests. */
function goUnits(code: CodeGraph, members: Uint32Array, source: DerivationSource): TestUnit[] {
  const titles = new Map<number, string[]>();
  for (const { owner, kind, text } of source.entries(
    code.paths[code.files[members[0] as number] as number] as string,
  )) {
    if (kind === "title") addToList(titles, code.numberByHandle[owner] ?? NONE, text);
  }
  const named = [...members].filter((symbol) => {
    const kind = code.kinds[symbol];
    if (kind === KIND_CODE.method) return /^Test/.test(simpleNameOf(code, symbol));
    return kind === KIND_CODE.function && GO_TEST.test(simpleNameOf(code, symbol));
  });
  return named.map((symbol) => ({ symbol, titles: titles.get(symbol) ?? [], setup: [] }));
}

/** Whether a file contains tests although its name does not show it. */
function runsTests(code: CodeGraph, members: Uint32Array, { graph, entries }: DerivationSource): boolean {
  const module = code.records[members[0] as number];
  if (module === undefined) return false;
  if (entries(module.file).some(({ kind }) => kind === "title")) return true;
  return graph.unresolved(module.handle).some(({ kind, name }) => kind === "call" && RUNNER_CALLS.has(name));
}

/** Tests of a JavaScript or TypeScript file: the module with the titles of its suites, and functions named like tests. */
function scriptUnits(code: CodeGraph, members: Uint32Array, source: DerivationSource): TestUnit[] {
  const module = members[0] as number;
  const titles = source
    .entries(code.paths[code.files[module] as number] as string)
    .filter(({ kind }) => kind === "title")
    .map(({ text }) => text);
  const named = [...members].filter(
    (symbol) => code.kinds[symbol] === KIND_CODE.function && /^test/i.test(simpleNameOf(code, symbol)),
  );
  const units = named.map((symbol): TestUnit => ({ symbol, titles: [], setup: [] }));
  // If functions are named like tests and there are no suite titles, the module is no test itself.
  return titles.length === 0 && named.length > 0 ? units : [{ symbol: module, titles, setup: [] }, ...units];
}

function pythonUnits(code: CodeGraph, members: Uint32Array, source: DerivationSource): TestUnit[] {
  const units: TestUnit[] = [];
  const setups = setupsByClass(code, members);
  for (const symbol of members) {
    const kind = code.kinds[symbol];
    if (kind === KIND_CODE.function && simpleNameOf(code, symbol).startsWith("test")) {
      units.push({ symbol, titles: [], setup: [] });
    } else if (kind === KIND_CODE.method && /^test/i.test(simpleNameOf(code, symbol))) {
      const holder = containerSymbol(code, symbol);
      if (holder === undefined || !isTestClass(code, holder, source)) continue;
      units.push({ symbol, titles: [simpleNameOf(code, holder)], setup: setups.get(holder) ?? [] });
    }
  }
  // A script of assertions without test functions: running the module is the test.
  return units.length > 0 ? units : [{ symbol: members[0] as number, titles: [], setup: [] }];
}

function setupsByClass(code: CodeGraph, members: Uint32Array): Map<number, number[]> {
  const setups = new Map<number, number[]>();
  for (const symbol of members) {
    const holder = containerSymbol(code, symbol);
    if (holder === undefined || code.kinds[symbol] !== KIND_CODE.method || !SETUP.test(simpleNameOf(code, symbol)))
      continue;
    addToList(setups, holder, symbol);
  }
  return setups;
}

/**
 * Whether a class is a test class: by pytest's naming convention, or because its base class, in the repository or not, is named like a unittest
 * case.
 */
function isTestClass(code: CodeGraph, symbol: number, { graph }: DerivationSource): boolean {
  const record = code.records[symbol];
  if (record === undefined || code.kinds[symbol] !== KIND_CODE.class) return false;
  if (/^test|Tests?$|TestCase$/i.test(record.name)) return true;
  if (graph.unresolved(record.handle).some(({ kind, name }) => kind === "extends" && name.endsWith("TestCase")))
    return true;
  for (const edge of edgeIndexes(code, symbol)) {
    if (
      code.edgeKinds[edge] === EDGE_CODE.extends &&
      /Tests?$|TestCase$/.test(simpleNameOf(code, code.targets[edge] as number))
    )
      return true;
  }
  return false;
}

/** A symbol's simple name; empty for an unknown number. */
export function simpleNameOf(code: CodeGraph, symbol: number): string {
  return code.records[symbol]?.name ?? "";
}

function containerSymbol(code: CodeGraph, symbol: number): number | undefined {
  const container = code.records[symbol]?.container;
  const number = container === undefined ? NONE : (code.numberByHandle[container] ?? NONE);
  return number === NONE ? undefined : number;
}
