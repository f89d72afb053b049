/**
 * Stages the program for one platform as a folder that runs by itself: bundle, grammars and the store's library. Code
 * compiled ahead by V8 is left out, because it fits only the Node.js release that made it. The library of another
 * platform is fetched from npm and must match the lockfile.
 */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { run } from "./packed.mjs";

const REPOSITORY = join(import.meta.dirname, "..");
const CLI = join(REPOSITORY, "packages", "cli");

/**
 * By editors' name of a platform: the store's package, and the library in it that any Node.js and Electron can load.
 */
export const TARGETS = {
  "linux-x64": { lmdb: "linux-x64", library: "node.napi.glibc.node" },
  "linux-arm64": { lmdb: "linux-arm64", library: "node.napi.glibc.node" },
  "alpine-x64": { lmdb: "linux-x64", library: "node.napi.musl.node" },
  "alpine-arm64": { lmdb: "linux-arm64", library: "node.napi.musl.node" },
  "darwin-x64": { lmdb: "darwin-x64", library: "node.napi.node" },
  "darwin-arm64": { lmdb: "darwin-arm64", library: "node.napi.node" },
  "win32-x64": { lmdb: "win32-x64", library: "node.napi.node" },
  "win32-arm64": { lmdb: "win32-arm64", library: "node.napi.node" },
};

/** The program's manifest, which is also read at run time. */
export function programManifest() {
  return JSON.parse(readFileSync(join(CLI, "package.json"), "utf8"));
}

/** Folder of the store's package for a target. @param work a folder for downloads */
export function storePackageFolder(target, work) {
  const name = `@lmdb/lmdb-${TARGETS[target].lmdb}`;
  try {
    return dirname(createRequire(join(CLI, "package.json")).resolve(name));
  } catch {
    return fetchStore(name, work); // packages of other platforms are not installed
  }
}

function fetchStore(name, work) {
  const version = programManifest().optionalDependencies[name];
  const [{ filename }] = JSON.parse(run("npm", ["pack", "--json", `${name}@${version}`, "--pack-destination", work]));
  const tarball = join(work, filename);
  const digest = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  if (digest !== lockedDigest(name, version)) throw new Error(`${tarball} is not what pnpm-lock.yaml says`);
  run("tar", ["-xzf", tarball], { cwd: work });
  return join(work, "package");
}

function lockedDigest(name, version) {
  const lock = readFileSync(join(REPOSITORY, "pnpm-lock.yaml"), "utf8");
  const pattern = new RegExp(`'${name}@${version}':\\s+resolution: \\{integrity: ([^}]+)\\}`);
  const [, digest] = pattern.exec(lock) ?? [];
  if (digest === undefined) throw new Error(`pnpm-lock.yaml has no entry for ${name}@${version}`);
  return digest;
}

/**
 * Copies the program into a folder. @param folder started as `node FOLDER/bundle/sdl.js` @param store from {@link
 * storeOf}
 */
export function stageProgram(folder, target, store) {
  const copy = (from, to) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(from, join(folder, to), { recursive: true });
  };
  for (const file of readdirSync(join(CLI, "bundle")))
    if (!file.endsWith(".compiled")) copy(join(CLI, "bundle", file), `bundle/${file}`);
  copy(join(CLI, "grammars"), "grammars");
  // The program reads its version from this file.
  const { name, version, license } = programManifest();
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ name, version, license })}\n`);
  const { lmdb, library } = TARGETS[target];
  for (const file of ["package.json", "index.js", library])
    copy(join(store, file), `node_modules/@lmdb/lmdb-${lmdb}/${file}`);
}

/** The target of this machine. */
export const OWN_TARGET = `${process.platform}-${process.arch}`;

/** @throws {Error} for an unknown target */
export function requireTargets(names) {
  const unknown = names.filter((name) => !(name in TARGETS));
  if (unknown.length > 0)
    throw new Error(`no such target: ${unknown.join(", ")}; there are ${Object.keys(TARGETS).join(", ")}`);
}
