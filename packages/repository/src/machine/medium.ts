/**
 * Whether a file system can hold a store. LMDB maps its file into memory and locks between processes through another: over a network
 * either may show a process what was long changed.
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

/** The name of a file system that cannot; `undefined` for all others, and where the system does not say. @param folder one that exists */
export function unfitMedium(
  folder: string,
  statfs: (path: string) => { readonly type: number } = statfsSync,
): string | undefined {
  try {
    return NETWORK[statfs(folder).type >>> 0];
  } catch {
    return undefined; // a folder that cannot be asked fails when it is opened, with a better word
  }
}
