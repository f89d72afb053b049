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

/** A file to copy, and where it goes. */
export interface CorpusFile {
  /** Absolute. */
  readonly from: string;
  /** The corpus's name, then the path in it. */
  readonly path: string;
}

/** The first files of the mix, corpus by corpus, each by path. @throws {Error} if the corpora are not fetched */
export function mixedFiles(count: number): readonly CorpusFile[] {
  const files: CorpusFile[] = [];
  for (const corpus of CORPORA) {
    const folder = join(CORPORA_FOLDER, corpus);
    if (files.length >= count || !existsSync(folder)) continue;
    for (const { path, sizeBytes } of discoverFiles(folder).files)
      if (sizeBytes <= MAX_FILE_BYTES) files.push({ from: join(folder, path), path: join(corpus, path) });
  }
  if (files.length < count) throw new Error(`the corpora have ${files.length} files; fetch them: pnpm bench --fetch`);
  return files.slice(0, count);
}

/** Copies files into a folder. */
export function copyFiles(files: readonly CorpusFile[], root: string): void {
  for (const { from, path } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(from, join(root, path));
  }
}

/** @throws {Error} if the corpora are not fetched */
export function makeRepository(root: string): void {
  copyFiles(mixedFiles(FILES), root);
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
