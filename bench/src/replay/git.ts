/** Git on a clone that is only read, and a folder that follows its commits. Nothing of the clone is run: hooks, filters and monitors are off. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const QUIET = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "core.attributesFile=/dev/null"];
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

/** A clone, bare or with a work tree. */
export class Clone {
  private readonly gitDirectory: string;

  /** @throws {Error} when the folder is no clone */
  constructor(folder: string) {
    this.gitDirectory = execFileSync("git", [...QUIET, "-C", folder, "rev-parse", "--absolute-git-dir"], {
      encoding: "utf8",
    }).trim();
  }

  /** What a git command prints. @throws {Error} when it fails */
  run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): string {
    return execFileSync("git", [...QUIET, "--git-dir", this.gitDirectory, ...args], {
      encoding: "utf8",
      maxBuffer: MAX_OUTPUT_BYTES,
      env: { ...process.env, GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }
}

/** A folder whose files are those of one commit after another: only what differs is written. */
export class WorkTree {
  readonly root: string;
  private readonly indexFile: string;

  /** @param folder new or empty */
  constructor(
    private readonly clone: Clone,
    folder: string,
  ) {
    this.root = join(folder, "tree");
    this.indexFile = join(folder, "git-index");
    mkdirSync(this.root, { recursive: true });
  }

  /** @throws {Error} when the clone does not have the commit with all its files */
  checkOut(commit: string): void {
    const place = { GIT_INDEX_FILE: this.indexFile, GIT_WORK_TREE: this.root };
    this.clone.run(["-c", "core.bare=false", "-c", "core.symlinks=false", "read-tree", "--reset", "-u", commit], place);
  }
}
