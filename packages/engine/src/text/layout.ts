/** Layout of texts for people and models. Lines break at 100 columns if their content allows; terminals wrap longer ones. */
export const COLUMNS = 100;

/**
 * Wraps prose. A word longer than a line has a line of its own. @param indent before each line; continued lines are indented by two more columns
 */
export function wrapText(text: string, indent = "", columns = COLUMNS): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(" ")) {
    const isEmpty = line.trim() === "";
    if (!isEmpty && line.length + 1 + word.length > columns) {
      lines.push(line.trimEnd());
      line = `${indent}  ${word}`;
    } else line += isEmpty ? word : ` ${word}`;
  }
  return [...lines, line];
}

/** Joins lines to a text with a final line end; leaves out `undefined`. */
export function textOf(lines: readonly (string | undefined)[]): string {
  return `${lines.filter((line) => line !== undefined).join("\n")}\n`;
}

/** `1 file`, `3 files`. */
export function countText(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Groups items by key, in the order of each key's first item; items of a group keep their order. */
export function groupBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Code between fences with the language's name; the fences are longer if the code contains fences. */
export function fenceCode(code: string, file: string): string[] {
  const longest = Math.max(2, ...Array.from(code.matchAll(/^`{3,}/gm), ([marks]) => marks.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}${languageOf(file)}`, code, fence];
}

const LANGUAGES: Readonly<Record<string, string>> = {
  ts: "ts",
  mts: "ts",
  cts: "ts",
  tsx: "tsx",
  js: "js",
  mjs: "js",
  cjs: "js",
  jsx: "jsx",
  py: "python",
  pyi: "python",
  go: "go",
  vue: "vue",
  svelte: "svelte",
  astro: "astro",
  ipynb: "python",
  json: "json",
};

function languageOf(file: string): string {
  return LANGUAGES[file.slice(file.lastIndexOf(".") + 1)] ?? "";
}
