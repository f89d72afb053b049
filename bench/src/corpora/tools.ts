/** Clients of the package registries, and their archives. Nothing else reaches the network. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { DebianPart, NpmPart } from "./list.js";

/** Why a corpus or a peer is not available here; the report shows it. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
}

/** Downloads a package's tarball unless it is here. @returns its path @throws {Unavailable} */
export function downloadNpm({ name, version }: NpmPart, downloads: string): string {
  const file = join(downloads, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
  if (existsSync(file)) return file;
  mkdirSync(downloads, { recursive: true });
  run("npm", ["pack", "--ignore-scripts", "--silent", `${name}@${version}`], downloads);
  if (!existsSync(file)) throw new Unavailable(`npm pack ${name}@${version} left no ${file}`);
  return file;
}

/** Downloads a Debian package unless it is here. @returns its path @throws {Unavailable} */
export function downloadDebian({ name, version }: DebianPart, downloads: string): string {
  const known = findDebian(name, version, downloads);
  if (known !== undefined) return known;
  mkdirSync(downloads, { recursive: true });
  try {
    run("apt-get", ["-q", "download", `${name}=${version}`], downloads);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    const hint = "the lists of packages may be old: run `apt-get update`, and then this again";
    throw new Unavailable(`${error.message}; ${hint}`, { cause: error });
  }
  const file = findDebian(name, version, downloads);
  if (file === undefined) throw new Unavailable(`apt-get download ${name}=${version} left no file`);
  return file;
}

/** apt writes the colon of an epoch as `%3a`. */
function findDebian(name: string, version: string, downloads: string): string | undefined {
  const start = `${name}_${version.replaceAll(":", "%3a")}_`;
  const files = existsSync(downloads) ? readdirSync(downloads) : [];
  const file = files.find((candidate) => candidate.startsWith(start));
  return file === undefined ? undefined : join(downloads, file);
}

/** Unpacks a tarball into a folder. */
export function unpackNpm(tarball: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  run("tar", ["-xzf", tarball, "--strip-components=1", "-C", folder], folder);
}

/** Unpacks a Debian package into a folder. */
export function unpackDebian(file: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  run("dpkg-deb", ["-x", file, folder], folder);
}

/** Runs a command. @throws {Unavailable} if the command is missing or fails */
export function run(command: string, values: readonly string[], cwd: string): void {
  try {
    execFileSync(command, values, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    const lines = output.split("\n").filter((line) => line.trim() !== "" && !/^(?:npm )?warn/i.test(line));
    throw new Unavailable(`${command} ${values.join(" ")}: ${lines.slice(0, 3).join("; ")}`, { cause: error });
  }
}
