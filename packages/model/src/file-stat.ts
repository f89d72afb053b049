/** File stats for detecting changed files. Knows numbers only. */

/**
 * A file's stat identity. Times are milliseconds since the epoch, as the doubles that the system call returns: exact to a quarter of a
 * microsecond, which is finer than a kernel tick, and half the size of a bigint. Different files with equal identities were written within one
 * tick, so a file as recent as the last scan is hashed again.
 */
export interface FileStat {
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/** Whether two stats belong to the same, unchanged file. */
export function isSameStat(a: FileStat, b: FileStat): boolean {
  return a.sizeBytes === b.sizeBytes && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}
