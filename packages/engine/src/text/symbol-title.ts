/** One-line title of a symbol: kind, qualified name, and as much of its signature as fits. */
const COLUMNS = 100;

/** A symbol to title. */
export interface TitledSymbol {
  readonly kind: string;
  /** Qualified name: `Class.method`; a module's name is its path. */
  readonly name: string;
  readonly file: string;
}

/**
 * For example `method Cart.add(item: Item): this`. For a module only the kind, because its path is shown elsewhere.
 * @param signature as written, including the simple name
 * @param columns maximum columns of the line; a signature is cut at a parameter, never inside a word
 */
export function symbolTitle({ kind, name, file }: TitledSymbol, signature = "", columns = COLUMNS): string {
  if (name === file) return kind;
  const text = signature.replace(/\s+/g, " ");
  const simple = name.slice(name.lastIndexOf(".") + 1);
  const at = indexOfWord(text, simple);
  const asyncMark = /^(export )?async\b/.test(text) ? "async " : "";
  const title = `${asyncMark}${kind} ${name}`;
  const shown = shortSignature(`${title}${at < 0 ? "" : text.slice(at + simple.length)}`, columns);
  // The name is never cut.
  return shown.startsWith(title) ? shown : `${title}${at < 0 ? "" : " …"}`;
}

/** Index of a name as a whole word; -1 if absent. */
function indexOfWord(text: string, word: string): number {
  const isPart = (char: string | undefined) => char !== undefined && /[\w$]/.test(char);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) return at;
  }
  return -1;
}

/** The signature if it fits; else without its last parameters; else its beginning up to a whole word. @param text one line */
export function shortSignature(text: string, columns = COLUMNS): string {
  if (text.length <= columns) return text;
  const { commas, close } = findParameterList(text);
  for (const tail of [close < 0 ? "" : text.slice(close), ")"]) {
    const comma = commas.findLast((at) => at + 3 + tail.length <= columns);
    if (comma !== undefined) return `${text.slice(0, comma)}, …${tail}`;
  }
  return truncateAtWord(text, columns);
}

/** The beginning of a text up to a whole word. */
export function truncateAtWord(text: string, columns: number): string {
  if (text.length <= columns) return text;
  const space = text.lastIndexOf(" ", columns - 2);
  return space > 0 ? `${text.slice(0, space)} …` : text;
}

interface Parameters {
  /** Indexes of the commas between the parameters. */
  readonly commas: readonly number[];
  /** Index of the closing bracket; -1 if there is none. */
  readonly close: number;
}

/** Brackets, commas, and quoted strings, which are skipped. */
const MARKS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[()[\]{},]/g;
const DEPTHS: Readonly<Record<string, number>> = { "(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1 };

/** Parameters of the first list in round brackets. */
function findParameterList(text: string): Parameters {
  const commas: number[] = [];
  const open = text.indexOf("(");
  let depth = 0;
  for (const { 0: mark, index } of open < 0 ? [] : text.slice(open).matchAll(MARKS)) {
    depth += DEPTHS[mark] ?? 0;
    if (depth === 0) return { commas, close: open + index };
    if (mark === "," && depth === 1) commas.push(open + index);
  }
  return { commas, close: -1 };
}
