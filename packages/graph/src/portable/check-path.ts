/** Validation of a path from an untrusted file: it must stay inside the repository. */
import { invalidFileError } from "./portable-file.js";

const MAX_PATH = 4096;

/**
 * Checks that a path is relative, with `/` as separator. On Windows `\\` and `:` are refused too; elsewhere they may be part of a name.
 * @throws {GraphError} `INVALID_FILE`
 */
export function checkPath(path: string, isWindows = process.platform === "win32"): void {
  const isInside = path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
  const isForeign = isWindows && /[\\:]/.test(path);
  if (isInside && !isForeign && path.length <= MAX_PATH && !path.includes("\0")) return;
  throw invalidFileError(`the path ${JSON.stringify(path.slice(0, 80))} is outside the repository or not valid`);
}
