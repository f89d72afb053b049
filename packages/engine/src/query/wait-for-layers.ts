/** Derived layers that a query needs and its version lacks: waited for, or named in the answer. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Repository, workProgress } from "@sdl/repository";
import type { ActionContext } from "../contract/action.js";

/**
 * What an action does with derived layers. `used`: it answers without them, and says so. `needed`: they are most of its answer, so it waits
 * for them first.
 */
export type LayersUse = "used" | "needed";

/** Deriving takes a few seconds, of the largest repositories more. */
const WAIT_MS = 10_000;
export const DERIVING = "deriving test links, churn and clusters";
/** Between looks while another process derives them. */
const LOOK_MS = 100;

/** Returns when the layers of the latest version are there, cannot be made, or the time is over. @throws the signal's reason */
export async function waitForLayers(
  repository: Repository,
  { signal, onProgress }: Pick<ActionContext, "signal" | "onProgress">,
): Promise<void> {
  const deadlineMs = performance.now() + WAIT_MS;
  if (lacksLayers(repository)) onProgress?.(workProgress(DERIVING));
  while (lacksLayers(repository) && performance.now() < deadlineMs) {
    const isOver = sleep(deadlineMs - performance.now(), undefined, { ref: false });
    // What hinders it, the answer says.
    await Promise.race([repository.settleLayers().catch(() => undefined), isOver]);
    signal?.throwIfAborted();
    if (repository.readOnly || repository.derivationFault() !== undefined) return;
    if (lacksLayers(repository)) await sleep(LOOK_MS);
  }
}

/** @param fault why they cannot be made, if that is known */
export function lackOfLayers(fault: string | undefined): string {
  const words = "test links, churn and clusters of this version";
  return fault === undefined
    ? `${words} are still being made; an answer in some seconds has them`
    : `${words} are missing: ${fault}`;
}

function lacksLayers(repository: Repository): boolean {
  return repository.snapshot().derived() === undefined;
}
