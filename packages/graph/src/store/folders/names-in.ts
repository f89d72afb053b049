import { readdirSync } from "node:fs";

/** What a folder holds, sorted; none where there is no such folder, or none that may be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // it is not there, or not ours to read
  }
}
