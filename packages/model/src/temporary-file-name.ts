/** Names of temporary files: a file is written under such a name in the target's folder and then moved to the target. */

const TEMPORARY_FILE = /\.(?:[0-9a-f]{12}|\d+)\.tmp$/;

/** Age in milliseconds above which a temporary file belongs to a process that died; a writer needs it for some milliseconds. */
export const ABANDONED_FILE_MS = 3_600_000;

/**
 * Name of a temporary file. Random, because threads of one process, and containers that share a folder, may have the same process id.
 * @param path path of the target @param random six random bytes, as 12 hex digits
 */
export function temporaryFileName(path: string, random: string): string {
  return `${path}.${random}.tmp`;
}

/** Whether a file is a temporary file. Older programs used the process id in its name. */
export function isTemporaryFileName(name: string): boolean {
  return TEMPORARY_FILE.test(name);
}
