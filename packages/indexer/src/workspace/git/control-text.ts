/** Small text files of a git directory, read with the primitive that neither waits nor leaves the directory. */
import { readFileInRoot } from "../access/read-file.js";
import { WorkspaceError } from "../access/workspace-error.js";

/** @returns `undefined` when there is no such file, or none that may be read: damage counts as absence */
export function readControlText(directory: string, name: string, maxBytes = 64 * 1024): string | undefined {
  try {
    return readFileInRoot(directory, name, { maxBytes }).bytes.toString("utf8");
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined;
    throw error;
  }
}
