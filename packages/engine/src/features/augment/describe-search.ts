/** What the graph knows of the names that a search looks for: where they are defined, who uses them, what tests them. */
import type { LedgerSnapshot } from "@sdl/graph";
import type { SymbolHandle } from "@sdl/model";
import type { SymbolRecord } from "@sdl/model/graph";
import { isTestCode } from "@sdl/model/paths";
import type { Hit } from "./hits.js";
import type { KnownGraph } from "./known-graph.js";
import { patternNames } from "./pattern-names.js";
import { listed, type Told } from "./told.js";

/** Definitions of one name that are compared, and told. */
const MAX_COMPARED = 12;
const MAX_TOLD = 3;
/** Definitions that are told in all. */
const MAX_DEFINITIONS = 5;
const MAX_USERS = 4;
const MAX_TESTS = 2;
/** What an agent sees of a search first. */
const FIRST_HITS = 10;

interface Named {
  readonly handle: SymbolHandle;
  readonly users: readonly SymbolHandle[];
}

interface Definition {
  readonly symbol: SymbolRecord;
  readonly users: readonly SymbolHandle[];
}

/** @param hits what the search printed; empty where nobody knows */
export function describeSearch(known: KnownGraph, pattern: string, hits: readonly Hit[], told: Told): void {
  const seen = new Set<SymbolHandle>();
  for (const name of patternNames(pattern)) {
    const { definitions, all } = definitionsOf(known, name, hits);
    const fresh = definitions.filter(({ symbol }) => !seen.has(symbol.handle)).slice(0, MAX_DEFINITIONS - seen.size);
    for (const definition of fresh) {
      if (!describeDefinition(known, definition, hits, told)) return;
      seen.add(definition.symbol.handle);
    }
    if (fresh.length > 0 && all > definitions.length) told.add(`${all - definitions.length} more are named ${name}`);
  }
}

/** The most used first; before them what the search printed, as a search in one folder means what lies there; tests last. */
function definitionsOf(
  known: KnownGraph,
  name: string,
  hits: readonly Hit[],
): { readonly definitions: readonly Definition[]; readonly all: number } {
  const { graph } = known;
  const printed = new Set(hits.map(({ path }) => path));
  const rankOf = (file: string): number => (isTestCode(graph, file) ? 2 : 0) + (printed.has(file) ? 0 : 1);
  const named = graph.symbolsNamed(name.slice(name.lastIndexOf(".") + 1));
  const ranked = named.map((handle) => ({ handle, rank: rankOf(graph.fileOf(handle)) }));
  ranked.sort((a, b) => a.rank - b.rank || a.handle - b.handle);
  const compared = ranked.slice(0, MAX_COMPARED).map((one) => ({ ...one, users: known.users(one.handle) }));
  compared.sort((a, b) => a.rank - b.rank || b.users.length - a.users.length);
  return { definitions: firstOfName(graph, compared, name), all: named.length };
}

/**
 * Of `Session.refresh` those of that whole name, where there are any. Modules have paths, not names. Records take most of the time: they are read of as
 * few as can be.
 */
function firstOfName(graph: LedgerSnapshot, compared: readonly Named[], name: string): readonly Definition[] {
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

/** @returns whether there was room for it */
function describeDefinition(
  known: KnownGraph,
  { symbol, users }: Definition,
  hits: readonly Hit[],
  told: Told,
): boolean {
  const title = `${known.place(symbol)} ${known.title(symbol)}`;
  const used = usersLine(known, users, hits);
  const whole = [title, ...used];
  if (!told.add(...whole) && !told.add(title)) return false;
  const tests = known.tests(symbol.handle);
  if (tests.length > 0)
    told.add(
      `  tested by ${listed(
        tests.slice(0, MAX_TESTS).map((test) => known.nameAndPlace(test)),
        tests.length,
      )}`,
    );
  return true;
}

/** Those first that the search's first hits do not show. */
function usersLine(known: KnownGraph, users: readonly SymbolHandle[], hits: readonly Hit[]): string[] {
  if (users.length === 0) return [];
  const shown = hits.slice(0, FIRST_HITS).map(({ path }) => path);
  const isShown = (user: SymbolHandle): number => (shown.includes(known.graph.fileOf(user)) ? 1 : 0);
  const production = users.filter((user) => !known.isTest(user));
  const preferred = (production.length > 0 ? production : users).toSorted((a, b) => isShown(a) - isShown(b));
  const names = preferred.slice(0, MAX_USERS).map((user) => known.nameAndPlace(user));
  return [`  used by ${listed(names, users.length)}`];
}
