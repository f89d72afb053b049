/** A file's stat as discovery takes it, of one file. */

import type { FileStat } from "@sdl/model";
import { resolveRoot } from "./access/safe-path.js";
import { WorkspaceError } from "./access/workspace-error.js";
import { diskView } from "./disk-view.js";

/** @param path repo-relative @returns `undefined` where there is no regular file, or none that can be looked at */
export function statInRoot(root: string, path: string): FileStat | undefined {
  try {
    const found = diskView(resolveRoot(root)).stat(path);
    return typeof found === "object" && found.isRegular ? found.stat : undefined;
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined;
    throw error;
  }
}
