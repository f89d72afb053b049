/** Search for a program on the PATH, as a shell does it. */
import { statSync } from "node:fs";
import { type Environment, type Platform, pathFunctions } from "../place.js";

/** @returns the program's path; `undefined` if no folder of the PATH contains it */
export function findProgram(name: string, platform: Platform, env: Environment): string | undefined {
  const paths = pathFunctions(platform);
  const list = platform === "win32" ? (env["Path"] ?? env["PATH"]) : env["PATH"];
  const folders = (list ?? "").split(paths.delimiter).filter((folder) => paths.isAbsolute(folder));
  const endings = platform === "win32" ? ["", ...(env["PATHEXT"] ?? ".COM;.EXE;.BAT;.CMD").split(";")] : [""];
  for (const folder of folders) {
    for (const ending of endings) {
      const path = paths.join(folder, name + ending);
      if (isProgram(path, platform)) return path;
    }
  }
  return undefined;
}

function isProgram(path: string, platform: Platform): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true && (platform === "win32" || (stat.mode & 0o111) !== 0);
}
