/** Files that an editor types into, and what it types. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { discoverFiles } from "@sdl/indexer";

/** Files that are indexed, of at most so many lines, the longest first. */
export function sourceFiles(root: string, maxLines: number): string[] {
  const lengths = discoverFiles(root).files.flatMap(({ path }) => {
    const lines = readFileSync(join(root, path), "utf8").split("\n").length;
    return lines <= maxLines && !path.endsWith(".d.ts") ? [{ path, lines }] : [];
  });
  return lengths.sort((a, b) => b.lines - a.lines || (a.path < b.path ? -1 : 1)).map(({ path }) => path);
}

/** So many of them, of all lengths. */
export function spread(files: readonly string[], count: number): string[] {
  const most = Math.min(count, files.length);
  return Array.from({ length: most }, (_, i) => files[Math.floor((i * files.length) / most)] ?? "");
}

export function definition(file: string, name: string): string {
  return file.endsWith(".py") ? `\n\ndef ${name}():\n    return 1\n` : `\nexport function ${name}() { return 1; }\n`;
}

/** A name of its own for a number: words of search are made of letters. */
export function letters(number: number): string {
  return Array.from(String(number), (digit) => "abcdefghij".charAt(Number(digit))).join("");
}
