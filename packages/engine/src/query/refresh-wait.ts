/**
 * How long questions have waited in vain for changed files to be indexed. A switch of branches takes seconds: the first question waits, those that
 * come while the same work goes on are answered at once. Of one repository. Knows time; refuses to know refreshes.
 */
export class RefreshWait {
  private pending = 0;
  private sinceMs = 0;

  /**
   * Notes that a question waits for a refresh. @param refresh must not reject
   * @returns for how long some refresh was waited for while none ended
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

  /** For how long some refresh is waited for now while none ended. */
  waitedMs(now = () => performance.now()): number {
    return this.pending === 0 ? 0 : now() - this.sinceMs;
  }
}
