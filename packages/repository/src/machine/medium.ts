/**
 * Suitability of a file system for a store. LMDB maps its file into memory and locks between processes through another
 * file; over a network, either may be outdated.
 */
import { statfsSync } from "node:fs";

/** `statfs` types: linux/magic.h, and the manual page of statfs(2). */
const NETWORK: Readonly<Record<number, string>> = {
  26985: "NFS",
  20859: "SMB",
  4283649346: "CIFS",
  4266872130: "SMB2",
  16914839: "9p",
  1397113167: "AFS",
  1799439955: "AFS",
  12805120: "Ceph",
  198183888: "Lustre",
  1196443219: "GPFS",
  2020557398: "VirtualBox shared folder",
  3133910204: "VMware shared folder",
  1702057286: "FUSE",
};

/** The name of an unsuitable file system; `undefined` for all others, or if the system does not tell. @param folder an existing one */
export function unfitMedium(
  folder: string,
  statfs: (path: string) => { readonly type: number } = statfsSync,
): string | undefined {
  try {
    return NETWORK[statfs(folder).type >>> 0];
  } catch {
    return undefined; // A folder that cannot be checked fails when it is opened, with a better message.
  }
}
