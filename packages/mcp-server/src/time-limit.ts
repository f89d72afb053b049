/**
 * Time limit of a request: when it is reached, the work receives a stop signal and the answer does not wait for its
 * end.
 */
import { SdlError } from "@sdl/engine";

/**
 * Runs `work` within a limit.
 * @param limitMs absent means no limit
 * @param signal the client's signal
 * @param work receives a signal that fires when the client's signal fires or the time limit is reached
 * @throws {SdlError} `busy` when the time limit is reached; otherwise the error of `work`
 */
export async function withinLimit<T>(
  limitMs: number | undefined,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (limitMs === undefined) return work(signal);
  const stop = new AbortController();
  const leave = () => stop.abort(signal.reason);
  let timer: NodeJS.Timeout | undefined;
  const isOver = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = timeoutError(limitMs);
      reject(error);
      stop.abort(error);
    }, limitMs);
  });
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([work(stop.signal), isOver]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
  }
}

function timeoutError(limitMs: number): SdlError {
  const message = `the request took longer than the ${limitMs / 1000} seconds that this server allows, and was stopped`;
  return new SdlError("busy", `${message}; ask for less, or raise --request-timeout where the server is started`);
}
