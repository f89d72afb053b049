/**
 * Makes the .vsix of a platform, or of all: `package.mjs [--target linux-x64 …] [--all] [--stage]`, by default of this machine's. The store's library of
 * another platform is fetched as npm published it, and has to be what the lockfile says; nothing is compiled. With `--stage` files are only laid out.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { installedStore, ROOT, stage, storeVersion, TARGETS } from "./stage.mjs";

/** Of the last line that runs on Node 20. Not among the dependencies: it brings 285 packages that nothing else needs. */
const VSCE = "@vscode/vsce@3.9.2";
/** An editor downloads it with every update. */
const MAX_BYTES = 6_000_000;
const OUTPUT = join(ROOT, "out", "vsix");

function run(command, args, cwd) {
  const result = spawnSync(command, args, { cwd, encoding: "utf8", shell: process.platform === "win32" });
  if (result.status !== 0) throw new Error(`${command} ${args.join(" ")}:\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

/** @returns the folder of the unpacked package */
function fetchStore(name, folder) {
  const version = storeVersion();
  run("npm", ["pack", `@lmdb/lmdb-${name}@${version}`, "--pack-destination", folder], folder);
  const tarball = join(folder, `lmdb-lmdb-${name}-${version}.tgz`);
  const digest = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  if (digest !== lockedDigest(name, version)) throw new Error(`${tarball} is not what pnpm-lock.yaml says`);
  run("tar", ["-xzf", tarball], folder);
  return join(folder, "package");
}

function lockedDigest(name, version) {
  const lock = readFileSync(join(ROOT, "..", "..", "pnpm-lock.yaml"), "utf8");
  const pattern = new RegExp(`'@lmdb/lmdb-${name}@${version}':\\s+resolution: \\{integrity: ([^}]+)\\}`);
  const [, digest] = pattern.exec(lock) ?? [];
  if (digest === undefined) throw new Error(`pnpm-lock.yaml knows no @lmdb/lmdb-${name}@${version}`);
  return digest;
}

function storeOf(name, folder) {
  try {
    return installedStore(name);
  } catch {
    return fetchStore(name, folder);
  }
}

function packageTarget(target, isStaged) {
  const folder = mkdtempSync(join(tmpdir(), "sdl-vsix-"));
  try {
    const staged = stage(target, storeOf(TARGETS[target].lmdb, folder));
    if (isStaged) return console.log(staged);
    mkdirSync(OUTPUT, { recursive: true });
    const file = join(OUTPUT, `sdl-${target}.vsix`);
    const args = ["package", "--target", target, "--no-dependencies", "--allow-missing-repository", "--out", file];
    run("npm", ["exec", "--yes", `--package=${VSCE}`, "--", "vsce", ...args], staged);
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
const targets = values.all ? Object.keys(TARGETS) : (values.target ?? [`${process.platform}-${process.arch}`]);
const unknown = targets.filter((target) => !(target in TARGETS));
if (unknown.length > 0) {
  console.error(`no such target: ${unknown.join(", ")}; there are ${Object.keys(TARGETS).join(", ")}`);
  process.exit(2);
}
for (const target of targets) packageTarget(target, values.stage === true);
