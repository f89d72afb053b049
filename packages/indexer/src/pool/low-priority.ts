/** Low thread priority for work that nobody waits for. Knows threads, not their work. */
import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";

/**
 * Lowers the priority of the calling thread only: on Linux, each thread has its own. Raising it again needs privileges,
 * so such a thread does no other work. Does nothing where threads have no priority of their own. Source: proc(5),
 * /proc/thread-self; setpriority(2), on threads.
 */
export function lowerThreadPriority(): void {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The priority is an optimization: ignore failures.
  }
}
