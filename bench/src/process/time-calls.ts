/** Times of calls, one after the other. */

/** Calls before the measurement: code is compiled, and caches are filled as in any server. */
const WARM_UP = 20;

/** Milliseconds of a call with each input, after the last inputs were called without being timed. */
export async function timeAll<T>(inputs: readonly T[], ask: (input: T) => Promise<unknown>): Promise<number[]> {
  for (const input of inputs.slice(-WARM_UP)) await ask(input);
  const times: number[] = [];
  for (const input of inputs) times.push(await timed(() => ask(input)));
  return times;
}

/** Milliseconds of a call. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
