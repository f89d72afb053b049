/** A repository's state as a client asks for it. */
import type { ActionContext } from "../actions/action.js";
import { rememberedHere } from "../memory/remembered-here.js";
import type { Snapshot } from "../registry/held-snapshot.js";
import { watcherState } from "../watch/watch-repository.js";
import type { Freshness, Workspace } from "../workspace/workspace.js";
import { type HealthComponents, healthScore, type IndexHealth, measureHealth } from "./index-health.js";
import type { QueryTarget } from "./pinned.js";
import { refreshRepository } from "./refresh-repository.js";

const measured = new WeakMap<Workspace, { readonly version: string; readonly health: IndexHealth }>();

export interface StatusTarget extends QueryTarget {
  readonly surfaceMemories: boolean;
}

/** A repository without an index has a status too: it says so. @throws {SdlError} `repo_not_found` */
export async function repositoryStatus(context: ActionContext, target: StatusTarget): Promise<object> {
  const { engine } = context;
  const entry = engine.resolve(target.repoId);
  const { repoId, rootPath } = entry;
  const repository = await engine.open(entry);
  const { workspace, snapshot, storeWarnings } = repository;
  if (target.fresh === true) await refreshRepository(context, repository, { mode: "incremental" });
  await workspace.whenIndexed(context.signal);
  const { memories, warnings } = await rememberedHere(engine, repository, target.surfaceMemories);
  const watcher = watcherState(engine, repoId);
  const freshness = workspace.isIndexed() ? await workspace.compareWithDisk() : undefined;
  const identity = {
    repoId,
    rootPath,
    watcher,
    memories,
    warnings: [...storeWarnings, ...workspace.warnings(), ...warnings],
  };
  if (freshness === undefined)
    return { ...identity, filesIndexed: 0, symbolsIndexed: 0, edgesIndexed: 0, healthScore: 0 };
  return { ...identity, ...describeIndex(workspace, snapshot(), freshness) };
}

function describeIndex(workspace: Workspace, graph: Snapshot, { checkedAtMs, staleFiles }: Freshness): object {
  const { counts, version } = graph;
  const freshness = Math.max(0, 1 - staleFiles / Math.max(1, counts.files));
  const components: HealthComponents = { freshness, ...healthOf(workspace, graph) };
  return {
    latestVersionId: version,
    derivedVersion: graph.derived()?.version,
    filesIndexed: counts.files,
    symbolsIndexed: counts.symbols,
    edgesIndexed: counts.edges,
    // A version is named by the time at which it was made.
    lastIndexedAt: new Date(Number(version.slice(1))).toISOString(),
    healthScore: healthScore(components),
    healthComponents: roundAll(components),
    checkedAt: new Date(checkedAtMs).toISOString(),
    staleFiles,
  };
}

function healthOf(workspace: Workspace, graph: Snapshot): IndexHealth {
  const known = measured.get(workspace);
  if (known?.version === graph.version) return known.health;
  const health = measureHealth(graph);
  measured.set(workspace, { version: graph.version, health });
  return health;
}

function roundAll(components: HealthComponents): object {
  return Object.fromEntries(Object.entries(components).map(([name, value]) => [name, Math.round(value * 1000) / 1000]));
}
