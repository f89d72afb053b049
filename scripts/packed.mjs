/** Published packages, and their tarballs as npm packs them. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import process from "node:process";

/** Runs a command. @returns its standard output @throws {Error} with all output if it fails */
export function run(command, args, options) {
  const result = spawnSync(command, args, { encoding: "utf8", shell: process.platform === "win32", ...options });
  if (result.status === 0) return result.stdout;
  const said = result.error?.message ?? `${result.stdout}${result.stderr}`;
  throw new Error(`${command} ${args.join(" ")}${options?.cwd ? ` in ${options.cwd}` : ""}:\n${said}`);
}

/** Sorted by name. */
export function publishedPackages() {
  return readdirSync("packages")
    .sort()
    .map((name) => {
      const folder = join("packages", name);
      return { folder, manifest: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) };
    })
    .filter(({ manifest }) => !manifest.private);
}

/** Packs one package. @param target an absolute folder @returns the tarball's path */
export function packPackage(folder, target) {
  return packAll([folder], target)[0];
}

/**
 * Packs several packages in one call of npm, because starting npm takes as long as packing most packages. @returns the
 * tarballs' paths in order of the folders
 */
export function packAll(folders, target) {
  const paths = folders.map((folder) => `./${folder.split(sep).join("/")}`);
  const packed = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", target, ...paths]));
  return packed.map(({ filename }) => join(target, filename));
}
