/** Seeds of a failing test: the symbols outside of the test file that the test calls, uses or imports. */
import { EDGE_CODE, type SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { PathLocator } from "./locate.js";
import type { FoundSeed } from "./seed-finder.js";

const SEED_SCORES = { called: 0.8, used: 0.6, imported: 0.4 } as const;
/** Score bonus of a symbol for each further test of the file that reaches it. */
const REPEAT_BONUS = 0.05;
/** Score bonus of a symbol if the test file is named after the symbol or its file. */
const NAME_BONUS = 0.2;

/**
 * Seeds by descending score; ties by symbol id. Empty if the test is not indexed.
 * @param testPath a file, or one of its tests as pytest names it: `tests/test_auth.py::TestLogin::test_expired[utc]`
 */
export function findTestSeeds(graph: SymbolGraph, testPath: string): FoundSeed[] {
  const [path = "", ...rest] = testPath.split("::");
  // The parameters of a test case may contain any character.
  const names = rest.join("::").replace(/\[.*$/s, "").split("::");
  const file = new PathLocator(graph).find(path);
  if (file === undefined) return [];
  const scores = new Map<SymbolHandle, number>();
  for (const from of testsNamed(graph, file, names)) {
    for (const { symbol, score } of testSubjects(graph, file, from)) {
      const known = scores.get(symbol);
      scores.set(symbol, known === undefined ? score : Math.min(1, Math.max(known, score) + REPEAT_BONUS));
    }
  }
  const id = (symbol: SymbolHandle) => graph.symbol(symbol).id;
  return [...scores]
    .map(([symbol, score]) => ({ symbol, score }))
    .sort((a, b) => b.score - a.score || (id(a.symbol) < id(b.symbol) ? -1 : 1));
}

/** The symbol with the given name and all symbols nested in it; all symbols of the file if there is none. */
function testsNamed(graph: SymbolGraph, file: string, names: readonly string[]): readonly SymbolHandle[] {
  const all = graph.fileSymbols(file);
  const wanted = names.join(".");
  const named = all.filter((symbol) => `${graph.symbol(symbol).qualifiedName}.`.startsWith(`${wanted}.`));
  return wanted === "" || named.length === 0 ? all : named;
}

/** Targets outside of the test file that one symbol of the test refers to. */
function testSubjects(graph: SymbolGraph, testFile: string, from: SymbolHandle): FoundSeed[] {
  const subject = subjectOfPath(testFile);
  const { start, length, shared: edges } = graph.outgoing(from);
  const found: FoundSeed[] = [];
  for (let i = start; i < start + length; i++) {
    const symbol = edges.symbols[i] as SymbolHandle;
    const { file, name } = graph.symbol(symbol);
    if (file === testFile) continue;
    const bonus = subjectOfPath(file) === subject || normalisedName(name) === subject ? NAME_BONUS : 0;
    const sureness = (edges.confidences[i] ?? 0) / 100;
    found.push({ symbol, score: Math.min(1, edgeScore(edges.kinds[i] ?? 0) + bonus) * sureness });
  }
  return found;
}

function edgeScore(kind: number): number {
  if (kind === EDGE_CODE.call) return SEED_SCORES.called;
  return kind === EDGE_CODE.import ? SEED_SCORES.imported : SEED_SCORES.used;
}

/** Subject of a file by its name: `test_auth.py`, `auth.test.ts` and `auth.ts` have the subject `auth`. */
function subjectOfPath(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
  return normalisedName(name.replace(/^test_|_test$|[.-](test|spec)$/gi, ""));
}

function normalisedName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
