/**
 * Compares a graph with the call graph that a snippet of PyCG's micro-benchmark expects. Knows dotted names only:
 * `module.Class.method`. Source: Salis et al., "PyCG: Practical Call Graph Generation in Python", ICSE 2021.
 */
import type { Graph } from "../edges/graph.js";
import { moduleName, type SnippetNames } from "./snippet-names.js";

/** Callees by caller, as the benchmark writes them. */
export type CallGraph = Readonly<Record<string, readonly string[]>>;

/** A call between two declarations, by their dotted names. */
export interface NamedCall {
  readonly from: string;
  readonly to: string;
}

/** The comparison of one snippet. */
export interface SnippetResult {
  /** `category/snippet`. */
  readonly name: string;
  readonly wanted: number;
  readonly missed: readonly NamedCall[];
  /** Edges that the benchmark does not have. */
  readonly extra: readonly NamedCall[];
  /** Expected calls of builtins and of modules that the snippet does not contain. */
  readonly outside: number;
}

const CONSTRUCTOR = /\.__(?:init|new)__$/;

/** Compares the edges of a snippet with the expected ones. @param names of the graph's symbols, as the benchmark names them */
export function compareSnippet(
  name: string,
  { graph, names }: { readonly graph: Graph; readonly names: SnippetNames },
  expected: CallGraph,
): SnippetResult {
  const found = graph.calls.map(({ from, to }) => ({
    from: names.of(from.symbolId),
    to: names.of(to?.symbolId ?? ""),
    id: from.symbolId,
  }));
  const modules = new Set([...graph.symbols.values()].map(({ file }) => moduleName(file).split(".", 1)[0]));
  const calls = Object.entries(expected).flatMap(([from, callees]) => callees.map((to) => ({ from, to })));
  const wanted = calls.filter(({ to }) => modules.has(to.split(".", 1)[0]));
  const fits = (want: NamedCall, call: NamedCall & { readonly id: string }) => {
    const isFrom = call.from === names.owner(want.from) || names.decoratedFor(call.id, call.to) === want.from;
    return isFrom && (call.to === names.owner(want.to) || (CONSTRUCTOR.test(want.to) && names.isClass(call.to)));
  };
  const missed = wanted.filter((want) => !found.some((call) => fits(want, call)));
  const extra = found.filter((call) => !wanted.some((want) => fits(want, call)) && !isPlain(call, names, expected));
  return { name, wanted: wanted.length, missed, extra: distinct(extra), outside: calls.length - wanted.length };
}

/** Whether the call makes an object of a class without a constructor, which the benchmark does not list. */
function isPlain({ to }: NamedCall, names: SnippetNames, expected: CallGraph): boolean {
  return names.isClass(to) && expected[`${to}.__init__`] === undefined;
}

function distinct(calls: readonly NamedCall[]): NamedCall[] {
  return [...new Map(calls.map((call) => [`${call.from} ${call.to}`, call])).values()];
}
