/**
 * Read-only git on a clone. Nothing of the clone is executed: the commands used here run no hooks, filters or monitors.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";

const QUIET = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"];
const MAX_OUTPUT_BYTES = 1024 * 1024 * 1024;

/** A clone, bare or with a work tree. */
export class Clone {
  private readonly gitDirectory: string;

  /** @throws {Error} if the folder is no clone */
  constructor(folder: string) {
    this.gitDirectory = execFileSync("git", [...QUIET, "-C", folder, "rev-parse", "--absolute-git-dir"], {
      encoding: "utf8",
    }).trim();
  }

  /** Runs a git command. @returns its output @throws {Error} if it fails */
  run(args: readonly string[]): string {
    return this.runBytes(args, "").toString("utf8");
  }

  /** @param input standard input of the command */
  runBytes(args: readonly string[], input: string): Buffer {
    return execFileSync("git", [...QUIET, "--git-dir", this.gitDirectory, ...args], {
      input,
      maxBuffer: MAX_OUTPUT_BYTES,
      env: { ...process.env, GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1" },
      stdio: ["pipe", "pipe", "ignore"],
    });
  }
}

/** Files that an index may read; others may be large, and a clone may lack them. */
const WANTED = /\.(?:[cm]?[jt]sx?|pyi?|go|mod|json|toml|cfg|ini|ya?ml|txt)$|(?:^|\/)\.gitignore$/;
const FILE_MODES = new Set(["100644", "100755"]);

/** Folder with the files of one commit after another: only differences are written. Links are left out. */
export class WorkTree {
  readonly root: string;
  private present = new Map<string, string>();

  /** @param folder new or empty */
  constructor(
    private readonly clone: Clone,
    folder: string,
  ) {
    this.root = join(folder, "tree");
    mkdirSync(this.root, { recursive: true });
  }

  /** Writes the files of a commit; files that the clone lacks are left out. @throws {Error} if it lacks the commit */
  checkOut(commit: string): void {
    const wanted = listFiles(this.clone, commit);
    for (const path of this.present.keys()) if (!wanted.has(path)) rmSync(join(this.root, path));
    const changed = [...wanted].filter(([path, blob]) => this.present.get(path) !== blob);
    const blobs = readBlobs(
      this.clone,
      changed.map(([, blob]) => blob),
    );
    for (const [path, blob] of changed) {
      const bytes = blobs.get(blob);
      if (bytes === undefined) continue;
      // A former folder may have become a file.
      if (!this.present.has(path)) rmSync(join(this.root, path), { recursive: true, force: true });
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      writeFileSync(join(this.root, path), bytes);
    }
    this.present = new Map([...wanted].filter(([path, blob]) => this.present.get(path) === blob || blobs.has(blob)));
  }
}

/** Blobs of a commit by path, for files that an index may read. */
export function listFiles(clone: Clone, commit: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const row of clone.run(["ls-tree", "-r", "-z", commit]).split("\0")) {
    const [, mode = "", blob = "", path = ""] = /^(\d+) blob ([0-9a-f]+)\t(.+)$/s.exec(row) ?? [];
    const isInside = !path.split("/").some((part) => part === ".." || part === ".git");
    if (FILE_MODES.has(mode) && WANTED.test(path) && isInside) files.set(path, blob);
  }
  return files;
}

/** Contents by object name; objects that the clone lacks are left out. */
export function readBlobs(clone: Clone, names: readonly string[]): Map<string, Buffer> {
  const blobs = new Map<string, Buffer>();
  if (names.length === 0) return blobs;
  const output = clone.runBytes(["cat-file", "--batch"], `${[...new Set(names)].join("\n")}\n`);
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at);
    const [name = "", kind, size] = output.toString("utf8", at, end).split(" ");
    at = end + 1;
    if (kind !== "blob") continue;
    blobs.set(name, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}
