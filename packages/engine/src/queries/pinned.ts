/** One query: opens the repository, refreshes it if asked, computes on one snapshot, and says what the answer rests on. */
import { SdlError } from "@sdl/model";
import type { ActionContext } from "../actions/action.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import type { Freshness, Workspace } from "../workspace/workspace.js";

export type Snapshot = ReturnType<Workspace["snapshot"]>;

export interface QueryTarget {
  readonly repoId?: string | undefined;
  readonly fresh?: boolean | undefined;
}

/** What a computation may use. */
export interface Query {
  readonly entry: RegistryEntry;
  readonly workspace: Workspace;
  readonly graph: Snapshot;
}

/** The state that an answer was computed from. */
export interface Pinned {
  readonly ledgerVersion: string;
  /** The UTC day that every decay is computed for. */
  readonly asOfDay: string;
}

export interface AnswerBasis {
  readonly pinned: Pinned;
  /** ISO time of the last comparison with the disk. */
  readonly checkedAt: string;
  readonly staleFiles: number;
}

/**
 * @throws {SdlError} `repo_not_found`, `not_indexed`, and what `compute` throws
 */
export async function runQuery<T extends object>(
  context: ActionContext,
  target: QueryTarget,
  compute: (query: Query) => T | Promise<T>,
): Promise<T & AnswerBasis> {
  const entry = context.engine.resolve(target.repoId);
  const workspace = await context.engine.open(entry);
  if (target.fresh === true) await workspace.refresh({ mode: "incremental", ...signalOf(context) });
  if (!workspace.isIndexed()) throw notIndexed(entry);
  const graph = workspace.snapshot();
  const answer = await compute({ entry, workspace, graph });
  return { ...answer, ...basisOf(graph.version, workspace.freshness(), context.engine.now()) };
}

export function pinnedState(ledgerVersion: string, nowMs: number): Pinned {
  return { ledgerVersion, asOfDay: new Date(nowMs).toISOString().slice(0, 10) };
}

function basisOf(ledgerVersion: string, freshness: Freshness, nowMs: number): AnswerBasis {
  return {
    pinned: pinnedState(ledgerVersion, nowMs),
    checkedAt: new Date(freshness.checkedAtMs).toISOString(),
    staleFiles: freshness.staleFiles,
  };
}

export function signalOf(context: ActionContext): { readonly signal?: AbortSignal } {
  return context.signal === undefined ? {} : { signal: context.signal };
}

function notIndexed({ repoId, rootPath }: RegistryEntry): SdlError {
  return new SdlError("not_indexed", `repository ${JSON.stringify(repoId)} (${rootPath}) has no index yet; refresh it first`, {
    nextBestAction: {
      tool: "sdl.index.refresh",
      args: { repoId, mode: "incremental" },
      rationale: "builds the index; the call that failed then works",
    },
  });
}
