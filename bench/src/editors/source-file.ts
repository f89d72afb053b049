/** Source files for an editor to type into, and the text that it types. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { discoverFiles } from "@sdl/indexer";

/** Indexed files of at most this many lines, longest first. */
export function sourceFiles(root: string, maxLines: number): string[] {
  const lengths = discoverFiles(root).files.flatMap(({ path }) => {
    const lines = readFileSync(join(root, path), "utf8").split("\n").length;
    return lines <= maxLines && !path.endsWith(".d.ts") ? [{ path, lines }] : [];
  });
  return lengths.sort((a, b) => b.lines - a.lines || (a.path < b.path ? -1 : 1)).map(({ path }) => path);
}

/** An evenly spaced selection, so that all lengths occur. */
export function spreadEvenly(files: readonly string[], count: number): string[] {
  const most = Math.min(count, files.length);
  return Array.from({ length: most }, (_, i) => files[Math.floor((i * files.length) / most)] ?? "");
}

/** A function in the language of the file, to append to it. */
export function functionText(file: string, name: string): string {
  return file.endsWith(".py") ? `\n\ndef ${name}():\n    return 1\n` : `\nexport function ${name}() { return 1; }\n`;
}

/** A distinct name for a number, in letters only: search splits words at digits. */
export function numberInLetters(number: number): string {
  return Array.from(String(number), (digit) => "abcdefghij".charAt(Number(digit))).join("");
}
