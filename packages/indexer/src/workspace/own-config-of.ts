/** Current configuration of a repository, read without walking more than its root. */
import { resolveRoot } from "./access/safe-path.js";
import { discoverTree } from "./discover.js";
import type { DiscoverOptions, Discovery } from "./discovery.js";
import { diskView } from "./disk-view.js";

/** Reads it by discovery's own walk with an empty view. @throws {WorkspaceError} `ROOT_UNREADABLE` */
export function ownConfigOf(root: string, options: DiscoverOptions = {}): Pick<Discovery, "config" | "maxFileBytes"> {
  const view = diskView(resolveRoot(root));
  const entries = (prefix: string): ReturnType<typeof view.entries> => {
    const found = view.entries(prefix);
    return Array.isArray(found) ? found.filter(({ type }) => type !== "directory" && prefix === "") : found;
  };
  return discoverTree({ ...view, entries, stat: () => undefined }, options);
}
