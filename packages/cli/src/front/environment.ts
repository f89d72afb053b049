/** How a server knows that it has a front. The number is the front's: what a server starts in turn inherits it and has another parent. */
import process from "node:process";

export const PARENT_VARIABLE = "SDL_SERVE_PARENT";
/** Why the server before this one ended; absent when there was none. */
export const REASON_VARIABLE = "SDL_SERVE_AFTER";

export function hasFront(): boolean {
  return process.env[PARENT_VARIABLE] === String(process.ppid);
}

/** Whether another server of the same front has died. */
export function isSuccessor(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[REASON_VARIABLE] !== undefined;
}
