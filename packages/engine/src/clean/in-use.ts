/** Whether a process uses a store: checks its leases, and the files that processes of this user have open. */
import { readlinkSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { listFolder } from "@sdl/graph";
import { leaseHolder } from "@sdl/repository";

/** Every file that a process of this user has open, including this process. Empty if the platform does not provide this. */
export function openFiles(): ReadonlySet<string> {
  const files = new Set<string>();
  for (const pid of listFolder("/proc").filter((name) => /^\d+$/.test(name))) {
    for (const descriptor of listFolder(`/proc/${pid}/fd`)) {
      const file = followDescriptor(`/proc/${pid}/fd/${descriptor}`);
      if (file !== undefined) files.add(file);
    }
  }
  return files;
}

function followDescriptor(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined; // closed meanwhile, or another user's
  }
}

/** @param path a folder of a store, or a file in it */
export function isInUse(path: string, open: ReadonlySet<string>): boolean {
  if (leaseHolder(join(path, "indexer.lease")) !== undefined) return true;
  if (leaseHolder(join(path, "derivation.lease")) !== undefined) return true;
  const real = resolveLinks(path);
  return [...open].some((file) => file === real || file.startsWith(real + sep));
}

function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // deleted meanwhile
  }
}
