/**
 * Goes on in a process of its own with what a command or a server left unfinished when it ended: files that an answer did not know yet, and
 * layers that are derived. The process is `sdl index` at low priority; it ends by itself.
 */
import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import process from "node:process";

/** `off`: nothing goes on when a process ends. */
const VARIABLE = "SDL_BACKGROUND";

export function mayFinishBehind(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[VARIABLE] !== "off";
}

/** @param store where the indexes lie, if that was said */
export function finishBehind(roots: readonly string[], store: string | undefined): void {
  const [, program] = process.argv;
  if (program === undefined) return;
  for (const root of roots) {
    const place = store === undefined ? [] : ["--store", store];
    // It starts none in turn: what it cannot finish, it could not finish again.
    const env = { ...process.env, [VARIABLE]: "off" };
    const child = spawn(process.execPath, [program, "index", root, ...place], {
      ...{ detached: true, stdio: "ignore", env, cwd: root },
    });
    // Where no process can be started, the next question finds the work.
    child.on("error", () => undefined);
    stepBack(child.pid);
    child.unref();
  }
}

function stepBack(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Nothing depends on it.
  }
}
