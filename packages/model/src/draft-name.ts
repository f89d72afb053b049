/** Names of drafts: a file that is written whole gets its bytes under such a name, beside its place, and is then moved there. */

const DRAFT = /\.(?:[0-9a-f]{12}|\d+)\.tmp$/;

/** A draft that is older belongs to a process that died: a writer has its own for some milliseconds. */
export const ABANDONED_DRAFT_MS = 3_600_000;

/**
 * Threads of one process, and containers that share a folder, have the same process number: a draft is named by chance.
 * @param path of the file @param random six random bytes, as 12 hex digits
 */
export function draftName(path: string, random: string): string {
  return `${path}.${random}.tmp`;
}

/** Whether a file is a draft. Older programs named theirs by the number of their process. */
export function isDraftName(name: string): boolean {
  return DRAFT.test(name);
}
