/** What makes a symbol risky to change: how branched it is, how much leans on it, which tests watch it. */
import type { SymbolHandle } from "@sdl/model";
import type { Query } from "../queries/pinned.js";
import { loadParser, openSources } from "../source/index.js";

export interface ChangeIntelligence {
  readonly complexity: {
    /** McCabe's: decisions plus one. */
    readonly cyclomatic: number;
    readonly lines: number;
    readonly parameters: number;
  };
  readonly fanIn: number;
  readonly fanOut: number;
  /** Best first; absent while tests are not linked. */
  readonly tests?: readonly { readonly name: string; readonly file: string }[];
}

const MAX_TESTS = 5;

/** @throws {SdlError} what reading the source throws */
export async function changeIntelligence(query: Query, handle: SymbolHandle): Promise<ChangeIntelligence> {
  const { graph, derived } = query;
  return {
    complexity: await complexityOf(query, handle),
    fanIn: new Set(graph.incoming(handle).symbols).size,
    fanOut: new Set(graph.outgoing(handle).symbols).size,
    ...(derived === undefined
      ? {}
      : {
          tests: derived
            .testsOf(handle)
            .slice(0, MAX_TESTS)
            .map(({ test }) => graph.symbol(test))
            .map(({ qualifiedName, file }) => ({ name: qualifiedName, file })),
        }),
  };
}

async function complexityOf(query: Query, handle: SymbolHandle): Promise<ChangeIntelligence["complexity"]> {
  const { cyclomaticComplexity } = await import("@sdl/indexer");
  const { symbol, source } = await (await openSources(query)).locate(handle);
  const { range } = symbol;
  const { language } = source;
  const [start, end] = source.offsetsOf(range);
  const parser = language === undefined ? undefined : await loadParser([language]);
  const tree = language === undefined ? undefined : parser?.parse(language, source.unmasked);
  return {
    cyclomatic: tree === undefined ? 1 : cyclomaticComplexity(tree, start, end),
    lines: range.endLine - range.startLine + 1,
    parameters: query.graph.details(handle).signature?.params?.length ?? 0,
  };
}
