/** Identity of folders, independent of their names. */
import { statSync } from "node:fs";

/**
 * Identity of a root folder. Moving the folder keeps it; a new folder at the same path has another one. `undefined` if
 * the folder does not exist.
 */
export function folderIdentity(rootPath: string): string | undefined {
  const stat = statSync(rootPath, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? undefined : [stat.dev, stat.ino, stat.birthtimeNs].join(" ");
}
