/** Files that an editor types into, and what it types. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SOURCE = /\.(?:py|tsx?|jsx?|mjs)$/;

/** Source files of at most so many lines, the longest first. */
export function sourceFiles(root: string, maxLines: number): string[] {
  const lengths = new Map<string, number>();
  for (const file of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (!SOURCE.test(file) || file.endsWith(".d.ts") || file.startsWith(".git")) continue;
    const lines = readFileSync(join(root, file), "utf8").split("\n").length;
    if (lines <= maxLines) lengths.set(file, lines);
  }
  const byLength = [...lengths].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return byLength.map(([file]) => file);
}

export function definition(file: string, name: string): string {
  return file.endsWith(".py") ? `\n\ndef ${name}():\n    return 1\n` : `\nexport function ${name}() { return 1; }\n`;
}

/** A name of its own for a number: words of search are made of letters. */
export function letters(number: number): string {
  return Array.from(String(number), (digit) => "abcdefghij".charAt(Number(digit))).join("");
}
