/** Facts about the names that a search pattern contains: their definitions, users and tests. */
import type { LedgerSnapshot } from "@sdl/graph";
import type { SymbolHandle } from "@sdl/model";
import type { SymbolRecord } from "@sdl/model/graph";
import { isTestCode } from "@sdl/model/paths";
import { listWithRest, type TokenBoundedText } from "./bounded-text.js";
import type { HookGraph } from "./hook-graph.js";
import { namesInPattern } from "./pattern-names.js";
import type { SearchHit } from "./search-hits.js";

/** Maximum number of definitions of one name that are compared; MAX_TOLD of them are described. */
const MAX_COMPARED = 12;
const MAX_TOLD = 3;
/** Maximum number of definitions described for the whole pattern. */
const MAX_DEFINITIONS = 5;
const MAX_USERS = 4;
const MAX_TESTS = 2;
/** Number of search hits that the agent is assumed to see first: users in these files are listed last. */
const FIRST_HITS = 10;

interface NameMatch {
  readonly handle: SymbolHandle;
  readonly users: readonly SymbolHandle[];
}

interface Definition {
  readonly symbol: SymbolRecord;
  readonly users: readonly SymbolHandle[];
}

/** @param hits the search's output; empty if unknown */
export function describeSearch(
  known: HookGraph,
  pattern: string,
  hits: readonly SearchHit[],
  output: TokenBoundedText,
): void {
  const seen = new Set<SymbolHandle>();
  for (const name of namesInPattern(pattern)) {
    const { definitions, all } = findDefinitions(known, name, hits);
    const fresh = definitions.filter(({ symbol }) => !seen.has(symbol.handle)).slice(0, MAX_DEFINITIONS - seen.size);
    for (const definition of fresh) {
      if (!describeDefinition(known, definition, hits, output)) return;
      seen.add(definition.symbol.handle);
    }
    if (fresh.length > 0 && all > definitions.length) output.add(`${all - definitions.length} more are named ${name}`);
  }
}

/**
 * Definitions of a name, at most MAX_TOLD: first those in files that the search printed (a search in one folder means the definitions there), then
 * by number of users, descending; test code last. `all` counts every symbol of that simple name.
 */
function findDefinitions(
  known: HookGraph,
  name: string,
  hits: readonly SearchHit[],
): { readonly definitions: readonly Definition[]; readonly all: number } {
  const { graph } = known;
  const printed = new Set(hits.map(({ path }) => path));
  const rankOf = (file: string): number => (isTestCode(graph, file) ? 2 : 0) + (printed.has(file) ? 0 : 1);
  const named = graph.symbolsNamed(name.slice(name.lastIndexOf(".") + 1));
  const ranked = named.map((handle) => ({ handle, rank: rankOf(graph.fileOf(handle)) }));
  ranked.sort((a, b) => a.rank - b.rank || a.handle - b.handle);
  const compared = ranked.slice(0, MAX_COMPARED).map((one) => ({ ...one, users: known.findUsers(one.handle) }));
  compared.sort((a, b) => a.rank - b.rank || b.users.length - a.users.length);
  return { definitions: matchingDefinitions(graph, compared, name), all: named.length };
}

/**
 * Keeps the definitions whose qualified name ends with `name`, if `name` is qualified (`Session.refresh`) and any match; else all. Leaves out
 * modules, because they have paths, not names. Reads as few symbol records as possible, because that takes most of the time.
 */
function matchingDefinitions(
  graph: LedgerSnapshot,
  compared: readonly NameMatch[],
  name: string,
): readonly Definition[] {
  const isQualified = name.includes(".");
  const own: Definition[] = [];
  for (const { handle, users } of compared) {
    if (own.length === MAX_TOLD && !isQualified) break;
    const symbol = graph.symbol(handle);
    if (symbol.kind !== "module") own.push({ symbol, users });
  }
  const whole = own.filter(({ symbol: { qualifiedName } }) => `.${qualifiedName}`.endsWith(`.${name}`));
  return (whole.length > 0 ? whole : own).slice(0, MAX_TOLD);
}

/** @returns whether the text had room for the definition */
function describeDefinition(
  known: HookGraph,
  { symbol, users }: Definition,
  hits: readonly SearchHit[],
  output: TokenBoundedText,
): boolean {
  const title = `${known.place(symbol)} ${known.formatTitle(symbol)}`;
  const used = usersLine(known, users, hits);
  const whole = [title, ...used];
  if (!output.add(...whole) && !output.add(title)) return false;
  const tests = known.findTests(symbol.handle);
  if (tests.length > 0)
    output.add(
      `  tested by ${listWithRest(
        tests.slice(0, MAX_TESTS).map((test) => known.formatNameAndPlace(test)),
        tests.length,
      )}`,
    );
  return true;
}

/** One line that lists the users; users in the files of the first search hits come last, because the agent sees those files anyway. */
function usersLine(known: HookGraph, users: readonly SymbolHandle[], hits: readonly SearchHit[]): string[] {
  if (users.length === 0) return [];
  const shown = hits.slice(0, FIRST_HITS).map(({ path }) => path);
  const isShown = (user: SymbolHandle): number => (shown.includes(known.graph.fileOf(user)) ? 1 : 0);
  const production = users.filter((user) => !known.isTest(user));
  const preferred = (production.length > 0 ? production : users).toSorted((a, b) => isShown(a) - isShown(b));
  const names = preferred.slice(0, MAX_USERS).map((user) => known.formatNameAndPlace(user));
  return [`  used by ${listWithRest(names, users.length)}`];
}
