/** A pause of the thread, for tries that must end before a synchronous call returns. */

/** @param ms milliseconds, fractions of them too */
export function pauseThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
