/**
 * Measures how long queries have waited without success for changed files to be indexed. A switch of branches takes seconds to index: the first
 * query waits, and queries during the same work are answered at once. One instance per repository. Knows times, not refreshes.
 */
export class RefreshWait {
  private pending = 0;
  private sinceMs = 0;

  /**
   * Records that a query waits for a refresh. @param refresh must not reject
   * @returns ms that queries have waited since the wait began or the last refresh ended
   */
  begin(refresh: Promise<unknown>, now = () => performance.now()): number {
    const nowMs = now();
    if (this.pending === 0) this.sinceMs = nowMs;
    this.pending++;
    void refresh.then(() => {
      this.pending--;
      this.sinceMs = now();
    });
    return nowMs - this.sinceMs;
  }

  /** Ms that queries have waited since the wait began or the last refresh ended; 0 if none waits. */
  waitedMs(now = () => performance.now()): number {
    return this.pending === 0 ? 0 : now() - this.sinceMs;
  }
}
