/** How a server knows that it has a front. The number is the front's: what a server starts in turn inherits it and has another parent. */
import process from "node:process";

const PARENT_VARIABLE = "SDL_SERVE_PARENT";
/** Why the server before this one ended; absent when there was none. */
const REASON_VARIABLE = "SDL_SERVE_AFTER";

/**
 * How glibc's allocator keeps memory, which it learns when a process starts; other systems do not read it. By default every thread fills an arena
 * of its own, and what is freed stays with the process: a server of many days would hold what its busiest moment took. What the user sets holds.
 * Source: mallopt(3).
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: String(1024 * 1024) };

/** What a server is started with. @param own the front's environment @param reason why the server before it ended */
export function serverEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  reason: string | undefined,
): Record<string, string | undefined> {
  return { ...ALLOCATOR, ...own, [PARENT_VARIABLE]: String(process.pid), [REASON_VARIABLE]: reason };
}

export function hasFront(): boolean {
  return process.env[PARENT_VARIABLE] === String(process.ppid);
}

/** Whether another server of the same front has died. */
export function isSuccessor(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[REASON_VARIABLE] !== undefined;
}
