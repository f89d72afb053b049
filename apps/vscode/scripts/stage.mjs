/**
 * Lays out the extension for a platform as it is packaged: a folder of its own under out/stage/ that holds the listed files and nothing else. What V8
 * compiled ahead is left out: the editor's Node.js would refuse it.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export const ROOT = join(import.meta.dirname, "..");

/** By the editor's name of a platform: the store's package, and the library in it that any Node.js and Electron loads. */
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

const cli = folderOf("@sdl/cli", join(ROOT, "package.json"));
/** Packages with one file of code do not say so in `exports`: they are found by their way up from it. */
function folderOf(name, from) {
  const require = createRequire(from);
  let folder = dirname(require.resolve(name === "@sdl/cli" ? `${name}/package.json` : name));
  const isOwn = () => {
    try {
      return manifestOf(folder).name === name;
    } catch {
      return false;
    }
  };
  while (!isOwn()) folder = dirname(folder);
  return folder;
}

/** The store's package of this machine's platform; others are fetched. */
export function installedStore(name) {
  return folderOf(`@lmdb/lmdb-${name}`, join(cli, "package.json"));
}

export function storeVersion() {
  return manifestOf(cli).optionalDependencies["@lmdb/lmdb-linux-x64"];
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

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
  for (const file of readdirSync(join(cli, "bundle")))
    if (!file.endsWith(".compiled")) copy(join(cli, "bundle", file), `server/bundle/${file}`);
  copy(join(cli, "grammars"), "server/grammars");
  // The program reads its version there.
  const { name: program, version, license } = manifestOf(cli);
  writeFileSync(join(folder, "server", "package.json"), `${JSON.stringify({ name: program, version, license })}\n`);
  const { lmdb: platform, library } = TARGETS[target];
  for (const file of ["package.json", "index.js", library])
    copy(join(store, file), `server/node_modules/@lmdb/lmdb-${platform}/${file}`);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(shippedManifest(), undefined, 2)}\n`);
  return folder;
}

/** Without what is for building it. */
function shippedManifest() {
  const {
    scripts: _,
    devDependencies: __,
    dependencies: ___,
    private: ____,
    type: _____,
    ...manifest
  } = manifestOf(ROOT);
  return manifest;
}
