/** Which folder a repository's root is, seen from one of its folders. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** What tells a root: version control, or an index that was restored. */
const ROOT_MARKS = [".git", ".sdl"];

/** The nearest folder, from `folder` upward, that version control or an index marks as a root; `undefined` when none does. */
export function repositoryRoot(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    if (ROOT_MARKS.some((mark) => existsSync(join(current, mark)))) return current;
    if (dirname(current) === current) return undefined;
  }
}
