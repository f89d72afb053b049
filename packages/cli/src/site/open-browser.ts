/** Opens an address in the user's browser, by the platform's own program and without a shell. */
import { spawn } from "node:child_process";

/** The program and its arguments. @param url one of ours: it becomes an argument as it is */
export function browserCommand(platform: NodeJS.Platform, url: string): readonly [string, ...string[]] {
  if (platform === "darwin") return ["open", url];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  return ["xdg-open", url];
}

/** @param onFailure where there is no such program */
export function openBrowser(platform: NodeJS.Platform, url: string, onFailure: (reason: string) => void): void {
  const [program, ...args] = browserCommand(platform, url);
  const child = spawn(program, args, { detached: true, stdio: "ignore", shell: false });
  child.on("error", ({ message }) => onFailure(message));
  child.unref();
}
