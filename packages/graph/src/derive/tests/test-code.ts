/**
 * Which symbols are test code, and which of them are tests: pytest functions and classes, unittest cases, and the modules of JavaScript
 * tests, whose `it(…)` callbacks have no names of their own.
 */
import { addToList, EDGE_CODE, KIND_CODE } from "@sdl/model";
import { testPathOf } from "@sdl/model/paths";
import { type CodeGraph, edgesOf, NONE } from "../code-graph.js";
import type { DerivationSource } from "../source.js";

/** One test. */
export interface TestUnit {
  readonly symbol: number;
  /** What its suites and cases are called, and the class around it. */
  readonly titles: readonly string[];
  /** Symbols that run with it and are no calls of its own: `setUp`. */
  readonly setup: readonly number[];
}

export interface TestCode {
  /** By symbol; 1 for all that stands in test files. */
  readonly isTest: Uint8Array;
  /** In the order of their symbols. */
  readonly units: readonly TestUnit[];
}

const RUNNER_CALLS = new Set(["describe", "it", "test", "suite", "bench"]);
const SETUP = /^(setUp|setUpClass|asyncSetUp|setup_method|setup_class|setup)$/;

export function findTestCode(code: CodeGraph, source: DerivationSource): TestCode {
  const isTest = new Uint8Array(code.size);
  const units: TestUnit[] = [];
  code.paths.forEach((path, file) => {
    const kind = testPathOf(source.graph, path);
    if (kind === "none") return;
    const members = code.members[file] as Uint32Array;
    for (const symbol of members) isTest[symbol] = 1;
    const found = /\.pyi?$/.test(path) ? pythonUnits(code, members, source) : scriptUnits(code, members, source);
    if (kind === "test" || runsTests(code, members, source)) units.push(...found);
  });
  return { isTest, units: units.sort((a, b) => a.symbol - b.symbol) };
}

/** Whether a file that lies among tests, and is not named like one, holds some. */
function runsTests(code: CodeGraph, members: Uint32Array, { graph, entries }: DerivationSource): boolean {
  const module = code.records[members[0] as number];
  if (module === undefined) return false;
  if (entries(module.file).some(({ kind }) => kind === "title")) return true;
  return graph.unresolved(module.handle).some(({ kind, name }) => kind === "call" && RUNNER_CALLS.has(name));
}

/** The module with the titles of its suites, and functions that are called tests and that nothing calls. */
function scriptUnits(code: CodeGraph, members: Uint32Array, source: DerivationSource): TestUnit[] {
  const module = members[0] as number;
  const titles = source
    .entries(code.paths[code.files[module] as number] as string)
    .filter(({ kind }) => kind === "title")
    .map(({ text }) => text);
  const named = [...members].filter(
    (symbol) => code.kinds[symbol] === KIND_CODE.function && /^test/i.test(nameOf(code, symbol)),
  );
  const units = named.map((symbol): TestUnit => ({ symbol, titles: [], setup: [] }));
  // Where tests have names and no suite has, the module is only what holds them.
  return titles.length === 0 && named.length > 0 ? units : [{ symbol: module, titles, setup: [] }, ...units];
}

function pythonUnits(code: CodeGraph, members: Uint32Array, source: DerivationSource): TestUnit[] {
  const units: TestUnit[] = [];
  const setups = setupsByClass(code, members);
  for (const symbol of members) {
    const kind = code.kinds[symbol];
    if (kind === KIND_CODE.function && nameOf(code, symbol).startsWith("test")) {
      units.push({ symbol, titles: [], setup: [] });
    } else if (kind === KIND_CODE.method && /^test/i.test(nameOf(code, symbol))) {
      const holder = containerOf(code, symbol);
      if (holder === undefined || !isTestClass(code, holder, source)) continue;
      units.push({ symbol, titles: [nameOf(code, holder)], setup: setups.get(holder) ?? [] });
    }
  }
  // A script of asserts: what it does when it runs is the test.
  return units.length > 0 ? units : [{ symbol: members[0] as number, titles: [], setup: [] }];
}

function setupsByClass(code: CodeGraph, members: Uint32Array): Map<number, number[]> {
  const setups = new Map<number, number[]>();
  for (const symbol of members) {
    const holder = containerOf(code, symbol);
    if (holder === undefined || code.kinds[symbol] !== KIND_CODE.method || !SETUP.test(nameOf(code, symbol))) continue;
    addToList(setups, holder, symbol);
  }
  return setups;
}

/** By pytest's convention, or a case of unittest: by its base's name, of the repository or not. */
function isTestClass(code: CodeGraph, symbol: number, { graph }: DerivationSource): boolean {
  const record = code.records[symbol];
  if (record === undefined || code.kinds[symbol] !== KIND_CODE.class) return false;
  if (/^Test|Tests?$|TestCase$/.test(record.name)) return true;
  if (graph.unresolved(record.handle).some(({ kind, name }) => kind === "extends" && name.endsWith("TestCase")))
    return true;
  for (const edge of edgesOf(code, symbol)) {
    if (
      code.edgeKinds[edge] === EDGE_CODE.extends &&
      /Tests?$|TestCase$/.test(nameOf(code, code.targets[edge] as number))
    )
      return true;
  }
  return false;
}

export function nameOf(code: CodeGraph, symbol: number): string {
  return code.records[symbol]?.name ?? "";
}

function containerOf(code: CodeGraph, symbol: number): number | undefined {
  const container = code.records[symbol]?.container;
  const number = container === undefined ? NONE : (code.numbers[container] ?? NONE);
  return number === NONE ? undefined : number;
}
