/**
 * Builds every package with turbo, dependencies first. Before that, deletes compiled files whose source no longer
 * exists, so that no build, test or tarball uses them. turbo needs pnpm: the one of the last bootstrap is put on its
 * PATH.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import process from "node:process";

const COMPILED = /\.(d\.ts|js)(\.map)?$/;

function pruneFolder(folder) {
  const dist = join(folder, "dist");
  if (!existsSync(dist)) return;
  let pruned = false;
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = relative(dist, join(entry.parentPath, entry.name));
    if (!entry.isFile() || !COMPILED.test(path)) continue;
    if (existsSync(join(folder, "src", path.replace(COMPILED, ".ts")))) continue;
    rmSync(join(dist, path));
    pruned = true;
  }
  // The compiler relies on this file for what it has written.
  if (pruned) rmSync(join(dist, "tsconfig.tsbuildinfo"), { force: true });
}

for (const parent of ["apps", "packages"]) for (const name of readdirSync(parent)) pruneFolder(join(parent, name));
pruneFolder("bench");

/** Where scripts/bootstrap.mjs found pnpm; empty if it never ran. */
function pnpmFolders() {
  try {
    return [JSON.parse(readFileSync(join("node_modules", ".sdl-bootstrap.json"), "utf8")).pnpmFolder];
  } catch {
    return [];
  }
}

const path = [...pnpmFolders(), process.env.PATH].join(delimiter);
const env = { ...process.env, PATH: path, TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" };
const shell = process.platform === "win32";
const turbo = join("node_modules", ".bin", "turbo");
const args = [
  "run",
  "build",
  "--filter=./packages/*",
  "--filter=./apps/*",
  "--filter=./bench",
  "--output-logs=errors-only",
];
const result = spawnSync(turbo, args, { stdio: "inherit", env, shell });
process.exitCode = result.status ?? 1;
