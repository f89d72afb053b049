/** Refreshes a repository, as every query and action does: first the index, then memories and the size limit. */

import { faultOf, type RefreshOptions, type RefreshResult, type Repository } from "@sdl/repository";
import { enforceSizeLimit } from "../clean/enforce-size-limit.js";
import type { ActionContext } from "../contract/action.js";
import { importMemories } from "./knowledge/repository-memories.js";

/** Imports memories; an error is logged but does not fail the refresh, because the index is complete. */
async function importMemoriesSafely(engine: ActionContext["engine"], repository: Repository): Promise<void> {
  try {
    importMemories(engine, repository);
  } catch (error) {
    const { repoId } = repository;
    const path = engine.log.record({ repoId, ...faultOf("importing memories", undefined, error) });
    engine.showNotice(
      `Memories of ${repoId} could not be refreshed; ${path === undefined ? "" : `see ${path}; `}the index is complete.`,
    );
  }
}

/** @throws {SdlError} `busy`, `corrupt_store`; an AbortError when the client cancels */
export async function refreshRepository(
  { engine, signal, waitMs }: ActionContext,
  repository: Repository,
  options: Omit<RefreshOptions, "signal" | "waitMs">,
): Promise<RefreshResult> {
  const result = await repository.refresh({
    ...options,
    signal,
    waitMs,
  });
  await importMemoriesSafely(engine, repository);
  const notice = result.created ? await enforceSizeLimit(engine, repository) : undefined;
  if (notice !== undefined) engine.showNotice(notice);
  return result;
}
