/** A store in a temporary folder, with its files within reach of the test. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { PageId } from "../../src/index.js";
import type { Place } from "./place.js";

/** A new temporary folder, deleted when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sdl-remote-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Paths of all files, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

export function folderPlace(): Place {
  const url = join(temporaryFolder(), "team");
  const pathOf = (id: PageId) => join(url, "pages", id.slice(0, 2), id);
  return {
    url,
    damagePage: async (id) => {
      const bytes = readFileSync(pathOf(id));
      bytes[bytes.length >> 1]! ^= 1;
      writeFileSync(pathOf(id), bytes);
    },
    age: async (ms) => {
      for (const path of filesBelow(url)) {
        const { mtimeMs } = statSync(path);
        utimesSync(path, new Date(mtimeMs - ms), new Date(mtimeMs - ms));
      }
    },
  };
}
