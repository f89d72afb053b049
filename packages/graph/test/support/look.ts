/** Test helpers: stores created and checked by separate processes. */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { schemaDirectory } from "../../src/index.js";
import { temporaryDirectory } from "./with-ledger.js";

const LOOK = fileURLToPath(new URL("look-process.mjs", import.meta.url));
/** Script whose arguments are folder, number of files, number of versions. */
export const WRITER = fileURLToPath(new URL("counting-writer.mjs", import.meta.url));

/** A store that was written several times, so that it contains pages of older states. */
export function makeStore(versions = 6, directory = temporaryDirectory()): string {
  const made = spawnSync(process.execPath, [WRITER, directory, "12", String(versions)], { encoding: "utf8" });
  expect(made.stderr).toBe("");
  return directory;
}

export const folderOf = (directory: string) => join(directory, schemaDirectory(), "ledger");
export const dataOf = (directory: string) => join(folderOf(directory), "data.mdb");

export interface Look {
  readonly doubt?: string;
  readonly faults: readonly string[];
  readonly digest?: string;
  /** Number of the latest version. */
  readonly version?: number;
}

/** Results of checking each store in a separate process; the name of the signal if the check ended the process. */
export async function lookAt(directories: readonly string[]): Promise<(Look | string)[]> {
  const seen: (Look | string)[] = [];
  while (seen.length < directories.length) {
    const child = spawn(process.execPath, [LOOK, ...directories.slice(seen.length)], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    createInterface({ input: child.stdout }).on("line", (line) => seen.push(JSON.parse(line)));
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
      child.on("close", (...end) => resolve(end)),
    );
    if (code !== 0) seen.push(signal ?? `exit ${code}`);
  }
  return seen;
}

/** Whether a program is installed. If not, its tests are skipped with a note. */
export function hasProgram(name: string): boolean {
  return spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0;
}
