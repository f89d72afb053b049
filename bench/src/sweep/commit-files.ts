/** Writes all files of a commit into a folder. Objects are read and nothing else: no hook, no filter, no attribute, no submodule. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Clone, readBlobs } from "../replay/git.js";

/** How many bytes of blobs are held at a time. */
const BATCH_BYTES = 64 * 1024 * 1024;
const EXECUTABLE = "100755";
const LINK = "120000";

interface TreeFile {
  readonly mode: string;
  readonly blob: string;
  readonly sizeBytes: number;
  readonly path: string;
}

/** @returns paths of the files that the clone has no content for @throws {Error} when the clone lacks the commit */
export function writeCommit(clone: Clone, commit: string, folder: string): string[] {
  const missing: string[] = [];
  const files = listTree(clone, commit);
  // Links come last: no file is written through one.
  for (const isLink of [false, true]) {
    for (const batch of splitIntoBatches(files.filter(({ mode }) => (mode === LINK) === isLink))) {
      const blobs = readBlobs(
        clone,
        batch.map(({ blob }) => blob),
      );
      for (const file of batch) {
        const bytes = blobs.get(file.blob);
        if (bytes === undefined) missing.push(file.path);
        else writeFile(join(folder, file.path), file.mode, bytes);
      }
    }
  }
  return missing;
}

function listTree(clone: Clone, commit: string): TreeFile[] {
  return clone
    .run(["ls-tree", "-r", "-l", "-z", commit])
    .split("\0")
    .flatMap((row) => {
      const [, mode = "", blob = "", size = "", path = ""] = /^(\d+) blob ([0-9a-f]+) +(\S+)\t(.+)$/s.exec(row) ?? [];
      const isInside = !path.split("/").some((part) => part === ".." || part.toLowerCase() === ".git");
      return path !== "" && isInside ? [{ mode, blob, sizeBytes: Number(size) || 0, path }] : [];
    });
}

function* splitIntoBatches(files: readonly TreeFile[]): Iterable<readonly TreeFile[]> {
  let batch: TreeFile[] = [];
  let bytes = 0;
  for (const file of files) {
    batch.push(file);
    bytes += file.sizeBytes;
    if (bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

function writeFile(path: string, mode: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  if (mode === LINK) symlinkSync(bytes.toString("utf8"), path);
  else writeFileSync(path, bytes, { mode: mode === EXECUTABLE ? 0o755 : 0o644 });
}
