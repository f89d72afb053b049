/** Where the built documentation site lies: in `site/` beside the folder that the running code lies in, as packed and as compiled. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** @returns the first folder with a start page, else undefined @param from the folder of the running code */
export function findSite(from = dirname(fileURLToPath(import.meta.url))): string | undefined {
  // The bundle lies one folder below the package's, this module two.
  return [join(from, "..", "site"), join(from, "..", "..", "site")].find((folder) =>
    existsSync(join(folder, "index.html")),
  );
}
