/** Reading of git's index: of indexes that git itself wrote, intact and damaged. */
import { readFileSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { toFileStat } from "../../../src/workspace/access/file-stat.js";
import { type BlobHash, blobIdOf } from "../../../src/workspace/content/blob-id.js";
import { readTrackedFiles } from "../../../src/workspace/git/index-file.js";
import { makeRepository, type TestRepository } from "./make-repository.js";

const FILES = {
  "a.ts": "export const a = 1;\n",
  "src/b.ts": "export const b = 1;\n",
  "src/c/long name, with a blank.ts": "export const c = 1;\n",
  "src/größe.ts": "export const d = 1;\n",
  "src/größer.ts": "export const e = 1;\n",
};
/** Files written within one clock tick of the index are uncertain. */
const TICK_MS = 30;

async function addAll(repository: TestRepository, files: Readonly<Record<string, string>> = FILES): Promise<void> {
  repository.write(files);
  await sleep(TICK_MS);
  repository.git("add", "-A");
}

/** For each file: whether it has a blob id, and whether that is its content's. */
function named(root: string, paths: readonly string[], hash: BlobHash = "sha1"): Record<string, boolean | undefined> {
  const tracked = readTrackedFiles(root, hash);
  const entries = paths.map((path) => {
    const file = join(root, path);
    const blob = tracked?.blobOf(path, toFileStat(statSync(file)));
    return [path, blob === undefined ? undefined : blob === blobIdOf(readFileSync(file), hash)] as const;
  });
  return Object.fromEntries(entries);
}

const all = (paths: readonly string[], value: boolean | undefined) =>
  Object.fromEntries(paths.map((path) => [path, value]));

const PATHS = Object.keys(FILES);

test.each([2, 3, 4])("an index of version %i has the blob id of every file", async (version) => {
  const repository = makeRepository();
  await addAll(repository);
  // One entry with an extended flag makes git write version 3.
  if (version === 3) repository.git("update-index", "--skip-worktree", "src/b.ts");
  else repository.git("update-index", "--index-version", String(version));
  expect(readFileSync(join(repository.root, ".git/index")).readUInt32BE(4)).toBe(version);
  expect(named(repository.root, PATHS)).toEqual(all(PATHS, true));
});

test("SHA-256 blob ids are read if the repository uses them", async () => {
  const repository = makeRepository("--object-format=sha256");
  await addAll(repository);
  expect(named(repository.root, PATHS, "sha256")).toEqual(all(PATHS, true));
  expect(readTrackedFiles(repository.root, "sha1")).toBeUndefined();
});

test("a root below the work tree has relative paths, and a worktree its own index", async () => {
  const repository = makeRepository();
  await addAll(repository);
  expect(named(join(repository.root, "src"), ["b.ts"])).toEqual({ "b.ts": true });
  repository.commit("all");
  const tree = `${repository.root}-tree`;
  repository.git("worktree", "add", "-q", tree);
  // Files written together with the index are uncertain: make git look again.
  await sleep(TICK_MS);
  repository.git("-C", tree, "update-index", "--really-refresh");
  repository.git("-C", tree, "update-index", "--index-version", "4");
  expect(named(tree, PATHS)).toEqual(all(PATHS, true));
});

test("a file that changed since git read it has no blob id", async () => {
  const repository = makeRepository();
  await addAll(repository);
  const { root } = repository;
  const { atime, mtime } = statSync(join(root, "src/b.ts"));
  writeFileSync(join(root, "a.ts"), FILES["a.ts"].replace("1", "2"));
  writeFileSync(join(root, "src/b.ts"), FILES["src/b.ts"].replace("1", "2"));
  utimesSync(join(root, "src/b.ts"), atime, mtime);
  writeFileSync(join(root, "new"), FILES["src/größe.ts"]);
  renameSync(join(root, "new"), join(root, "src/größe.ts"));
  const [, , long = ""] = PATHS;
  expect(named(root, PATHS)).toEqual({ ...all(PATHS, undefined), [long]: true, "src/größer.ts": true });
});

test("a file written at the same time as the index has no blob id", async () => {
  const repository = makeRepository();
  await addAll(repository);
  const { root } = repository;
  const written = Math.floor(statSync(join(root, "a.ts")).mtimeMs) / 1000;
  utimesSync(join(root, ".git/index"), written, written);
  expect(named(root, ["a.ts"])).toEqual({ "a.ts": undefined });
});

test("files in a conflict, files only marked for addition, and links have no blob id", async () => {
  const repository = makeRepository();
  await addAll(repository, { "a.ts": "export const a = 1;\n", "kept.ts": "" });
  repository.git("commit", "-q", "-m", "base");
  repository.git("checkout", "-q", "-b", "other");
  repository.commit("theirs", { "a.ts": "export const a = 2;\n" });
  repository.git("checkout", "-q", "main");
  repository.commit("ours", { "a.ts": "export const a = 3;\n" });
  expect(() => repository.git("merge", "-q", "other")).toThrow();
  repository.write({ "later.ts": "" });
  await sleep(TICK_MS);
  repository.git("add", "--intent-to-add", "later.ts");
  expect(named(repository.root, ["a.ts", "later.ts", "kept.ts"])).toEqual({
    "a.ts": undefined,
    "later.ts": undefined,
    "kept.ts": true,
  });
});

test("an index with a part in another file is not read", async () => {
  const repository = makeRepository();
  await addAll(repository);
  repository.git("update-index", "--split-index");
  expect(readTrackedFiles(repository.root, "sha1")).toBeUndefined();
});

test.each([
  [".gitattributes", "*.bin filter=lfs diff=lfs\n"],
  ["src/.gitattributes", "*.ts working-tree-encoding=UTF-16\n"],
  [".git/info/attributes", "*.ts filter=keywords\n"],
])("if %s requests a conversion, no file has a blob id: %s", async (path, text) => {
  const repository = makeRepository();
  await addAll(repository);
  repository.write({ [path]: text });
  if (!path.startsWith(".git/")) repository.git("add", "--force", path);
  expect(readTrackedFiles(repository.root, "sha1")).toBeUndefined();
});

test("without an index or a repository, no file has a blob id", () => {
  const repository = makeRepository();
  expect(readTrackedFiles(repository.root, "sha1")).toBeUndefined();
});

test.each([2, 4])("a truncated or damaged index of version %i gives no wrong blob id", async (version) => {
  const repository = makeRepository();
  await addAll(repository);
  repository.git("update-index", "--index-version", String(version));
  const path = join(repository.root, ".git/index");
  const whole = readFileSync(path);
  const { mtime } = statSync(path);
  const wrong: unknown[] = [];
  const lookAt = (bytes: Uint8Array, damage: string): void => {
    writeFileSync(path, bytes);
    utimesSync(path, mtime, new Date(mtime.getTime() + 1000));
    const tracked = readTrackedFiles(repository.root, "sha1");
    for (const file of PATHS) {
      const blob = tracked?.blobOf(file, toFileStat(statSync(join(repository.root, file))));
      // A damaged blob id is one that no content has.
      const known = PATHS.find((other) => blob === blobIdOf(readFileSync(join(repository.root, other)), "sha1"));
      if (known !== undefined && known !== file) wrong.push([damage, file, known]);
    }
  };
  for (let length = 0; length < whole.length; length += 7) lookAt(whole.subarray(0, length), `cut at ${length}`);
  for (let at = 0; at < whole.length; at++) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
    lookAt(bytes, `byte ${at}`);
  }
  expect(wrong).toEqual([]);
});
