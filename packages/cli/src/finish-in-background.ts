/**
 * Background process that finishes work left over when a command or server ended: files not yet indexed, and derived
 * layers. It is `sdl index` at low priority.
 */
import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import process from "node:process";

/** Environment variable; `off` starts no background process. */
const VARIABLE = "SDL_BACKGROUND";

/** Whether the environment allows background processes. */
export function mayFinishInBackground(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[VARIABLE] !== "off";
}

/** @param store the folder of `--store`, if given */
export function finishInBackground(roots: readonly string[], store: string | undefined): void {
  const [, program] = process.argv;
  if (program === undefined) return;
  for (const root of roots) {
    const place = store === undefined ? [] : ["--store", store];
    // The child starts no further process: work that it cannot finish, its own child could not finish either.
    const env = { ...process.env, [VARIABLE]: "off" };
    const child = spawn(process.execPath, [program, "index", root, ...place], {
      ...{ detached: true, stdio: "ignore", env, cwd: root },
    });
    // If no process can be started, the next question does the work.
    child.on("error", () => undefined);
    lowerPriority(child.pid);
    child.unref();
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // A failure to start has no effect on the command.
  }
}
