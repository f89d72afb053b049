/**
 * Lays out the extension for a platform as it is packaged: a separate folder under out/stage/ with the listed files and
 * nothing else.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stageProgram } from "../../../scripts/stage-program.mjs";

export const ROOT = join(import.meta.dirname, "..");

/** @param store folder of the unpacked package `@lmdb/lmdb-…` @param name of the folder @returns the folder */
export function stage(target, store, name = target) {
  const folder = join(ROOT, "out", "stage", name);
  rmSync(folder, { recursive: true, force: true });
  const copy = (from, to) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(from, join(folder, to), { recursive: true });
  };
  for (const file of ["README.md", "CHANGELOG.md", "LICENSE", "media"]) copy(join(ROOT, file), file);
  for (const file of ["extension.cjs", "THIRD-PARTY-LICENSES.txt"]) copy(join(ROOT, "bundle", file), `bundle/${file}`);
  stageProgram(join(folder, "server"), target, store);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(shippedManifest(), undefined, 2)}\n`);
  return folder;
}

/** The manifest without fields that are only needed for building. */
function shippedManifest() {
  const {
    scripts: _,
    devDependencies: __,
    dependencies: ___,
    private: ____,
    type: _____,
    ...manifest
  } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return manifest;
}
