/**
 * Table of released systems with a similar purpose, and their installation. They run through their own command lines in
 * the same run, for comparison of times and sizes only.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../corpora/tools.js";
import { PEERS_FOLDER } from "../paths.js";

/** A released system to compare with. */
export interface Peer {
  readonly name: string;
  readonly version: string;
  /** Path inside the package of the program that its manifest lists under `bin`. */
  readonly program: string;
  /** Arguments to index a folder from scratch. */
  readonly coldIndex: (root: string) => readonly string[];
  /** Path of the peer's index inside the repository. */
  readonly store: string;
}

/** All peers. */
export const PEERS: readonly Peer[] = [
  {
    name: "@optave/codegraph",
    version: "3.11.2",
    program: "dist/cli.js",
    coldIndex: (root) => ["build", root],
    store: ".codegraph",
  },
  {
    name: "@colbymchenry/codegraph",
    version: "1.6.1",
    program: "npm-shim.js",
    coldIndex: (root) => ["init", "--yes", root],
    store: ".codegraph",
  },
];

/** No telemetry, and no process left behind. */
export const PEER_ENVIRONMENT = { CODEGRAPH_TELEMETRY: "0", DO_NOT_TRACK: "1", CODEGRAPH_NO_DAEMON: "1", CI: "1" };

/**
 * Installs a peer in its own folder, once; dependencies may build native code. @returns the path of its program @throws
 * {Unavailable}
 */
export function installPeer({ name, version, program }: Peer): string {
  const folder = join(PEERS_FOLDER, `${name.replace("@", "").replace("/", "-")}-${version}`);
  const installed = join(folder, "node_modules", name);
  if (!existsSync(join(installed, program))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), `${JSON.stringify({ private: true })}\n`);
    try {
      run("npm", ["install", "--no-audit", "--no-fund", "--save-exact", `${name}@${version}`], folder);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }
  const found: unknown = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")).version;
  if (found !== version) throw new Error(`${name} is ${String(found)} here, not ${version}; delete ${folder}`);
  return join(installed, program);
}
