/** Questions that are being answered, in the order in which they came. */

/** Counts uses and questions with one clock: what was last used before the oldest question came is in no use. */
export class RunningQuestions {
  private ticks = 0;
  private readonly begun = new Set<number>();

  /** The next moment. */
  tick(): number {
    return ++this.ticks;
  }

  /** Whether something that was last used at a moment may still be in use. */
  mayUse(lastUse: number): boolean {
    const [oldest] = this.begun;
    return oldest !== undefined && lastUse >= oldest;
  }

  async track<T>(question: () => Promise<T>): Promise<T> {
    const begun = this.tick();
    this.begun.add(begun);
    try {
      return await question();
    } finally {
      this.begun.delete(begun);
    }
  }
}
