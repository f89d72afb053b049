/** Error for queries that cannot wait until the index is built: progress, and when to repeat the query. */
import { SdlError } from "@sdl/model";
import { type RefreshPhase, shareDone } from "../refresh/refresh-request.js";
import type { RefreshState } from "./shared-refresh.js";

const WORDS: Readonly<Record<RefreshPhase, string>> = {
  wait: "waiting for another process",
  discover: "finding files",
  extract: "reading symbols",
  link: "linking",
  publish: "publishing",
  work: "working",
};
/** Longest suggested delay. */
const LONGEST_MS = 60_000;
const STEP_MS = 5_000;

/** The error for a running build. */
export function stillIndexing(repoId: string, state: RefreshState | undefined, nowMs = performance.now()): SdlError {
  const { phase = "discover", done = 0, total = 0 } = state?.progress ?? {};
  const share = state?.progress === undefined ? 0 : shareDone(state.progress);
  const files = total > 0 ? `, ${done} of ${total} files` : "";
  const seconds = timeLeft(nowMs - (state?.startedMs ?? nowMs), share) / 1000;
  const far = `${Math.floor(share * 100)} % done (${WORDS[phase]}${files})`;
  return new SdlError("busy", `${repoId} is being indexed: ${far}. Indexing continues; ask again in ${seconds} s`);
}

/** Estimated remaining time at the current rate, in whole steps, limited because the rate is uncertain. */
function timeLeft(elapsedMs: number, share: number): number {
  const leftMs = share < 0.01 ? LONGEST_MS / 2 : (elapsedMs * (1 - share)) / share;
  return Math.min(LONGEST_MS, Math.max(STEP_MS, Math.ceil(leftMs / STEP_MS) * STEP_MS));
}
