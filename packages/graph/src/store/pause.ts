/** Blocking pause of the thread, for retries inside a synchronous call. */

/** @param ms milliseconds; may be fractional */
export function pauseThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
