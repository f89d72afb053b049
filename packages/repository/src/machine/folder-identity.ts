/** Identity of folders, independent of their names. */
import { statSync } from "node:fs";

/** Identity of a root folder: kept when it is moved; another folder in its place has another identity. `undefined` if it is gone. */
export function folderIdentity(rootPath: string): string | undefined {
  const stat = statSync(rootPath, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? undefined : [stat.dev, stat.ino, stat.birthtimeNs].join(" ");
}
