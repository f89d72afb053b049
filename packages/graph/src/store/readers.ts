/** Current readers of a store, from LMDB's table of readers. */

export interface StoreReader {
  readonly pid: number;
  /**
   * Number of commits since the state that the reader holds. Pages freed by those commits cannot be reused before the reader releases its
   * transaction.
   */
  readonly commitsBehind: number;
}

/**
 * @param table text printed by the library: a heading, then process, thread and transaction (`-` for none) of each reader
 * @returns readers that hold a transaction, the oldest transaction first
 */
export function parseReaders(table: string, lastTransaction: number): StoreReader[] {
  const rows = table.split("\n").flatMap((line) => {
    const [, pid, transaction] = /^\s*(\d+)\s+[0-9a-f]+\s+(\d+)\s*$/.exec(line) ?? [];
    if (pid === undefined || transaction === undefined) return [];
    return [{ pid: Number(pid), commitsBehind: Math.max(0, lastTransaction - Number(transaction)) }];
  });
  return rows.sort((a, b) => b.commitsBehind - a.commitsBehind || a.pid - b.pid);
}
