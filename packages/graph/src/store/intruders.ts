/**
 * What stands where a file of an environment belongs and is no file: a folder, a pipe, a link that leads nowhere. Opening a pipe would wait for
 * ever. Such a thing holds nothing of the store; it is taken away, and the file is made as where there was none.
 */
import { lstatSync, rmSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";

/** The data file may be a link to one. */
const DATA = "data.mdb";
const OTHERS = ["lock.mdb", "stamp"];

/** Never fails: what cannot be taken away is met when it is opened. @param folder of the environment */
export function removeIntruders(folder: string): void {
  for (const name of OTHERS) removeUnlessFile(join(folder, name), lstatSync);
  removeUnlessFile(join(folder, DATA), statSync);
}

function removeUnlessFile(path: string, look: (path: string) => Stats): void {
  if (kindOf(path, lstatSync) === "nothing" || kindOf(path, look) === "file") return;
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    return; // a folder that may not be written
  }
}

function kindOf(path: string, look: (path: string) => Stats): "file" | "other" | "nothing" {
  try {
    return look(path).isFile() ? "file" : "other";
  } catch {
    return "nothing";
  }
}
