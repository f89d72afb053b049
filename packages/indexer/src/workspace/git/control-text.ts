/** Reader of small text files in a git directory, which never blocks and never leaves the directory. */
import { readFileInRoot } from "../access/read-file.js";
import { WorkspaceError } from "../access/workspace-error.js";

/** Reads a file. @returns `undefined` if it does not exist or cannot be read: damage counts as absence */
export function readControlText(directory: string, name: string, maxBytes = 64 * 1024): string | undefined {
  try {
    return readFileInRoot(directory, name, { maxBytes }).bytes.toString("utf8");
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined;
    throw error;
  }
}
