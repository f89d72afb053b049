/** Threads and processes of the sources start from bundles of what is built: tests make these again where the compiler wrote something since. */
import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const PACKAGES = fileURLToPath(new URL("packages/", import.meta.url));
/** The packages that are bundled. */
const BUNDLED = ["model", "indexer", "graph", "repository"];

/** Called once for each package. */
export function setup(): void {
  const folder = join(PACKAGES, "repository");
  const builtMs = Math.max(0, ...BUNDLED.map((name) => newestMs(join(PACKAGES, name, "dist"))));
  const bundledMs = newestMs(join(folder, "bundle"));
  if (bundledMs < builtMs)
    execFileSync(process.execPath, [join(folder, "scripts", "bundle.mjs")], { stdio: "inherit" });
}

/** When a script in a folder was written last; 0 where there is none. */
function newestMs(folder: string): number {
  let newest = 0;
  try {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (name.endsWith(".js")) newest = Math.max(newest, statSync(join(folder, name)).mtimeMs);
    }
  } catch {
    return 0; // it was not built yet
  }
  return newest;
}
