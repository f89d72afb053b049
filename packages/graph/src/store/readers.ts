/** Who reads a store now, from LMDB's table of readers. */

export interface StoreReader {
  readonly pid: number;
  /** How many commits were made since the state that it holds; pages that these freed cannot be used again before it lets go. */
  readonly commitsBehind: number;
}

/**
 * @param table as the library prints it: a heading, then process, thread and transaction (`-` for none) of each reader
 * @returns those that hold a state, the oldest first
 */
export function parseReaders(table: string, lastTransaction: number): StoreReader[] {
  const rows = table.split("\n").flatMap((line) => {
    const [, pid, transaction] = /^\s*(\d+)\s+[0-9a-f]+\s+(\d+)\s*$/.exec(line) ?? [];
    if (pid === undefined || transaction === undefined) return [];
    return [{ pid: Number(pid), commitsBehind: Math.max(0, lastTransaction - Number(transaction)) }];
  });
  return rows.sort((a, b) => b.commitsBehind - a.commitsBehind || a.pid - b.pid);
}
