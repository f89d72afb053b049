/** Root of the repository that contains a folder. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Entries of a root folder: version control, or a restored index. */
const ROOT_MARKS = [".git", ".sdl"];

/** The nearest folder, from `folder` upwards, that holds version control or an index; `undefined` if none does. */
export function repositoryRoot(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    if (ROOT_MARKS.some((mark) => existsSync(join(current, mark)))) return current;
    if (dirname(current) === current) return undefined;
  }
}
