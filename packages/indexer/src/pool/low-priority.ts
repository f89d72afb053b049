/** Work that nobody waits for runs on threads of low priority. Knows threads, not what runs on them. */
import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";

/**
 * Lowers the priority of the calling thread alone: on Linux, each thread has its own. It cannot be raised again without privileges, so such a thread
 * serves nothing else. Where threads have no priority of their own, nothing happens.
 * Kernel documentation: proc(5), /proc/thread-self; setpriority(2), on threads.
 */
export function lowerThreadPriority(): void {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Nothing depends on it.
  }
}
