/**
 * Finds the built documentation site: `site/` beside the folder of the running code, both when packed and when
 * compiled.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** @param from the folder of the running code @returns the first folder with a start page, else undefined */
export function findSite(from = dirname(fileURLToPath(import.meta.url))): string | undefined {
  // The bundle is one folder below the package folder, this module two.
  return [join(from, "..", "site"), join(from, "..", "..", "site")].find((folder) =>
    existsSync(join(folder, "index.html")),
  );
}
