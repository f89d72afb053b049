/** Progress of a refresh as the protocol wants it: one rising number out of 100, and few messages. */

import type { ServerContext } from "@modelcontextprotocol/server";
import type { RefreshPhase, RefreshProgress } from "@sdl/engine";

/** Where each phase begins and ends, in hundredths of a refresh; measured on cold indexes. */
const PHASES: Readonly<Record<RefreshPhase, readonly [number, number]>> = {
  wait: [0, 0],
  discover: [0, 5],
  extract: [5, 80],
  link: [80, 95],
  publish: [95, 100],
};

const INTERVAL_MS = 100;

/** `undefined` when the client did not ask for progress. */
export function createProgressReporter(
  request: ServerContext["mcpReq"],
): ((progress: RefreshProgress) => void) | undefined {
  const progressToken = request._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let reported = -1;
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  let reportedPhase: RefreshPhase | undefined;
  return (update) => {
    const progress = percentDone(update);
    const nowMs = performance.now();
    const isDue = update.phase !== reportedPhase || nowMs - reportedAtMs >= INTERVAL_MS;
    if (progress <= reported || !isDue) return;
    reported = progress;
    reportedAtMs = nowMs;
    reportedPhase = update.phase;
    const message = update.message ?? `${update.phase} ${update.done}/${update.total}`;
    const params = { progressToken, progress, total: 100, message };
    // A client that has gone is noticed by the transport, not here.
    request.notify({ method: "notifications/progress", params }).catch(ignoreClosedConnection);
  };
}

function ignoreClosedConnection(): undefined {
  return undefined;
}

function percentDone({ phase, done, total, doneBytes, totalBytes }: RefreshProgress): number {
  const [start, end] = PHASES[phase];
  const share = totalBytes > 0 ? doneBytes / totalBytes : total > 0 ? done / total : 0;
  return Math.round((start + (end - start) * Math.min(1, share)) * 10) / 10;
}
