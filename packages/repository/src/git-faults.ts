/** Failures of git, or of reading the folder of a repository. */
import { GitError, WorkspaceError } from "@sdl/indexer";

/** Whether an error means that git, or the folder, cannot be read, so that the answer is unknown. */
export function isGitFault(error: unknown): boolean {
  return error instanceof GitError || error instanceof WorkspaceError;
}

/** Calls `read`. @returns `undefined` if git cannot be read */
export function unlessGitFails<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isGitFault(error)) return undefined;
    throw error;
  }
}
