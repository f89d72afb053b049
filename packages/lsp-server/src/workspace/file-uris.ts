/**
 * URIs of files and paths, on the systems that editors run on. Pure. On Windows an editor writes `file:///c%3A/src` where the system says `C:\\src`: a
 * drive's letter is upper-case here, and names are compared without case there and on macOS, whose disks do not tell them apart.
 */
import { posix, win32 } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

export type Platform = NodeJS.Platform;

/** `undefined` for what is no file of this machine. */
export function pathOfUri(uri: string, platform: Platform = process.platform): string | undefined {
  if (!/^file:/i.test(uri)) return undefined;
  try {
    return withUpperDrive(fileURLToPath(uri, { windows: platform === "win32" }), platform);
  } catch {
    return undefined; // of another machine, or no path of this system
  }
}

export function uriOfPath(path: string, platform: Platform = process.platform): string {
  return pathToFileURL(path, { windows: platform === "win32" }).href;
}

/** The way from a folder to a path below it, with `/`; `undefined` for the folder itself and outside of it. */
export function pathWithin(folder: string, path: string, platform: Platform = process.platform): string | undefined {
  const { relative, isAbsolute, sep } = platform === "win32" ? win32 : posix;
  const way = platform === "darwin" ? wayWithoutCase(folder, path) : relative(folder, path);
  const isOutside = way === undefined || way === "" || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
  return isOutside ? undefined : way.split(sep).join("/");
}

/** `win32.relative` does it by itself. */
function wayWithoutCase(folder: string, path: string): string | undefined {
  const way = posix.relative(folder.toLowerCase(), path.toLowerCase());
  if (way === "" || way === ".." || way.startsWith("../")) return undefined;
  return path.split("/").slice(-way.split("/").length).join("/");
}

function withUpperDrive(path: string, platform: Platform): string {
  return platform === "win32" ? path.replace(/^[a-z]:/, (drive) => drive.toUpperCase()) : path;
}
