/** Measures of the risk of changing a symbol: complexity, dependents, tests, history. */
import { cyclomaticComplexity, parseExcerpt } from "@sdl/indexer";
import type { SymbolHandle } from "@sdl/model";
import type { HistoryCommit } from "@sdl/model/graph";
import { loadParser, openSources } from "@sdl/repository/source";
import type { Query } from "../../query/run-query.js";

/** Measures of one symbol. */
export interface ChangeIntelligence {
  readonly complexity: {
    /** McCabe's cyclomatic complexity: decisions plus one. */
    readonly cyclomatic: number;
    readonly lines: number;
    readonly parameters: number;
  };
  readonly fanIn: number;
  readonly fanOut: number;
  /** Number of commits in the 30 days before the indexed commit; absent without a history, like the following fields. */
  readonly churn30d?: number;
  readonly commits?: number;
  /**
   * Days from the oldest known commit that changed the symbol to the indexed commit. A lower bound, because the history is limited. Absent if no
   * commit is known.
   */
  readonly ageDays?: number;
  /** Days from the last commit that changed the symbol to the indexed commit. */
  readonly unchangedDays?: number;
  /** Most commits first. */
  readonly authors?: readonly { readonly author: string; readonly commits: number }[];
  /** Best first; absent if test links are not built yet. */
  readonly tests?: readonly { readonly name: string; readonly file: string }[];
}

const MAX_TESTS = 5;

/** @throws {SdlError} any error of reading source */
export async function changeIntelligence(query: Query, handle: SymbolHandle): Promise<ChangeIntelligence> {
  const { graph, derived } = query;
  return {
    complexity: await complexityOf(query, handle),
    fanIn: new Set(graph.incoming(handle).symbols).size,
    fanOut: new Set(graph.outgoing(handle).symbols).size,
    ...changesOf(query, handle),
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

const MAX_AUTHORS = 5;

function changesOf({ graph, derived }: Query, handle: SymbolHandle): Partial<ChangeIntelligence> {
  const history = derived?.history();
  if (history === undefined) return {};
  const { id } = graph.symbol(handle);
  const commits = history.commitsOf(id);
  return {
    churn30d: history.churnOf(id),
    commits: commits.length,
    ...ageOf(commits, history.timeMs),
    authors: history
      .authorsOf(id)
      .slice(0, MAX_AUTHORS)
      .map(({ author, commits }) => ({ author, commits })),
  };
}

const DAY_MS = 86_400_000;

/** Clamps to 0 days, because committers' clocks differ: a commit may be dated after the indexed one. */
function ageOf(
  commits: readonly HistoryCommit[],
  untilMs: number,
): Pick<ChangeIntelligence, "ageDays" | "unchangedDays"> {
  if (commits.length === 0) return {};
  const days = commits.map(({ timeMs }) => Math.max(0, Math.floor((untilMs - timeMs) / DAY_MS)));
  return { ageDays: Math.max(...days), unchangedDays: Math.min(...days) };
}

async function complexityOf(query: Query, handle: SymbolHandle): Promise<ChangeIntelligence["complexity"]> {
  const { symbol, source } = await openSources(query).locate(handle);
  const { range } = symbol;
  const { language } = source;
  const [start, end] = source.offsetsOf(range);
  const text = source.unmasked;
  const whole = { text, from: 0, to: text.length, isMember: false };
  const tree = language && parseExcerpt(await loadParser([language]), { language, ...whole });
  return {
    cyclomatic: tree === undefined ? 1 : cyclomaticComplexity(tree, start, end),
    lines: range.endLine - range.startLine + 1,
    parameters: query.graph.details(handle).signature?.params?.length ?? 0,
  };
}
