/** Whether a path from elsewhere stays inside of a repository. */
import { invalid } from "./portable-file.js";

const MAX_PATH = 4096;

/**
 * Relative, with `/`. What separates folders or names a drive on Windows is part of a name elsewhere.
 * @throws {GraphError} `INVALID_FILE`
 */
export function checkPath(path: string, isWindows = process.platform === "win32"): void {
  const isInside = path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
  const isForeign = isWindows && /[\\:]/.test(path);
  if (isInside && !isForeign && path.length <= MAX_PATH && !path.includes("\0")) return;
  throw invalid(`the path ${JSON.stringify(path.slice(0, 80))}`);
}
