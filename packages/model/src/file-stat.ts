/** What tells whether a file is still the one that was read. Knows numbers only. */

/**
 * A file's stat identity. Times are milliseconds since the epoch as the doubles the system call gives: exact to a quarter of a
 * microsecond, which is finer than a kernel tick, and half the size of a bigint. Files with equal identities may differ only
 * if they were written within one tick, so a file as young as the last scan is hashed again.
 */
export interface FileStat {
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/** Whether two stats are of the same, unchanged file. */
export function isSameStat(a: FileStat, b: FileStat): boolean {
  return a.sizeBytes === b.sizeBytes && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}
