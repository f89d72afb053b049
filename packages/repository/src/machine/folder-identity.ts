/** Which folder is which, whatever it is called. */
import { statSync } from "node:fs";

/** Which folder a root is, also after it was moved; another folder that lies in its place later is another one. `undefined`: it is gone. */
export function folderIdentity(rootPath: string): string | undefined {
  const stat = statSync(rootPath, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? undefined : [stat.dev, stat.ino, stat.birthtimeNs].join(" ");
}
