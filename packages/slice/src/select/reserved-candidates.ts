/** Reserved candidates, which are added before the others compete: forced ones, and the direct neighbours of the best start symbols. */
import type { SymbolHandle } from "@sdl/model";
import type { DerivedLayers, SymbolGraph } from "@sdl/model/graph";
import { isNonProductPath } from "../score/signals.js";
import { bestStartSymbols, type Candidate } from "../search/candidate.js";
import type { SeedSet } from "../seeds/collect-seeds.js";
import type { CandidateEdge } from "./candidate-edges.js";

/** Candidates by the reason why they are reserved. */
export interface ReservedCandidates {
  /** Symbols of edited files, then their callers, then entry symbols; each group best first. */
  readonly forced: readonly Candidate[];
  /** The best start symbols, best first. */
  readonly starts: readonly Candidate[];
  /** Callees and callers of the best start symbols, alternating, each best first. */
  readonly direct: readonly Candidate[];
  /** Tests with a test link to a best start symbol, then tests that call one; each group best first. */
  readonly tests: readonly Candidate[];
}

/** What the choice depends on. */
export interface ReservationInput {
  readonly graph: SymbolGraph;
  readonly seeds: SeedSet;
  readonly edges: ReadonlyMap<SymbolHandle, readonly CandidateEdge[]>;
  readonly derived: DerivedLayers | undefined;
}

/** Symbols that enter before all others. */
export function forcedSymbols(seeds: SeedSet): Set<SymbolHandle> {
  return new Set(forcedGroups(seeds).flat());
}

function forcedGroups({ editedSymbols, editedCallers, entries }: SeedSet): (readonly SymbolHandle[])[] {
  return [editedSymbols, editedCallers, entries];
}

/** Finds the candidates to reserve slots for. @param ranked all candidates, best first */
export function reserveSlots(
  ranked: readonly Candidate[],
  { graph, seeds, edges, derived }: ReservationInput,
): ReservedCandidates {
  const group = (symbols: readonly SymbolHandle[]) => {
    const members = new Set(symbols);
    return ranked.filter(({ symbol }) => members.has(symbol));
  };
  const forced = new Set(forcedGroups(seeds).flatMap(group));
  const starts = bestStartSymbols(ranked);
  const startSet = new Set(starts.map(({ symbol }) => symbol));
  const callees = new Set([...startSet].flatMap((start) => (edges.get(start) ?? []).map(({ to }) => to)));
  const around = ranked.filter(({ symbol }) => !startSet.has(symbol));
  const callers = around.filter(({ symbol }) => (edges.get(symbol) ?? []).some(({ to }) => startSet.has(to)));
  const isTest = ({ record }: Candidate) => isNonProductPath(graph, record.file);
  return {
    forced: [...forced],
    starts,
    direct: interleaveLists(
      around.filter(({ symbol }) => callees.has(symbol)),
      callers.filter((caller) => !isTest(caller) && !callees.has(caller.symbol)),
    ),
    tests: [...new Set([...linkedTests(starts, around, derived), ...callers.filter(isTest)])],
  };
}

/** Candidates that are tests of a start symbol, by descending proximity. */
function linkedTests(
  starts: readonly Candidate[],
  around: readonly Candidate[],
  derived: DerivedLayers | undefined,
): Candidate[] {
  const links = starts.flatMap(({ symbol }) => derived?.testsOf(symbol) ?? []);
  const order = new Map(
    links.toSorted((a, b) => a.proximity - b.proximity).map(({ test, proximity }) => [test, proximity]),
  );
  const proximityOf = ({ symbol }: Candidate) => order.get(symbol) ?? 0;
  return around.filter(({ symbol }) => order.has(symbol)).sort((a, b) => proximityOf(b) - proximityOf(a));
}

function interleaveLists<T>(a: readonly T[], b: readonly T[]): T[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => [
    ...a.slice(i, i + 1),
    ...b.slice(i, i + 1),
  ]).flat();
}
