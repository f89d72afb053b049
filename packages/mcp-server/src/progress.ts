/** Progress of a refresh as the protocol wants it: one rising number out of 100, and few messages. */

import type { ServerContext } from "@modelcontextprotocol/server";
import { type RefreshPhase, type RefreshProgress, shareDone } from "@sdl/engine";

const INTERVAL_MS = 100;
const STEP = 0.01;

/** `undefined` when the client did not ask for progress. */
export function createProgressReporter(
  request: Pick<ServerContext["mcpReq"], "_meta" | "notify">,
): ((progress: RefreshProgress) => void) | undefined {
  const progressToken = request._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let reported = -1;
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  let reportedPhase: RefreshPhase | undefined;
  return (update) => {
    // Nobody knows how much such a step is: the number only rises.
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
    // A client that has gone is noticed by the transport, not here.
    request.notify({ method: "notifications/progress", params }).catch(ignoreClosedConnection);
  };
}

function ignoreClosedConnection(): undefined {
  return undefined;
}

function percentDone(progress: RefreshProgress): number {
  return Math.round(shareDone(progress) * 1000) / 10;
}
