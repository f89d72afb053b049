/** Where git, or the folder that it is asked about, cannot be read. */
import { GitError, WorkspaceError } from "@sdl/indexer";

/** Whether git, or the folder that it is asked about, cannot be read: what would be told by it is not known then. */
export function isGitFault(error: unknown): boolean {
  return error instanceof GitError || error instanceof WorkspaceError;
}

/** @returns `undefined` where git cannot be read */
export function unlessGitFails<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isGitFault(error)) return undefined;
    throw error;
  }
}
