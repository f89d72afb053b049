/** Files of the repositories of the list, each at its commit. */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { EDGE_CHECKOUTS_FOLDER } from "../paths.js";
import { Clone, WorkTree } from "../replay/git.js";
import type { EdgeRepository } from "./repositories.js";

/**
 * Writes the files of a repository's commit, to be read afterwards as well; those of an earlier run are used again.
 * @returns the folder
 */
export function writeCheckout(clone: string, { name, commit }: EdgeRepository): string {
  const checkout = join(EDGE_CHECKOUTS_FOLDER, `${name.replace("/", "+")}@${commit.slice(0, 12)}`);
  if (!existsSync(checkout)) {
    const unfinished = `${checkout}.${process.pid}`;
    mkdirSync(dirname(checkout), { recursive: true });
    new WorkTree(new Clone(clone), unfinished).checkOut(commit);
    renameSync(join(unfinished, "tree"), checkout);
    rmSync(unfinished, { recursive: true });
  }
  return checkout;
}
