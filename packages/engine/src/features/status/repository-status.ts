/** State of a repository and its index, as a client requests it. */

import { siblingStores } from "@sdl/graph";
import { surveyFolder } from "@sdl/indexer";
import { SKIP_CLASSES, type SkipClass, skipClassOf } from "@sdl/model";
import type { Freshness, Repository, Snapshot } from "@sdl/repository";
import {
  describeNothing,
  discoverOptions,
  type HealthComponents,
  healthScore,
  type IndexHealth,
  measureHealth,
} from "@sdl/repository";
import { storedBytes } from "../../clean/clean.js";
import type { ActionContext } from "../../contract/action.js";
import type { Engine } from "../../contract/engine.js";
import { memoriesForStatus } from "../../query/knowledge/memories-for-status.js";
import { refreshRepository } from "../../query/refresh-repository.js";
import type { QueryTarget } from "../../query/run-query.js";
import { loadSettings } from "../../registry/settings.js";
import { liveIndexStatus } from "../drafts/push-buffer.js";
import { watcherState } from "../watch/watch-repository.js";
import { surveyImports } from "./import-survey.js";

/** Health of one version; computed once per snapshot. */
class Health {
  readonly measured: IndexHealth;

  constructor(graph: Snapshot) {
    this.measured = measureHealth(graph);
  }
}

/** Which repository, and whether to include memories and where imports lead. */
export interface StatusTarget extends QueryTarget {
  readonly surfaceMemories: boolean;
  readonly imports: boolean;
}

/** Answers for a repository without an index too. @throws {SdlError} `repo_not_found` */
export async function repositoryStatus(context: ActionContext, target: StatusTarget): Promise<object> {
  const { engine } = context;
  const entry = await engine.find(target.repoId);
  const { repoId } = entry;
  const { rootPath } = engine.shownPlaces(entry);
  const repository = await engine.open(entry);
  if (target.fresh === true)
    await refreshRepository(context, repository, { mode: "incremental", onProgress: context.onProgress });
  await repository.whenIndexed(context.signal, context.onProgress);
  const { memories, warnings } = memoriesForStatus(engine, repository, target.surfaceMemories);
  const watcher = watcherState(engine, repoId);
  const freshness = repository.isIndexed() ? await repository.compareWithDisk() : undefined;
  const survey =
    repository.served === undefined ? surveyFolder(entry.rootPath, discoverOptions(entry.settings)) : undefined;
  const nothing = survey?.sources === 0 ? [`Nothing to index: ${describeNothing(survey)}.`] : [];
  const identity = {
    repoId,
    rootPath,
    watcher,
    memories,
    config: describeConfig(repository),
    disk: measureDiskUse(engine),
    liveIndexStatus: liveIndexStatus(repository),
    worktrees: siblingStores(repository.storeDirectory).length || undefined,
    warnings: [...(repository.served?.notes() ?? []), ...repository.warnings(), ...warnings, ...nothing],
  };
  if (freshness === undefined)
    return { ...identity, filesIndexed: 0, symbolsIndexed: 0, edgesIndexed: 0, healthScore: 0 };
  const graph = repository.snapshot();
  const all = [...identity.warnings, ...failureWarnings(graph)];
  const unread = { syntaxErrors: filesWithErrors(graph), notRead: survey?.others.slice(0, MAX_LISTED) };
  const imports = target.imports ? await surveyImports(repository) : undefined;
  return { ...identity, warnings: all, ...describeIndex(engine, graph, freshness), ...unread, imports };
}

/** The repository's own configuration file and its invalid settings. */
function describeConfig(repository: Repository): object | undefined {
  const { source, findings } = repository.ownConfig();
  return source === undefined ? undefined : { source, findings };
}

/** Size of all indexes, if the user's settings limit it. */
function measureDiskUse(engine: Engine): object | undefined {
  const limitBytes = loadSettings(engine.home).settings["store.maxBytes"];
  if (limitBytes === 0) return undefined;
  return { takenBytes: storedBytes(engine), limitBytes };
}

function describeIndex({ kept }: Engine, graph: Snapshot, { checkedAtMs, staleFiles }: Freshness): object {
  const { counts, version } = graph;
  const freshness = Math.max(0, 1 - staleFiles / Math.max(1, counts.files));
  const components: HealthComponents = { freshness, ...kept.of(graph, Health).measured };
  return {
    latestVersionId: version,
    derivedVersion: graph.derived()?.version,
    filesIndexed: counts.files,
    symbolsIndexed: counts.symbols,
    edgesIndexed: counts.edges,
    // A version's id is `v` and the time at which it was created, in ms.
    lastIndexedAt: new Date(Number(version.slice(1))).toISOString(),
    // An empty index has no health.
    healthScore: counts.files === 0 ? 0 : healthScore(components),
    healthComponents: roundAll(components),
    checkedAt: new Date(checkedAtMs).toISOString(),
    staleFiles,
    skipped: countSkips(graph),
  };
}

/** Number of skipped files per class, in the order of the classes. */
function countSkips(graph: Snapshot): { readonly reason: SkipClass; readonly files: number }[] {
  const classes = graph.skipped().map(({ reason }) => skipClassOf(reason));
  const counts = SKIP_CLASSES.map((reason) => ({ reason, files: classes.filter((one) => one === reason).length }));
  return counts.filter(({ files }) => files > 0);
}

/** Maximum files, and maximum file kinds, that are listed. */
const MAX_LISTED = 20;

/** Indexed files with syntax errors: symbols near the errors may be missing. */
function filesWithErrors(graph: Snapshot): object | undefined {
  const files = graph.files().filter((path) => graph.syntaxErrors(path) > 0);
  return files.length === 0 ? undefined : { files: files.length, names: files.slice(0, MAX_LISTED) };
}

/** Maximum files named in a warning. */
const MAX_NAMED = 3;

function failureWarnings(graph: Snapshot): string[] {
  const failed = graph.skipped().filter(({ reason }) => skipClassOf(reason) === "failed");
  if (failed.length === 0) return [];
  const named = failed.slice(0, MAX_NAMED).map(({ path, reason }) => `${path} (${reason})`);
  const more = failed.length > MAX_NAMED ? ` and ${failed.length - MAX_NAMED} more` : "";
  return [`Failed to read or link: ${named.join(", ")}${more}. The next refresh tries again.`];
}

function roundAll(components: HealthComponents): object {
  return Object.fromEntries(Object.entries(components).map(([name, value]) => [name, Math.round(value * 1000) / 1000]));
}
