/** A repository's state as a client asks for it. */
import type { ActionContext } from "../actions/action.js";
import type { Snapshot } from "../registry/held-snapshot.js";
import type { Freshness, Workspace } from "../workspace/workspace.js";
import { type HealthComponents, healthScore, type IndexHealth, measureHealth } from "./index-health.js";
import { type QueryTarget, signalOf } from "./pinned.js";

const measured = new WeakMap<Workspace, { readonly version: string; readonly health: IndexHealth }>();

/** A repository without an index has a status too: it says so. @throws {SdlError} `repo_not_found` */
export async function repositoryStatus(context: ActionContext, target: QueryTarget): Promise<object> {
  const { engine } = context;
  const entry = engine.resolve(target.repoId);
  const { repoId, rootPath } = entry;
  const { workspace, snapshot, storeWarnings } = await engine.open(entry);
  if (target.fresh === true) await workspace.refresh({ mode: "incremental", ...signalOf(context) });
  const identity = { repoId, rootPath, warnings: [...storeWarnings, ...workspace.warnings()] };
  await workspace.whenIndexed(context.signal);
  if (!workspace.isIndexed())
    return { ...identity, filesIndexed: 0, symbolsIndexed: 0, edgesIndexed: 0, healthScore: 0 };
  const freshness = await workspace.compareWithDisk();
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
