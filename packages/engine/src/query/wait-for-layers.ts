/** Waits for derived layers that a query needs and its version does not have yet, or describes that they are missing. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Repository, workProgress } from "@sdl/repository";
import type { ActionContext } from "../contract/action.js";

/**
 * How an action uses derived layers. `used`: it answers without them if they are missing, with a warning. `needed`: its answer depends on them, so
 * it waits for them first.
 */
export type LayersUse = "used" | "needed";

/** Maximum wait in ms: deriving takes a few seconds, longer for the largest repositories. */
const WAIT_MS = 10_000;
/** What a progress message says while layers are derived. */
export const DERIVING = "building test links, commit counts and clusters";
/** Interval of checks while another process derives the layers, in ms. */
const LOOK_MS = 100;

/** Resolves when the latest version has its layers, when they cannot be built, or after WAIT_MS. @throws the signal's reason */
export async function waitForLayers(
  repository: Repository,
  { signal, onProgress }: Pick<ActionContext, "signal" | "onProgress">,
): Promise<void> {
  const deadlineMs = performance.now() + WAIT_MS;
  if (lacksLayers(repository)) onProgress?.(workProgress(DERIVING));
  while (lacksLayers(repository) && performance.now() < deadlineMs) {
    const isOver = sleep(deadlineMs - performance.now(), undefined, { ref: false });
    // Errors are ignored here, because the answer states why layers are missing.
    await Promise.race([repository.settleLayers().catch(() => undefined), isOver]);
    signal?.throwIfAborted();
    if (repository.readOnly || repository.derivationFault() !== undefined) return;
    if (lacksLayers(repository)) await sleep(LOOK_MS);
  }
}

/** @param fault why the layers cannot be built, if known */
export function missingLayersNote(fault: string | undefined): string {
  const words = "test links, commit counts and clusters of this version";
  return fault === undefined
    ? `${words} are still being built; repeat the call in some seconds to include them`
    : `${words} are missing: ${fault}`;
}

function lacksLayers(repository: Repository): boolean {
  return repository.snapshot().derived() === undefined;
}
