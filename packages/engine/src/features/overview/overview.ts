/** Builds a repository overview within a request's limits: counts, folders, hot spots, clusters and processes, with their tokens. */
import { SdlError } from "@sdl/model";
import { type CountTokens, loadTokenCounter } from "@sdl/slice";
import type { RunContext } from "../../contract/action.js";
import { pruneAnswer } from "../../contract/prune-answer.js";
import { withOwnTokenCount } from "../../contract/self-count.js";
import { repositoryPath } from "../../query/repository-path.js";
import { type Query, withWarnings } from "../../query/run-query.js";
import { SOURCE_BYTES_PER_TOKEN } from "./bytes-per-token.js";
import { describeDirectories, isInFolder } from "./directories.js";
import { findHotspots } from "./hotspots.js";
import { Survey } from "./survey.js";

type OverviewLevel = "stats" | "directories" | "full";

/** Level and limits of an overview. */
export interface OverviewRequest {
  readonly level: OverviewLevel;
  readonly includeHotspots?: boolean | undefined;
  readonly directories?: readonly string[] | undefined;
  readonly maxDirectories: number;
  readonly maxExportsPerDirectory: number;
}

/** Maximum clusters, and maximum processes, of a full overview. */
const MAX_LAYER_ENTRIES = 20;

/** @throws {SdlError} `path_outside_repo`; `file_not_indexed` if no requested folder contains an indexed file */
export async function buildOverview(
  asked: Query,
  request: OverviewRequest,
  { sentAs }: Pick<RunContext, "sentAs">,
): Promise<object> {
  const countTokens = await loadTokenCounter();
  const survey = asked.kept.of(asked.graph, Survey);
  const query = withWarnings(asked, emptyFolders(asked, survey, request));
  const isFull = request.level === "full";
  const parts = {
    stats: overviewStats(query, survey),
    ...(request.level === "stats" ? {} : overviewDirectories(query, survey, request, countTokens)),
    ...((request.includeHotspots ?? isFull) ? { hotspots: findHotspots(query.graph, survey, query.derived) } : {}),
    ...(isFull ? overviewLayers(query, survey) : {}),
  };
  if (request.level === "stats") return { repoId: query.entry.repoId, level: request.level, ...parts };
  const fullTokens = Math.round(survey.totals.sourceBytes / SOURCE_BYTES_PER_TOKEN);
  const write = (overviewTokens: number) => ({
    repoId: query.entry.repoId,
    level: request.level,
    ...parts,
    tokenMetrics: { estimatedFullTokens: fullTokens, overviewTokens, share: roundedShare(overviewTokens, fullTokens) },
    ...query.basis,
  });
  return withOwnTokenCount((tokens) => pruneAnswer(write(tokens)), countTokens, sentAs).answer;
}

function overviewStats({ graph }: Query, survey: Survey): object {
  const { files, symbols, edges } = graph.counts;
  const { byKind, byEdge, byLanguage } = survey.totals;
  return { files, symbols, edges, byLanguage, byKind, byEdgeKind: byEdge };
}

function overviewDirectories(query: Query, survey: Survey, request: OverviewRequest, countTokens: CountTokens): object {
  const wanted = request.directories?.map((path) => repositoryPath(query, path));
  return describeDirectories(query.graph, survey, {
    wanted,
    maxDirectories: request.maxDirectories,
    maxExports: request.maxExportsPerDirectory,
    countTokens,
    derived: query.derived,
  });
}

/**
 * Warnings about requested folders without an indexed file.
 * @throws {SdlError} `file_not_indexed` if all of them have none
 */
function emptyFolders(query: Query, survey: Survey, { level, directories }: OverviewRequest): string[] {
  if (directories === undefined || level === "stats") return [];
  const wanted = directories.map((path) => repositoryPath(query, path));
  const empty = wanted.filter((folder) => !survey.directories.some(({ path }) => isInFolder(path, folder)));
  if (empty.length === 0) return [];
  const what = `directories: no indexed file in ${folderNamesText(empty)}`;
  if (empty.length === wanted.length) throw new SdlError("file_not_indexed", `${what}; check the paths`);
  return [what];
}

const MAX_NAMED = 5;

function folderNamesText(folders: readonly string[]): string {
  const more = folders.length > MAX_NAMED ? ` and ${folders.length - MAX_NAMED} more` : "";
  return `${folders.slice(0, MAX_NAMED).join(", ")}${more}`;
}

function overviewLayers({ derived }: Query, survey: Survey): object {
  if (derived === undefined) return {};
  const { clusters, processes } = survey.summarizeLayers(derived);
  return {
    clusterCount: clusters.length,
    clusters: clusters.slice(0, MAX_LAYER_ENTRIES).map((number) => {
      const { id, label, memberCount } = derived.cluster(number);
      return { clusterId: id, label, memberCount };
    }),
    processCount: processes.length,
    processes: processes.slice(0, MAX_LAYER_ENTRIES),
  };
}

/** Share rounded to hundredths, so that it does not change with each token that stating it takes. */
function roundedShare(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.round((part / whole) * 100) / 100;
}
