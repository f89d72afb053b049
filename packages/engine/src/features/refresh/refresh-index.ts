/** Refreshes the index as a client requests it. */

import type { RefreshResult } from "@sdl/repository";
import type { ActionContext } from "../../contract/action.js";
import { requireSources } from "../../query/open-indexed.js";
import { refreshRepository } from "../../query/refresh-repository.js";

/** Which repository, and whether to check every file. */
export interface RefreshRequest {
  readonly repoId?: string | undefined;
  readonly mode: "full" | "incremental";
  readonly reason?: string | undefined;
}

/** @throws {SdlError} `repo_not_found`, `busy`, `corrupt_store`; an AbortError when the client cancels */
export async function refreshIndex(context: ActionContext, request: RefreshRequest): Promise<object> {
  const entry = await context.engine.find(request.repoId, true);
  // A full refresh also examines the store, because a client that requests one may doubt the index.
  if (request.mode === "full") await context.engine.examineRepository(entry);
  const repository = await context.engine.open(entry);
  if (!repository.isIndexed() || repository.snapshot().counts.files === 0) requireSources(entry);
  const result = await refreshRepository(context, repository, {
    mode: request.mode,
    onProgress: context.onProgress,
    reason: request.reason,
  });
  return { ok: true, repoId: entry.repoId, ...toWireResult(result) };
}

function toWireResult({ created: _, directories: __, ...result }: RefreshResult): object {
  const skipped = result.skipped.map(({ path, reason }) => ({ file: path, reason }));
  return { ...result, skipped, durationMs: Math.round(result.durationMs) };
}
