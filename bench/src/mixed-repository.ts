/**
 * A repository of 5,000 files copied from corpora, both languages mixed, with one commit, tagged `base`; and commits that
 * change some of its files.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { schemaDirectory } from "@sdl/graph";
import { discoverFiles } from "@sdl/indexer";
import { CORPORA_FOLDER, LOCK_FILE } from "./paths.js";

/** Number of its files. */
export const FILES = 5000;
/** A mix of both languages. */
const CORPORA = [
  "tsmix",
  "zod",
  "rxjs",
  "query",
  "effect",
  "webpack",
  "blueprint",
  "django",
  "sqlalchemy",
  "sphinx",
  "sympy",
];
const MAX_FILE_BYTES = 300_000;
const MAX_OUTPUT_BYTES = 2 ** 26;

/** Identifies the repository's content, and the layout of stores of it. */
export function keyOfBase(): string {
  const corpora = createHash("sha256").update(readFileSync(LOCK_FILE)).digest("hex");
  return `${schemaDirectory()} ${FILES} ${corpora}\n`;
}

/** @throws {Error} if the corpora are not fetched */
export function makeRepository(root: string): void {
  let count = 0;
  for (const corpus of CORPORA) {
    const from = join(CORPORA_FOLDER, corpus);
    if (!existsSync(from)) continue;
    for (const { path, sizeBytes } of discoverFiles(from).files) {
      if (count === FILES || sizeBytes > MAX_FILE_BYTES) continue;
      const to = join(corpus, path);
      mkdirSync(dirname(join(root, to)), { recursive: true });
      cpSync(join(from, path), join(root, to));
      count++;
    }
  }
  if (count < FILES) throw new Error(`the corpora have ${count} files; fetch them: pnpm bench --fetch`);
  runGit(root, "init", "-q", "-b", "main");
  runGit(root, "add", "-A");
  runGit(root, "commit", "-q", "-m", "base");
  runGit(root, "tag", "base");
}

/** Commits a change of some of the files, spread over all. @param first place among them of the first */
export function commitChanges(root: string, count: number, first = 7): void {
  const step = Math.floor(FILES / count);
  const changed = runGit(root, "ls-files", "-z")
    .split("\0")
    .filter((_, i) => i % step === first)
    .slice(0, count);
  for (const file of changed) changeFile(join(root, file));
  runGit(root, "commit", "-q", "-a", "-m", "change");
}

/** A new function at the end; and of the first one that takes anything, one parameter more. */
function changeFile(path: string): void {
  const text = readFileSync(path, "utf8");
  writeFileSync(
    path,
    text.replace(/^(\s*(?:export )?(?:function|def) \w+\()(?=\w)/m, "$1first_of_all, ") + editText(path),
  );
}

function editText(file: string): string {
  return file.endsWith(".py") || file.endsWith(".pyi")
    ? "\n\ndef added_by_the_change(count: int) -> int:\n    return count + 1\n"
    : "\n;function addedByTheChange(count) { return count + 1; }\n";
}

/** Runs git with an identity. */
export function runGit(root: string, ...args: string[]): string {
  const identity = ["-c", "user.name=bench", "-c", "user.email=bench@example.org", "-c", "gc.auto=0"];
  return execFileSync("git", [...identity, ...args], { cwd: root, encoding: "utf8", maxBuffer: MAX_OUTPUT_BYTES });
}
