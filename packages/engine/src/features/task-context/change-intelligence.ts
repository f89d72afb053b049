/** What makes a symbol risky to change: how branched it is, how much leans on it, which tests watch it. */
import { cyclomaticComplexity } from "@sdl/indexer";
import type { SymbolHandle } from "@sdl/model";
import type { HistoryCommit } from "@sdl/model/graph";
import { loadParser, openSources } from "@sdl/repository/source";
import type { Query } from "../../query/run-query.js";

export interface ChangeIntelligence {
  readonly complexity: {
    /** McCabe's: decisions plus one. */
    readonly cyclomatic: number;
    readonly lines: number;
    readonly parameters: number;
  };
  readonly fanIn: number;
  readonly fanOut: number;
  /** Commits of the 30 days before the indexed one; absent without a history, as what follows. */
  readonly churn30d?: number;
  readonly commits?: number;
  /** From the oldest commit known to touch it to the indexed one; at least, as histories are bounded. Absent where no commit is known. */
  readonly ageDays?: number;
  /** From the last commit that touched it to the indexed one. */
  readonly unchangedDays?: number;
  /** Most commits first. */
  readonly authors?: readonly { readonly author: string; readonly commits: number }[];
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

/** Clocks of committers differ: what was committed "after" the indexed commit is of its day. */
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
  const parser = language === undefined ? undefined : await loadParser([language]);
  const tree = language === undefined ? undefined : parser?.parse(language, source.unmasked);
  return {
    cyclomatic: tree === undefined ? 1 : cyclomaticComplexity(tree, start, end),
    lines: range.endLine - range.startLine + 1,
    parameters: query.graph.details(handle).signature?.params?.length ?? 0,
  };
}
