/** Opens a file or an address with the system's program for it, without a shell. */
import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";

interface Opener {
  readonly command: string;
  readonly args: readonly string[];
}

/** @param target a path or an address that this program made: it becomes an argument unchanged */
export function chooseOpener(platform: NodeJS.Platform, target: string): Opener {
  switch (platform) {
    case "darwin":
      return { command: "open", args: [target] };
    case "win32":
      return { command: "rundll32", args: ["url.dll,FileProtocolHandler", target] };
    default:
      return { command: "xdg-open", args: [target] };
  }
}

/**
 * Resolves when the opening program has started; it outlives this process. @throws {Error} the system's error if there
 * is no such program
 */
export async function openWithSystem(target: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  const { command, args } = chooseOpener(platform, target);
  const child = spawn(command, args, { detached: true, stdio: "ignore", windowsHide: true });
  await waitForStart(child);
  child.unref();
}

function waitForStart(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
}
