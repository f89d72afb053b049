/**
 * Makes the .vsix of a platform, or of all: `package.mjs [--target linux-x64 …] [--all] [--stage]`, by default of this machine's. Nothing is
 * compiled. With `--stage` files are only laid out.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { run } from "../../../scripts/packed.mjs";
import { OWN_TARGET, requireTargets, storePackageFolder, TARGETS } from "../../../scripts/stage-program.mjs";
import { ROOT, stage } from "./stage.mjs";

/** Of the last line that runs on Node 20. Not among the dependencies: it brings 285 packages that nothing else needs. */
const VSCE = "@vscode/vsce@3.9.2";
/** Maximum size of the package: an editor downloads it with every update. */
const MAX_BYTES = 6_000_000;
const OUTPUT = join(ROOT, "out", "vsix");

function packageTarget(target, isStaged) {
  const folder = mkdtempSync(join(tmpdir(), "sdl-vsix-"));
  try {
    const staged = stage(target, storePackageFolder(target, folder));
    if (isStaged) return console.log(staged);
    mkdirSync(OUTPUT, { recursive: true });
    const file = join(OUTPUT, `sdl-${target}.vsix`);
    const args = ["package", "--target", target, "--no-dependencies", "--allow-missing-repository", "--out", file];
    run("npm", ["exec", "--yes", `--package=${VSCE}`, "--", "vsce", ...args], { cwd: staged });
    const sizeBytes = statSync(file).size;
    console.log(`${file}  ${(sizeBytes / 1e6).toFixed(1)} MB, ${countFiles(staged)} files`);
    if (sizeBytes > MAX_BYTES) throw new Error(`${file} has more than ${MAX_BYTES / 1e6} MB: what came in?`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

const { values } = parseArgs({
  options: { target: { type: "string", multiple: true }, all: { type: "boolean" }, stage: { type: "boolean" } },
});
const targets = values.all ? Object.keys(TARGETS) : (values.target ?? [OWN_TARGET]);
try {
  requireTargets(targets);
} catch (error) {
  console.error(error.message);
  process.exit(2);
}
for (const target of targets) packageTarget(target, values.stage === true);
