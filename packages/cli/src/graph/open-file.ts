/** Opens a file with the program that the system has for it. No shell sees the path. */
import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { SdlError } from "@sdl/engine";

interface Opener {
  readonly command: string;
  readonly args: readonly string[];
}

export function openerOf(platform: NodeJS.Platform, file: string): Opener {
  switch (platform) {
    case "darwin":
      return { command: "open", args: [file] };
    case "win32":
      return { command: "rundll32", args: ["url.dll,FileProtocolHandler", file] };
    default:
      return { command: "xdg-open", args: [file] };
  }
}

/** Returns when the program has started; it goes on by itself. @throws {SdlError} `internal` where there is none */
export async function openFile(file: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  const { command, args } = openerOf(platform, file);
  const child = spawn(command, args, { detached: true, stdio: "ignore", windowsHide: true });
  await started(child).catch((cause: unknown) => {
    throw new SdlError("internal", `${file} is written, but ${command} did not start; open it by hand`, { cause });
  });
  child.unref();
}

function started(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
}
