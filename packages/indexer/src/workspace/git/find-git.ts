/** Finder of the git program: an absolute path that the repository cannot have put into the search path. */
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { isInside } from "../access/safe-path.js";
import { unavailableError } from "./git-error.js";

const PROGRAM = process.platform === "win32" ? "git.exe" : "git";

/**
 * The first git in the search path that is neither in a relative folder nor in the work tree: `npx` puts the
 * repository's `node_modules/.bin` first.
 * @throws {GitError} `UNAVAILABLE`
 */
export function findGit(searchPath: string, workTree: string): string {
  for (const folder of searchPath.split(delimiter)) {
    const path = isAbsolute(folder) ? findProgramIn(folder) : undefined;
    if (path !== undefined && !isInside(workTree, path) && !isInside(workTree, realpathSync.native(folder)))
      return path;
  }
  throw unavailableError("there is no git program");
}

/** The program's real path in a folder. */
function findProgramIn(folder: string): string | undefined {
  try {
    const path = realpathSync.native(join(folder, PROGRAM));
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() ? path : undefined;
  } catch {
    return undefined;
  }
}
