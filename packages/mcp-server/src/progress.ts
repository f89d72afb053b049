/** Progress notifications of a refresh: one rising number out of 100, at a limited rate. */

import type { ServerContext } from "@modelcontextprotocol/server";
import { type RefreshPhase, type RefreshProgress, shareDone } from "@sdl/engine";

const INTERVAL_MS = 100;
const STEP = 0.01;

/** @returns `undefined` if the client asked for no progress */
export function createProgressReporter(
  request: Pick<ServerContext["mcpReq"], "_meta" | "notify">,
): ((progress: RefreshProgress) => void) | undefined {
  const progressToken = request._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let reported = -1;
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  let reportedPhase: RefreshPhase | undefined;
  return (update) => {
    // The size of such a step is unknown: the number only rises a little.
    const isStep = update.phase === "work";
    const progress = isStep ? Math.max(0, reported) + STEP : percentDone(update);
    const nowMs = performance.now();
    const isDue = update.phase !== reportedPhase || nowMs - reportedAtMs >= INTERVAL_MS;
    if (progress <= reported || !isDue) return;
    reported = progress;
    reportedAtMs = nowMs;
    reportedPhase = update.phase;
    const message = update.message ?? `${update.phase} ${update.done}/${update.total}`;
    const params = { progressToken, progress, ...(isStep ? {} : { total: 100 }), message };
    // The transport notices a client that has disconnected; here it is ignored.
    request.notify({ method: "notifications/progress", params }).catch(ignoreClosedConnection);
  };
}

function ignoreClosedConnection(): undefined {
  return undefined;
}

function percentDone(progress: RefreshProgress): number {
  return Math.round(shareDone(progress) * 1000) / 10;
}
