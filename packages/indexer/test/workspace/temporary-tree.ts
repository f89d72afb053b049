/** Trees on disk for tests, described as text. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty directory that is removed after the test. */
export function makeDirectory(): string {
  const root = mkdtempSync(join(realpathSync(tmpdir()), "sdl-workspace-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

/**
 * Creates one entry per line: `a/b.ts` or `a/b.ts: content` (`;` stands for a line break) is a file, `a/` a directory,
 * `a -> b` a link, `a |` a named pipe.
 */
export function makeTree(text: string, root = makeDirectory()): string {
  for (const line of text.split("\n").filter((line) => line.trim() !== "")) makeEntry(root, line.trim());
  return root;
}

function makeEntry(root: string, line: string): void {
  const [, path = "", mark = "", rest = ""] = /^(.*?)(?:(: | -> | \|$)(.*))?$/.exec(line) ?? [];
  const absolute = join(root, path);
  mkdirSync(path.endsWith("/") ? absolute : dirname(absolute), { recursive: true });
  if (mark === " -> ") symlinkSync(rest.replace("$ROOT", root), absolute);
  else if (mark === " |") execFileSync("mkfifo", [absolute]);
  else if (!path.endsWith("/")) writeFileSync(absolute, rest.replaceAll(";", "\n"));
}
