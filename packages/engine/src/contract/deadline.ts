/** Time limits of actions that call other actions: one signal for the caller's cancellation and for the clock. */

export interface Deadline {
  readonly signal: AbortSignal;
  isOver(): boolean;
  clear(): void;
}

/**
 * @param now the clock, for work that gives timers no turn
 * @throws an AbortError if `outer` has already fired
 */
export function deadlineAfter(durationMs: number, outer: AbortSignal | undefined, now: () => number): Deadline {
  outer?.throwIfAborted();
  const started = now();
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), durationMs);
  return {
    signal: outer === undefined ? timer.signal : AbortSignal.any([outer, timer.signal]),
    isOver: () => outer?.aborted !== true && (timer.signal.aborted || now() - started >= durationMs),
    clear: () => clearTimeout(timeout),
  };
}
