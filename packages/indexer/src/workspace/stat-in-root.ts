/** Stats of single files, as discovery takes them. */

import type { FileStat } from "@sdl/model";
import { resolveRoot } from "./access/safe-path.js";
import { WorkspaceError } from "./access/workspace-error.js";
import { diskView } from "./disk-view.js";

/** @param path repo-relative @returns `undefined` where there is no regular file, or none that can be looked at */
export function statInRoot(root: string, path: string): FileStat | undefined {
  try {
    return statsInRoot(root)(path);
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined;
    throw error;
  }
}

/** {@link statInRoot} of many files. @throws {WorkspaceError} `ROOT_UNREADABLE` */
export function statsInRoot(root: string): (path: string) => FileStat | undefined {
  const view = diskView(resolveRoot(root));
  return (path) => {
    const found = view.stat(path);
    return typeof found === "object" && found.isRegular ? found.stat : undefined;
  };
}
