/** Stats of single files, as discovery takes them. */

import type { FileStat } from "@sdl/model";
import { resolveRoot } from "./access/safe-path.js";
import { WorkspaceError } from "./access/workspace-error.js";
import { diskView } from "./disk-view.js";

/**
 * The stat of a file. @param path repo-relative @returns `undefined` if it is no regular file, or cannot be accessed
 */
export function statInRoot(root: string, path: string): FileStat | undefined {
  try {
    return statsInRoot(root)(path);
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined;
    throw error;
  }
}

/** A function that returns {@link statInRoot} for many files. @throws {WorkspaceError} `ROOT_UNREADABLE` */
export function statsInRoot(root: string): (path: string) => FileStat | undefined {
  const view = diskView(resolveRoot(root));
  return (path) => {
    const found = view.stat(path);
    return typeof found === "object" && found.isRegular ? found.stat : undefined;
  };
}
