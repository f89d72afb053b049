/**
 * Conversion between file URIs and paths, for all operating systems. Pure. On Windows an editor writes `file:///c%3A/src` for `C:\\src`: drive
 * letters are converted to upper case here. Names are compared without case on Windows and macOS, whose file systems ignore case.
 */
import { posix, win32 } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The operating system whose path syntax is used. */
export type Platform = NodeJS.Platform;

/** Path of a file URI; `undefined` if it is not a file of this machine. */
export function pathOfUri(uri: string, platform: Platform = process.platform): string | undefined {
  if (!/^file:/i.test(uri)) return undefined;
  try {
    return withUpperDrive(fileURLToPath(uri, { windows: platform === "win32" }), platform);
  } catch {
    return undefined; // a URI of another machine, or not a valid path on this system
  }
}

/** The file URI of an absolute path. */
export function uriOfPath(path: string, platform: Platform = process.platform): string {
  return pathToFileURL(path, { windows: platform === "win32" }).href;
}

/** Relative path from a folder to a path below it, with `/`; `undefined` for the folder itself and for paths outside it. */
export function pathWithin(folder: string, path: string, platform: Platform = process.platform): string | undefined {
  const { relative, isAbsolute, sep } = platform === "win32" ? win32 : posix;
  const way = platform === "darwin" ? relativeIgnoringCase(folder, path) : relative(folder, path);
  const isOutside = way === undefined || way === "" || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
  return isOutside ? undefined : way.split(sep).join("/");
}

/** Relative path, compared without case. (`win32.relative` ignores case by itself.) */
function relativeIgnoringCase(folder: string, path: string): string | undefined {
  const way = posix.relative(folder.toLowerCase(), path.toLowerCase());
  if (way === "" || way === ".." || way.startsWith("../")) return undefined;
  return path.split("/").slice(-way.split("/").length).join("/");
}

function withUpperDrive(path: string, platform: Platform): string {
  return platform === "win32" ? path.replace(/^[a-z]:/, (drive) => drive.toUpperCase()) : path;
}
